from django.urls import path, register_converter

from api import check, clubs, docs, errors, matches, players, rounds, seasons, sessions, standings


class Number:
    """A whole number that a database column can hold."""

    regex = "[1-9][0-9]{0,17}"

    def to_python(self, value: str) -> int:
        return int(value)

    def to_url(self, value: int) -> str:
        return str(value)


register_converter(Number, "number")

app_name = "api"
urlpatterns = [
    path("check/", check.Check.as_view(), name="check"),
    path("clubs/", clubs.Clubs.as_view(), name="clubs"),
    path("clubs/<slug:club>/", clubs.OneClub.as_view(), name="club"),
    path("clubs/<slug:club>/players/", players.Players.as_view(), name="players"),
    path("clubs/<slug:club>/seasons/", seasons.Seasons.as_view(), name="seasons"),
    path("seasons/<number:season>/", seasons.OneSeason.as_view(), name="season"),
    path("seasons/<number:season>/sessions/", sessions.Sessions.as_view(), name="sessions"),
    path("seasons/<number:season>/standings/", standings.Standings.as_view(), name="standings"),
    path("seasons/<number:season>/standings.csv", standings.StandingsCSV.as_view(), name="csv"),
    path("sessions/<number:session>/", sessions.OneSession.as_view(), name="session"),
    path("sessions/<number:session>/matches/", matches.Matches.as_view(), name="matches"),
    path("matches/<number:match>/", matches.OneMatch.as_view(), name="match"),
    path("matches/<number:match>/record/", matches.MatchRecord.as_view(), name="record"),
    path("matches/<number:match>/rounds/", rounds.Rounds.as_view(), name="rounds"),
    path("matches/<number:match>/rounds/<number:number>/", rounds.OneRound.as_view(), name="round"),
    path("schema/", docs.Schema.as_view(), name="schema"),
    path("docs/", docs.page, name="docs"),
    path("", errors.unknown, name="unknown"),
    path("<path:rest>", errors.unknown, name="unknown"),
]
