"""What a server has, by names that every version knows. `manage.py shell` of any version runs it,
and its last line is read."""

import json
import sys

from league.models import Club, Match, Player, Season, Submission, User
from scoring.models import Standing

standings = Standing.objects.values_list(
    "table__season__name", "table__game", "player__name", "points", "played", "wins"
)
facts = {
    "accounts": sorted(User.objects.values_list("email", flat=True)),
    "clubs": sorted(Club.objects.values_list("slug", "name")),
    "players": sorted(Player.objects.values_list("name", flat=True)),
    "seasons": sorted(Season.objects.values_list("name", flat=True)),
    "matches": sorted(Match.objects.values_list("game", flat=True)),
    "rounds": Submission.objects.count(),
    "standings": sorted(standings),
}
sys.stdout.write("\n" + json.dumps(facts) + "\n")
