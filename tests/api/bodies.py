"""Bodies of requests, used by the tests that call every address of the API."""

from tests import make

CLUB = {"name": "Nouveau club"}
PLAYER = {"name": "Zoé"}
PASTE = {"text": "1. Yann\n2. Yara <yara@example.org>\n3. ada\n"}
IMPORT = {"kind": "players", "format": "csv", "content": "Nom\nZoé\n"}
SEASON = {"name": "Printemps", "starts_on": "2027-01-01"}
LEAGUE = {"name": "Jeunes", "member_rule": "under_18"}
AWARD = {"name": "Plus de points", "statistic": "points", "amount": 1000}
HOOK = {"url": "https://league.example/2", "events": ["match.finished"]}
DEVICE = {  # the browser of RFC 8291
    "endpoint": "https://push.example/2",
    "p256dh": (
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
    ),
    "auth": "BTBZMqHH6r4Tts7J_aSIgg",
    "name": "Phone",
}
SINCE = {"since": "2026-10-08T20:30:00+02:00"}
PERIOD = {"number": 2, "name": "Hiver", "starts_on": "2027-01-01", "force": "Championnat"}
TOURNAMENT = {
    "name": "Masters",
    "starts_at": "2027-02-06T14:00:00+01:00",
    "game": "neurotrio",
    "format": "swiss",
    "sittings_planned": 5,
    "minutes": 40,
}
SCRIPT = {"content": "round,table,seat,player\n1,1,1,Ada\n1,1,2,Bruno\n1,1,3,4\n"}
TAKEN_BACK = {"kind": "withdrawal", "number": 1, "reason": "It was never played"}
DECISION = {"outcome": "upheld", "words": "The sheet says so."}
STARTED_CLOCK = {"clock": "start", "minutes": 40}
LATER = {"to": "2026-10-15T20:30:00+02:00", "reason": "Snow"}
SESSION = {"starts_at": "2026-10-08T20:30:00+02:00"}
SERIES = {
    "first": "2027-01-08T20:00:00+01:00",
    "every_weeks": 2,
    "until": "2027-03-31",
    "except_dates": ["2027-02-19"],
    "place": "Salle Pascal",
    "sheet": {"closes_hours_before": 2, "capacity": 24},
}
SHEET = {"capacity": 3, "guests_allowed": 2}
RECORD = {
    "record": 1,
    "game": "neurotrio",
    "options": {},
    "players": ["Ada", "Bob"],
    "rounds": [make.sheet(12, 4)],
}
