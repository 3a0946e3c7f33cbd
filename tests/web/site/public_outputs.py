"""Everything of a club that has an address of its own: pages, fragments, feeds, files, pictures."""

from datetime import timedelta

from django.utils import timezone

from league.models import SignUpAccess, Visibility
from league.operations.calendars import addresses
from league.operations.matches import table_codes
from league.operations.people import clubs
from league.operations.seasons import penalties, seasons, teams
from league.operations.seasons.team_checks import MemberData
from league.operations.sessions import session_log
from league.operations.signups import access, personal_links, self_check_in, sheets, sign_ups
from scoring import projection, rating
from scoring.models import Table
from tests import make

# name, the other name with which nothing changes, visibility, alias
PEOPLE = [
    ("Bruno Full", "Bruno Full", Visibility.FULL, ""),
    ("Iris Nettle", "Iris Nettle", Visibility.FULL, ""),
    ("Iris Nabbed", "Iris Nymphed", Visibility.INITIAL, ""),
    ("Aaron Quartz", "Zita Quilling", Visibility.ALIAS, "Comet"),
    ("Adam Vanished", "Zoe Vapourised", Visibility.HIDDEN, ""),
    ("Absalom Wanted", "Zeno Wicked", Visibility.HIDDEN, "Nobody’s"),
    ("Clara Full", "Clara Full", Visibility.FULL, ""),
]


def busy_club():
    """Return a club in which everybody has played everything."""
    club = make.club()
    people = [
        clubs.add_player(club, name=name, visibility=shown, alias=alias)
        for name, _other, shown, alias in PEOPLE
    ]
    season = make.season(club)
    seasons.update(season, scheme={"tiebreaks": ["lots"]})
    session = make.session(season, 8)
    session_log.check_in(session, [player.pk for player in people], by=None)
    for seats in (people[:4], people[3:], people[2:6]):
        make.played(make.match(session, seats, options={"target": 20}), [22, 5, 5, 2])
    for player in people[2:6]:
        chosen = {"session": session.pk, "player": player.pk}
        penalties.penalise(season, **chosen, points=1, reason="Late", by=None)
        penalties.sit_out(session, player=player.pk)
    running = make.match(session, people[2:6])
    make.played(running, [0, 7, 3, 2])
    table_codes.renew(running, by=make.user())
    make.ladder(club, people[:4], people[4:])
    make.league(season, "Everyone")
    make.award(club, season=season, minimum_matches=1)
    make.award(club, "Le plus assidu", statistic="matches", lowest=True)
    team_table = teams.create_table(season)
    for number in range(2):
        members = [MemberData(player.pk) for player in people[number::2]]
        teams.create_team(team_table, name=f"Team {number}", members=members)
    sitting = make.published(make.tournament(club, here=people))
    make.finished(sitting, 1)
    sign_up_all(season, sitting.tournament, people)
    for table in Table.every.all():
        projection.refresh(table.pk)
    rating.refresh(club.pk)
    return club


def secret_of_calendar(club):
    """Return the secret of the calendar of the owner."""
    owner = club.memberships.order_by("pk").first().user
    return addresses.secret_of(addresses.find(owner) or addresses.renew(owner))


def sign_up_all(season, tournament, people):
    """Let all sign up for an evening to come, with a waiting list, and for the tournament."""
    tomorrow = timezone.now() + timedelta(days=1)
    session = seasons.open_session(season, starts_at=tomorrow, place="Next")
    sheet = sheets.open_sheet(session, capacity=4, by=None)
    cup_sheet = sheets.open_sheet(tournament, by=None)
    for player in people:
        for each in (sheet, cup_sheet):
            sign_ups.record_answer(each, player.pk, "yes", by=None, as_organiser=True)
    access.change(season.club, access=SignUpAccess.CODE, by=None)
    personal_links.make(people[0], by=None)


