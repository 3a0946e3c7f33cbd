from league.models.clubs import Club, Membership, Player, Role, Visibility
from league.models.matches import Match, Seat, Submission
from league.models.seasons import Season, Session
from league.models.users import User

__all__ = [
    "Club",
    "Match",
    "Membership",
    "Player",
    "Role",
    "Season",
    "Seat",
    "Session",
    "Submission",
    "User",
    "Visibility",
]
