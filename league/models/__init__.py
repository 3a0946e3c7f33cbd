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
from league.models.awards import AwardCategory, ClubAward, Currency
from league.models.calendars import CalendarAddress
from league.models.clocks import Clock
from league.models.exchange import Import, Job, JobFile, JobFilePart, JobState
from league.models.health import HealthCheck, HealthColour
from league.models.invitations import Invitation, InvitationState
from league.models.ladders import (
    Came,
    Division,
    DivisionMember,
    Ladder,
    MemberWish,
    Period,
    PlayOff,
)
from league.models.leagues import League, LeagueMember, MemberRule, PlaceRule
from league.models.mail import MailCategory, SuppressedAddress, SuppressionReason
from league.models.matches import (
    Match,
    Seat,
    Submission,
    Substitution,
    SubstitutionEffect,
    TranscriptDraft,
)
from league.models.merges import PlayerMerge
from league.models.messages import (
    MailTime,
    Message,
    MessageKind,
    MessageSettings,
    PlaceCheck,
    PushKey,
    PushSubscription,
    StoppedMessages,
)
from league.models.outbox import Attempt, Channel, Outgoing, OutgoingState
from league.models.people import (
    Club,
    ClubAddress,
    ClubLogo,
    ClubVisibility,
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
    DisputeOutcome,
    ProposalKind,
    ProposalState,
)
from league.models.room import RoomAnnouncement, TableCall
from league.models.seasons import CorrectionPolicy, Night, Quorum, Season, Session
from league.models.seating_needs import SeatingWish
from league.models.sessions import ActionKind, Presence, SeatingPlan
from league.models.signups import (
    PersonalLink,
    SignUp,
    SignUpAccess,
    SignUpAnswer,
    SignUpSettings,
    SignUpSheet,
)
from league.models.teams import Team, TeamMember, TeamTable
from league.models.tokens import Scope, TableCode, Token, TokenQuerySet
from league.models.tournaments import (
    Audience,
    Entrant,
    EntrantState,
    Format,
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
from league.models.webhooks import (
    Announcement,
    Event,
    EventFeed,
    EventType,
    Webhook,
    WebhookFormat,
)

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
    "AwardCategory",
    "CalendarAddress",
    "Came",
    "Channel",
    "Clock",
    "Club",
    "ClubAddress",
    "ClubAward",
    "ClubLogo",
    "ClubVisibility",
    "Confirmation",
    "ConfirmationWay",
    "CorrectionPolicy",
    "CorrectionProposal",
    "Currency",
    "Dispute",
    "DisputeOutcome",
    "Division",
    "DivisionMember",
    "Entrant",
    "EntrantState",
    "Event",
    "EventFeed",
    "EventType",
    "Format",
    "HealthCheck",
    "HealthColour",
    "Import",
    "IncidentKind",
    "Invitation",
    "InvitationState",
    "Job",
    "JobFile",
    "JobFilePart",
    "JobState",
    "Ladder",
    "League",
    "LeagueMember",
    "MailCategory",
    "MailTime",
    "Match",
    "MemberRule",
    "MemberWish",
    "Membership",
    "Message",
    "MessageKind",
    "MessageSettings",
    "Night",
    "Outgoing",
    "OutgoingState",
    "Period",
    "PersonalLink",
    "PlaceCheck",
    "PlaceRule",
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
    "RoomAnnouncement",
    "Scope",
    "Season",
    "Seat",
    "SeatingPlan",
    "SeatingWish",
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
    "Substitution",
    "SubstitutionEffect",
    "SuppressedAddress",
    "SuppressionReason",
    "TableCall",
    "TableCode",
    "Team",
    "TeamMember",
    "TeamTable",
    "Token",
    "TokenQuerySet",
    "Tournament",
    "TranscriptDraft",
    "User",
    "Visibility",
    "Webhook",
    "WebhookFormat",
    "Wish",
    "WishKind",
]
