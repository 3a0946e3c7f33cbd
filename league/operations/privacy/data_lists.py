"""The lists of "my data": their names, what they hold, and who reads them from the database.
docs/archive.md describes them; a change of a name or a column is a new VERSION."""

from collections.abc import Callable, Iterator
from typing import Generic, NamedTuple, TypeVar

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from league.operations.privacy import account_data, player_data
from league.operations.privacy.data_rows import Row

About = TypeVar("About")
FORMAT, VERSION = "manche-my-data", 1


class ListRows(NamedTuple):
    """A list about one person; its rows are read lazily."""

    name: str
    what: Promise
    rows: Iterator[Row]


class DataList(NamedTuple, Generic[About]):
    """A list of rows with the same columns, about an account or about the players of a person."""

    name: str
    what: Promise
    read: Callable[[About], Iterator[Row]]

    def rows_about(self, about: About) -> ListRows:
        return ListRows(self.name, self.what, self.read(about))


ACCOUNT_LISTS = (
    DataList("account", _("your account"), account_data.account),
    DataList("email_addresses", _("your e-mail addresses"), account_data.email_addresses),
    DataList(
        "sign_in_keys", _("your passkeys and codes, without the keys"), account_data.sign_in_keys
    ),
    DataList("sign_ins", _("where and when you signed in"), account_data.sign_ins),
    DataList("services", _("connected sign-in services"), account_data.services),
    DataList("memberships", _("your roles in clubs"), account_data.memberships),
    DataList("tokens", _("your API tokens, without the secrets"), account_data.tokens),
    DataList(
        "calendar_address",
        _("when your calendar address was created"),
        account_data.calendar_address,
    ),
    DataList("mails", _("e-mails sent to you, without their text"), account_data.mails),
    DataList(
        "suppressed_addresses",
        _("your addresses that get no e-mail"),
        account_data.suppressed_addresses,
    ),
    DataList("messages", _("messages sent to you, without their text"), account_data.messages),
    DataList(
        "message_settings", _("which messages you get, and how"), account_data.message_settings
    ),
    DataList("devices", _("your devices that show notifications"), account_data.devices),
    DataList(
        "stopped_messages", _("club e-mails you unsubscribed from"), account_data.stopped_messages
    ),
    DataList(
        "jobs", _("imports, archives and other long jobs that you started"), account_data.jobs
    ),
    DataList("actions", _("what you did"), account_data.actions),
)
PLAYER_LISTS = (
    DataList("players", _("your names, and how the public sees them"), player_data.players),
    DataList("invitations", _("invitations you sent and received"), player_data.invitations),
    DataList("presence", _("evenings you attended"), player_data.presence),
    DataList("sign_ups", _("your sign-ups for evenings and tournaments"), player_data.sign_ups),
    DataList("matches", _("your matches, with score and place"), player_data.matches),
    DataList(
        "substitutions",
        _("seats you left or took over during a match"),
        player_data.substitutions,
    ),
    DataList(
        "rounds", _("every version of every round you played, with your score"), player_data.rounds
    ),
    DataList("standings", _("your lines in the standings"), player_data.standings),
    DataList("ratings", _("your ratings, by game and overall"), player_data.ratings),
    DataList("rating_history", _("your rating after each match"), player_data.rating_history),
    DataList("penalties", _("penalties"), player_data.penalties),
    DataList("sit_outs", _("times you sat out"), player_data.sit_outs),
    DataList("confirmations", _("results you confirmed"), player_data.confirmations),
    DataList("disputes", _("results you disputed"), player_data.disputes),
    DataList("entries", _("your tournament entries"), player_data.entries),
    DataList("tournament_log", _("what you did at tournaments"), player_data.tournament_log),
    DataList("divisions", _("your ladder divisions"), player_data.divisions),
    DataList("teams", _("teams you are a member of"), player_data.teams),
    DataList("leagues", _("leagues you are a member of"), player_data.leagues),
)
