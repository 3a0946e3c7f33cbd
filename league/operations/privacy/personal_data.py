"""The register of personal data: every database field that can contain some, and similar fields
that contain none. docs/privacy.md, the page /privacy/ and a test over all models read it."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from django.utils.translation import gettext_lazy as _

from league.models.fields import FieldFacts, PersonalData, Purpose, Reader, Subject, Term
from league.models.people import PLAYER_FIELDS
from league.operations.privacy.data_of_accounts import DATA_OF_ACCOUNTS
from league.operations.privacy.data_of_players import DATA_OF_PLAYERS
from league.operations.privacy.vocabulary import DataElsewhere


def _declared(facts: Mapping[str, FieldFacts]) -> Iterator[PersonalData]:
    """Yield the data that a model declares, each with the names of its fields."""
    for data in dict.fromkeys(fact.personal for fact in facts.values() if fact.personal):
        names = (name for name, fact in facts.items() if fact.personal is data)
        yield replace(data, fields=tuple(names))


REGISTER = (*DATA_OF_ACCOUNTS, *_declared(PLAYER_FIELDS), *DATA_OF_PLAYERS)
ELSEWHERE = (
    DataElsewhere(
        _("server memory"),
        _("how many requests a network address or an account has sent"),
        *(Subject.VISITOR, Purpose.PROTECTION, Term.MINUTES, Reader.NOBODY),
    ),
    DataElsewhere(
        _("server log"),
        _("errors, and the web server’s entries, such as network addresses"),
        *(Subject.VISITOR, Purpose.PROTECTION, Term.LOG, Reader.NOBODY),
    ),
    DataElsewhere(
        _("browser"),
        _("a cookie for signing in, and unsent rounds on a table’s phone"),
        *(Subject.ACCOUNT, Purpose.SIGN_IN, Term.BROWSER, Reader.NOBODY),
    ),
)

# model → fields of text, JSON or files that say nothing about a person
NO_PERSONAL_DATA: Mapping[str, str] = {
    "auth.Permission": "name codename",
    "auth.Group": "name",
    "contenttypes.ContentType": "app_label model",
    "league.Club": (
        "slug name name_key timezone language visibility player_visibility main_colour"
        " accent_colour meeting_place meeting_time logo_version webhook_events"
        " step_free_tables penalty_reasons"
    ),
    "league.AuditChain": "last_hash",
    "league.AuditEntry": "kind previous_hash hash",
    "league.AuditSubject": "kind",
    "league.ClubAddress": "slug",
    "league.CorrectionProposal": "kind result state",
    "league.PlayerMerge": "last_ids",
    "league.ClubLogo": "content",
    "league.HealthCheck": "slug colour figures",
    "league.Job": "language",
    "league.JobFile": "role media_type",
    "league.Session": "queue_game",
    "league.Season": "name name_key games house_rules confirmation correction_policy",
    "league.Team": "name name_key",
    "league.TeamTable": "rule",
    "league.League": "name name_key games member_rule place_rule",
    "league.ClubAward": "name name_key statistic game category prize currency",
    "league.Match": "game options evidence result",
    "league.Submission": "evidence device",
    "league.TranscriptDraft": "body entered acts",
    "league.Ladder": "name name_key games rules",
    "league.Period": "name seed",
    "league.Division": "name",
    "league.Confirmation": "result",
    "league.Dispute": "result",
    "league.TableCode": "code",
    "league.SignUpSettings": "access code",
    "league.Tournament": "game options format preferred rules step_free_tables seed",
    "league.Sitting": "kind state seed request_hash",
    "league.Webhook": "url format description events secret old_secret disabled_because",
    "league.Event": "code type",
    "league.Outgoing": "channel",
    "league.Message": "key batch",
    "league.PushKey": "private",
    "league.Attempt": "error",
    "scoring.SchemeVersion": "scheme",
    "scoring.Table": "game scheme",
    "scoring.Projection": "scheme",
    "scoring.Result": "game",
    "scoring.Encounter": "game",
    "scoring.Draw": "seed",
    "scoring.Standing": "rank_key",
    "scoring.RatingBook": "algorithm",
    "scoring.Rating": "game",
    "socialaccount.SocialApp": "provider provider_id name client_id secret key settings",
}
