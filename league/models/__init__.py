from league.models.clubs import Club, Membership, Player, Role, Visibility
from league.models.codes import TableCode
from league.models.evenings import ActionKind, EveningAction, Presence
from league.models.imports import Import
from league.models.jobs import Job, JobFile, JobFilePart, JobState
from league.models.matches import Match, Seat, Submission
from league.models.seasons import Season, Session
from league.models.tokens import Scope, Token, TokenQuerySet
from league.models.users import User
from league.models.webhooks import Announcement, Attempt, Delivery, Event, EventType, Webhook

__all__ = [
    "ActionKind",
    "Announcement",
    "Attempt",
    "Club",
    "Delivery",
    "EveningAction",
    "Event",
    "EventType",
    "Import",
    "Job",
    "JobFile",
    "JobFilePart",
    "JobState",
    "Match",
    "Membership",
    "Player",
    "Presence",
    "Role",
    "Scope",
    "Season",
    "Seat",
    "Session",
    "Submission",
    "TableCode",
    "Token",
    "TokenQuerySet",
    "User",
    "Visibility",
    "Webhook",
]
