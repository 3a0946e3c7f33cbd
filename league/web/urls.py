"""The addresses of all pages of clubs, room by room."""

from league.web.exchange import urls as exchange
from league.web.games import urls as games
from league.web.identity import urls as identity
from league.web.ladders import urls as ladders
from league.web.matches import urls as matches
from league.web.messages import urls as messages
from league.web.paper import urls as paper
from league.web.people import urls as people
from league.web.privacy import urls as privacy
from league.web.results import urls as results
from league.web.room import urls as room
from league.web.sessions import urls as sessions
from league.web.signups import urls as signups
from league.web.site import urls as site
from league.web.standings import urls as standings
from league.web.table import urls as table
from league.web.tournaments import urls as tournaments
from league.web.webhooks import urls as webhooks

urlpatterns = [
    *exchange.urlpatterns,
    *games.urlpatterns,
    *identity.urlpatterns,
    *ladders.urlpatterns,
    *matches.urlpatterns,
    *messages.urlpatterns,
    *paper.urlpatterns,
    *people.urlpatterns,
    *privacy.urlpatterns,
    *results.urlpatterns,
    *room.urlpatterns,
    *sessions.urlpatterns,
    *signups.urlpatterns,
    *site.urlpatterns,
    *table.urlpatterns,
    *tournaments.urlpatterns,
    *webhooks.urlpatterns,
    # last: the game in the address of a season may be any word
    *standings.urlpatterns,
]