def outputs(club):
    """Return the addresses of everything that strangers may open, by name."""
    season = club.seasons.order_by("pk").first()
    coming = season.sessions.get(place="Next")
    session = season.sessions.exclude(pk=coming.pk).get()
    code = f"/en/sign-up/club/{access.settings_of(club).code}/"
    bruno = club.players.get(name="Bruno Full")
    match = session.matches.order_by("pk").first()
    hidden = [player.pk for player in club.players.exclude(visibility=Visibility.FULL)]
    ladder = club.ladders.get()
    league = f"/en/leagues/{season.leagues.get().pk}/"
    cup = club.seasons.exclude(tournament=None).get().tournament.pk
    page, table = f"/en/clubs/{club.slug}/", f"/en/seasons/{season.pk}/"
    secret_words = ["Nabbed", "Nymphed", "Quartz", "Quilling", "Adam", "Zoe", "Nobody", "Iris"]
    return {
        "home": ["/en/"],
        "search": [f"/en/search/?q={word}" for word in secret_words],
        "club_search": [f"{page}search/?q={word}" for word in [*secret_words, "Comet"]],
        "club": [page, page.replace("/en/", "/fr/")],
        "club_piece": [f"{page}live/"],
        "club_feed": [f"{page}feed/"],
        "club_card": [f"{page}card.png"],
        "season_card": [f"{table}card.png"],
        "awards": [f"{table}awards/"],
        "club_awards": [f"{page}awards/"],
        "awards_card": [f"{table}awards/card.png"],
        "session_card": [
            f"/en/sessions/{shown_session.pk}/card.png" for shown_session in (session, coming)
        ],
        "tournament_card": [f"/en/tournaments/{cup}/card.png"],
        "match_card": [f"/en/matches/{match.pk}/card.png"],
        "player_card": [f"/en/players/{pk}/card.png" for pk in hidden],
        "calendar": [f"{page}evenings.ics"],
        "ratings": [f"{page}ratings/"],
        "ratings_game": [f"{page}ratings/neurotrio/"],
        "season": [table, f"{table}?as_of={session.pk}", f"{table}?last=1", f"{table}?official=1"],
        "comparison": [f"{table}comparison/?then={session.pk}&now={session.pk}"],
        "comparison_game": [f"{table}neurotrio/comparison/?then={session.pk}&now={session.pk}"],
        "team_table": [f"/en/team-tables/{season.team_tables.get().pk}/"],
        "team_table_file": [
            f"/en/team-tables/{season.team_tables.get().pk}/standings.{suffix}"
            for suffix in ("csv", "xlsx")
        ],
        "team": [f"/en/teams/{team.pk}/" for team in season.team_tables.get().teams.all()],
        "league": [league],
        "league_table": [f"{league}table/"],
        "league_comparison": [f"{league}comparison/?then={session.pk}&now={session.pk}"],
        "league_origin": [f"{league}players/{pk}/" for pk in hidden],
        "league_game": [f"{league}neurotrio/"],
        "league_game_table": [f"{league}neurotrio/table/"],
        "league_comparison_game": [
            f"{league}neurotrio/comparison/?then={session.pk}&now={session.pk}"
        ],
        "league_origin_game": [f"{league}neurotrio/players/{pk}/" for pk in hidden],
        "league_feed": [f"{league}feed/"],
        "league_calendar": [f"{league}evenings.ics"],
        "league_card": [f"{league}card.png"],
        "league_awards": [f"{league}awards/"],
        "league_awards_card": [f"{league}awards/card.png"],
        "league_standings_file": [f"{league}standings.{suffix}" for suffix in ("csv", "xlsx")],
        "league_results_file": [f"{league}results.{suffix}" for suffix in ("csv", "xlsx")],
        "league_standings_file_game": [f"{league}neurotrio/standings.csv"],
        "league_results_file_game": [f"{league}neurotrio/results.csv"],
        "league_plays": [f"{league}plays.bgsplay"],
        "league_player_report": [f"{league}players/{hidden[0]}/report.pdf"],
        "league_player_report_game": [f"{league}neurotrio/players/{hidden[0]}/report.pdf"],
        "league_screen": [f"/en/screens{league.removeprefix('/en')}"],
        "league_screen_piece": [f"/en/screens{league.removeprefix('/en')}live/"],
        "league_overlay": [f"/en/screens{league.removeprefix('/en')}overlay/"],
        "league_overlay_piece": [f"/en/screens{league.removeprefix('/en')}overlay/live/"],
        "league_embed": [f"/embed{league.removeprefix('/en')}"],
        "season_feed": [f"{table}feed/"],
        "standings_file": [f"{table}standings.{suffix}" for suffix in ("csv", "xlsx")],
        "results_file": [f"{table}results.{suffix}" for suffix in ("csv", "xlsx")],
        "standings_file_game": [f"{table}neurotrio/standings.csv"],
        "results_file_game": [f"{table}neurotrio/results.csv"],
        "season_plays": [f"{table}plays.bgsplay"],
        "season_json": [f"{table}season.json"],
        "match_play": [f"/en/matches/{match.pk}/play.bgsplay"],
        "season_calendar": [f"{table}evenings.ics"],
        "own_calendar": [f"/en/calendars/{secret_of_calendar(club)}/evenings.ics"],
        "season_table": [f"{table}table/"],
        "season_game": [f"{table}neurotrio/"],
        "season_game_table": [f"{table}neurotrio/table/"],
        "origin": [f"{table}players/{pk}/" for pk in hidden],
        "origin_game": [f"{table}neurotrio/players/{pk}/" for pk in hidden],
        "report": [f"{table}players/{pk}/report.pdf" for pk in hidden[:2]],
        "report_game": [f"{table}neurotrio/players/{hidden[0]}/report.pdf"],
        "tournament": [f"/en/tournaments/{cup}/"],
        "tournament_piece": [f"/en/tournaments/{cup}/live/"],
        "ladder": [f"/en/ladders/{ladder.pk}/"],
        "ladder_period": [f"/en/ladders/{ladder.pk}/1/"],
        "session": [f"/en/sessions/{shown_session.pk}/" for shown_session in (session, coming)],
        "session_piece": [
            f"/en/sessions/{shown_session.pk}/live/" for shown_session in (session, coming)
        ],
        "session_sign_up": [f"/en/sessions/{coming.pk}/sign-up/"],
        "tournament_sign_up": [f"/en/tournaments/{cup}/sign-up/"],
        "personal_link": [f"/en/{personal_links.path_of(bruno.personal_link)}"],
        "personal_link_now": [f"/en/{personal_links.path_of(bruno.personal_link)}now/"],
        "sign_up_by_code": [code],
        "sign_up_by_name": [f"{code}{bruno.pk}/"],
        "door_people": [
            f"/en/{self_check_in.path_of(session)}people/?q={letter}" for letter in "abez"
        ],
        "door": [f"/en/{self_check_in.path_of(session)}", f"/en/{self_check_in.path_of(coming)}"],
        "match": [f"/en/matches/{row.pk}/" for row in session.matches.all()],
        "match_piece": [f"/en/matches/{match.pk}/live/"],
        "follow": [f"/en/matches/{match.pk}/follow/"],
        "follow_piece": [f"/en/matches/{match.pk}/follow/live/"],
        "replay": [f"/en/matches/{match.pk}/rounds/1/"],
        "replay_step": [f"/en/matches/{match.pk}/rounds/1/step/"],
        "player": [f"/en/players/{pk}/" for pk in hidden],
        "all_met": [f"/en/players/{hidden[0]}/against/"],
        "against": [f"/en/players/{hidden[0]}/against/{pk}/" for pk in hidden[1:]],
        "season_screen": [f"/en/screens/seasons/{season.pk}/"],
        "season_screen_piece": [f"/en/screens/seasons/{season.pk}/live/"],
        "session_screen": [
            f"/en/screens/sessions/{shown_session.pk}/" for shown_session in (session, coming)
        ],
        "session_screen_piece": [
            f"/en/screens/sessions/{shown_session.pk}/live/" for shown_session in (session, coming)
        ],
        "season_overlay": [f"/en/screens/seasons/{season.pk}/overlay/"],
        "season_overlay_piece": [f"/en/screens/seasons/{season.pk}/overlay/live/"],
        "session_overlay": [f"/en/screens/sessions/{session.pk}/overlay/"],
        "session_overlay_piece": [f"/en/screens/sessions/{session.pk}/overlay/live/"],
        "tournament_screen": [f"/en/screens/tournaments/{cup}/"],
        "tournament_screen_piece": [f"/en/screens/tournaments/{cup}/live/"],
        "embed": [f"/embed/seasons/{season.pk}/"],
    }
