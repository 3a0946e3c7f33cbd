"""The tables of the league, one module per subject; only operations write them.

Invariants are constraints here, with names and messages. Read `people`, `seasons` and `matches`
first.
"""

from league.models.audit import (
    AuditChain,
    AuditEntry,
    AuditKind,
    AuditSubject,
    AuditText,
    AuditTextPerson,
)
from league.models.exchange import Job, JobFile, JobFilePart, JobState
from league.models.health import HealthCheck, HealthColour
from league.models.imports import Import
from league.models.invitations import Invitation, InvitationState
from league.models.ladders import Came, Division, DivisionMember, Ladder, Period, PlayOff
from league.models.mail import Mail, MailCategory, MailState, SuppressedAddress, SuppressionReason
from league.models.matches import Match, Seat, Submission
from league.models.merges import PlayerMerge
from league.models.messages import (
    DeliveryChannel,
    DeliveryState,
    MailTime,
    Message,
    MessageDelivery,
    MessageKind,
    MessageSettings,
    PlaceCheck,
    PushKey,
    PushSubscription,
    StoppedMessages,
)
from league.models.people import (
    Club,
    ClubAddress,
    ClubLogo,
    Membership,
    Player,
    PlayerWord,
    Role,
    Visibility,
)
from league.models.results import (
    Confirmation,
    ConfirmationWay,
    CorrectionProposal,
    Dispute,
    Outcome,
    ProposalKind,
    ProposalState,
)
from league.models.seasons import CorrectionPolicy, Quorum, Season, Session
from league.models.sessions import ActionKind, EveningAction, Presence
from league.models.signups import (
    PersonalLink,
    SignUp,
    SignUpAccess,
    SignUpAnswer,
    SignUpSettings,
    SignUpSheet,
)
from league.models.table_codes import TableCode
from league.models.tokens import Scope, Token, TokenQuerySet
from league.models.tournaments import (
    Audience,
    Entrant,
    EntrantState,
    Format,
    Incident,
    IncidentKind,
    Sitting,
    SittingKind,
    SittingState,
    SittingTable,
    Tournament,
    Wish,
    WishKind,
)
from league.models.users import User
from league.models.webhooks import Announcement, Attempt, Delivery, Event, EventType, Webhook

__all__ = [
    "ActionKind",
    "Announcement",
    "Attempt",
    "Audience",
    "AuditChain",
    "AuditEntry",
    "AuditKind",
    "AuditSubject",
    "AuditText",
    "AuditTextPerson",
    "Came",
    "Club",
    "ClubAddress",
    "ClubLogo",
    "Confirmation",
    "ConfirmationWay",
    "CorrectionPolicy",
    "CorrectionProposal",
    "Delivery",
    "DeliveryChannel",
    "DeliveryState",
    "Dispute",
    "Division",
    "DivisionMember",
    "Entrant",
    "EntrantState",
    "EveningAction",
    "Event",
    "EventType",
    "Format",
    "HealthCheck",
    "HealthColour",
    "Import",
    "Incident",
    "IncidentKind",
    "Invitation",
    "InvitationState",
    "Job",
    "JobFile",
    "JobFilePart",
    "JobState",
    "Ladder",
    "Mail",
    "MailCategory",
    "MailState",
    "MailTime",
    "Match",
    "Membership",
    "Message",
    "MessageDelivery",
    "MessageKind",
    "MessageSettings",
    "Outcome",
    "Period",
    "PersonalLink",
    "PlaceCheck",
    "PlayOff",
    "Player",
    "PlayerMerge",
    "PlayerWord",
    "Presence",
    "ProposalKind",
    "ProposalState",
    "PushKey",
    "PushSubscription",
    "Quorum",
    "Role",
    "Scope",
    "Season",
    "Seat",
    "Session",
    "SignUp",
    "SignUpAccess",
    "SignUpAnswer",
    "SignUpSettings",
    "SignUpSheet",
    "Sitting",
    "SittingKind",
    "SittingState",
    "SittingTable",
    "StoppedMessages",
    "Submission",
    "SuppressedAddress",
    "SuppressionReason",
    "TableCode",
    "Token",
    "TokenQuerySet",
    "Tournament",
    "User",
    "Visibility",
    "Webhook",
    "Wish",
    "WishKind",
]
