"""Settings of drf-spectacular, which generates the description of the API."""

from typing import Any

# the subjects of operations: the rooms of `api` that have them, in the order of the pages
SUBJECTS = {
    "people": "Clubs, players and members",
    "seasons": "Seasons, leagues and teams",
    "sessions": "Sessions and their desk",
    "signups": "Sign-ups",
    "matches": "Matches and rounds",
    "results": "Confirmations, disputes and stopped matches",
    "standings": "Standings and ratings",
    "tournaments": "Tournaments",
    "ladders": "Ladders",
    "games": "Games and the check of records",
    "room": "Announcements and calls",
    "webhooks": "Webhooks and events",
    "messages": "Messages",
    "exchange": "Imports, archives and jobs",
    "identity": "Merges of players",
    "paper": "Papers",
    "privacy": "Data of a person",
}

SETTINGS: dict[str, Any] = {
    "TITLE": "Manche",
    "DESCRIPTION": "Clubs, seasons, sessions and verified rounds of table games.",
    "VERSION": "1",
    "OAS_VERSION": "3.1.0",
    "TAGS": [{"name": name, "description": title} for name, title in SUBJECTS.items()],
    "SERVERS": [{"url": "/", "description": "This server"}],
    "SERVE_INCLUDE_SCHEMA": False,
    # it makes the whole description: 10 s of `manage.py upgrade-check`
    "ENABLE_DJANGO_DEPLOY_CHECK": False,
    "COMPONENT_SPLIT_REQUEST": True,
    "ENUM_GENERATE_CHOICE_DESCRIPTION": False,
    "ENUM_NAME_OVERRIDES": {
        "GameEnum": "api.games.shapes.GAME_NAMES",
        "JobStateEnum": "league.models.JobState.values",
        "DeliveryStateEnum": "api.webhooks.deliveries.STATES",
        "EntrantStateEnum": "league.models.EntrantState.values",
        "SittingStateEnum": "league.models.SittingState.values",
        "TableStateEnum": "league.operations.tournaments.play.sitting_views.TABLE_STATES",
        "SittingKindEnum": "league.models.SittingKind.values",
        "ClubVisibilityEnum": "league.models.ClubVisibility.values",
        "VisibilityEnum": "league.models.Visibility.values",
        "AudienceEnum": "league.models.Audience.values",
        "WishKindEnum": "league.models.WishKind.values",
        "IncidentKindEnum": "league.models.IncidentKind.values",
        "ClockActionEnum": "api.sessions.clocks.ACTIONS",
        "ClockEnum": "api.tournaments.sitting_shapes.CLOCK_ACTIONS",
        "EndingEnum": "api.sessions.closing.CHOICES",
        "FormatEnum": "api.exchange.imports.FORMATS",
        "TeamRuleEnum": "api.seasons.teams.RULES",
        "SeatingRuleEnum": "api.tournaments.tournaments.RULES",
        "SeatingModeEnum": "api.tournaments.sitting_shapes.MODES",
        "InvitationStateEnum": "api.people.invitations.STATES",
        "LineOutcomeEnum": "api.people.paste.LINE_OUTCOMES",
        "OutcomeEnum": "league.models.DisputeOutcome.values",
        "EventsEnum": "league.models.EventType.values",
        "WebhookFormatEnum": "league.models.WebhookFormat.values",
        "TournamentFormatEnum": "league.models.Format.values",
    },
    "PATH_CONVERTER_OVERRIDES": {  # as api.urls has them
        "number": {"type": "integer", "format": "int64", "minimum": 1, "maximum": 10**18 - 1},
        "slug": {"type": "string", "pattern": "^[-a-zA-Z0-9_]+$"},
    },
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "api.description.components.add",
    ],
}
