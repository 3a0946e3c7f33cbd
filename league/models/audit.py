"""The log of a club: what people did, entry by entry, each with the hash of the one before."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from league.models.people import Club


class AuditKind(models.TextChoices):
    """Kinds of log entries: the subject, then the act. Entries of evenings and tournaments end like
    ActionKind and IncidentKind."""

    SIGNED_IN = "account.signed_in", _("signed in")
    ACCOUNT_DELETED = "account.deleted", _("account deleted")
    CLUB_CREATED = "club.created", _("club created")
    CLUB_IMPORTED = "club.imported", _("club created from an archive")
    CLUB_EXPORTED = "club.exported", _("club archive requested")
    CLUB_CHANGED = "club.changed", _("club settings changed")
    LOGO_SENT = "club.logo_sent", _("logo uploaded")
    LOGO_REMOVED = "club.logo_removed", _("logo removed")
    INVITED = "invitation.created", _("invitation created")
    INVITATION_REVOKED = "invitation.revoked", _("invitation revoked")
    INVITATION_ACCEPTED = "invitation.accepted", _("invitation accepted")
    INVITATION_DECLINED = "invitation.declined", _("invitation declined")
    MEMBER_ADDED = "member.added", _("member added")
    ROLE_CHANGED = "member.role_changed", _("role changed")
    MEMBER_REMOVED = "member.removed", _("member removed")
    TOKEN_MADE = "token.made", _("API token created")
    TOKEN_REVOKED = "token.revoked", _("API token revoked")
    TABLE_CODE_MADE = "table.code_made", _("table code created")
    TABLE_CODE_REVOKED = "table.code_revoked", _("table code revoked")
    PLAYER_ADDED = "player.added", _("player added")
    PLAYERS_PASTED = "player.pasted", _("players added from a list")
    PLAYER_CHANGED = "player.changed", _("player changed")
    PLAYERS_MERGED = "player.merged", _("players merged")
    MERGE_UNDONE = "player.merge_undone", _("merge undone")
    PLAYER_ERASED = "player.erased", _("player erased")
    SEATING_WISH_SET = "player.seating_wish_set", _("seating wish added (evenings)")
    SEATING_WISH_REMOVED = "player.seating_wish_removed", _("seating wish removed (evenings)")
    SEASON_CREATED = "season.created", _("season created")
    SEASON_CHANGED = "season.changed", _("season changed")
    SEASON_CLOSED = "season.closed", _("season closed")
    SEASON_REOPENED = "season.reopened", _("season reopened")
    SEASON_DELETED = "season.deleted", _("season deleted")
    LEAGUE_CREATED = "league.created", _("league created")
    LEAGUE_CHANGED = "league.changed", _("league changed")
    LEAGUE_DELETED = "league.deleted", _("league deleted")
    AWARD_CREATED = "award.created", _("award created")
    AWARD_CHANGED = "award.changed", _("award changed")
    AWARD_DELETED = "award.deleted", _("award deleted")
    TEAM_TABLE_CREATED = "team.table_created", _("teams opened")
    TEAM_TABLE_CHANGED = "team.table_changed", _("rule for teams changed")
    TEAM_TABLE_DELETED = "team.table_deleted", _("all teams deleted")
    TEAM_CREATED = "team.created", _("team created")
    TEAM_CHANGED = "team.changed", _("team changed")
    TEAM_DELETED = "team.deleted", _("team deleted")
    TEAMS_DRAWN = "team.drawn", _("teams drawn")
    PENALTY_GIVEN = "penalty.given", _("penalty given")
    PENALTY_LIFTED = "penalty.lifted", _("penalty lifted")
    LOTS_DRAWN = "lots.drawn", _("tie-break drawn")
    SESSION_OPENED = "session.opened", _("evening created")
    SESSION_CHANGED = "session.changed", _("evening changed")
    SESSION_CANCELLED = "session.cancelled", _("evening cancelled")
    SESSION_DELETED = "session.deleted", _("evening deleted")
    SESSION_REINSTATED = "session.reinstated", _("evening reinstated")
    SESSION_JOINED = "session.joined", _("evening joined to a league night")
    SESSION_SEPARATED = "session.separated", _("evening taken out of its league night")
    SIGN_UP_SETTINGS = "sign_up.settings", _("sign-up settings changed")
    SIGN_UP_LINK_MADE = "sign_up.link_made", _("personal link created")
    SIGN_UP_LINK_REVOKED = "sign_up.link_revoked", _("personal link revoked")
    SIGN_UP_SHEET_OPENED = "sign_up.opened", _("sign-up opened")
    SIGN_UP_SHEET_CHANGED = "sign_up.changed", _("sign-up changed")
    SIGN_UP_SHEET_REMOVED = "sign_up.removed", _("sign-up list removed")
    SIGN_UP_ANSWERED = "sign_up.answered", _("sign-up answered")
    SIGN_UP_TAKEN_OUT = "sign_up.taken_out", _("sign-up removed")
    SESSION_CHECK_IN = "session.check_in", _("checked in")
    SESSION_LEAVE = "session.leave", _("checked out")
    SESSION_ADD_PLAYER = "session.add_player", _("new player checked in")
    SESSION_SEAT = "session.seat", _("tables created")
    SESSION_REMATCH = "session.rematch", _("rematch started")
    SESSION_SIT_OUT = "session.sit_out", _("sit-out recorded")
    SESSION_STRIKE_SIT_OUT = "session.strike_sit_out", _("sit-out removed")
    SESSION_CALL_OFF = "session.call_off", _("table cancelled")
    SESSION_RENUMBER = "session.renumber", _("table number changed")
    SESSION_MERGE_TABLES = "session.merge_tables", _("tables merged")
    SESSION_SPLIT_TABLE = "session.split_table", _("table split")
    SESSION_STOP = "session.stop", _("match ended")  # of the oldest evenings
    SESSION_CLOSE = "session.close", _("evening closed")
    SESSION_CLOCK_START = "session.clock_start", _("clock started")
    SESSION_CLOCK_PAUSE = "session.clock_pause", _("clock stopped")
    SESSION_CLOCK_GO_ON = "session.clock_go_on", _("clock resumed")
    SESSION_CLOCK_RESET = "session.clock_reset", _("clock reset")
    SESSION_CLOCK_TIME = "session.clock_time", _("time changed")
    SESSION_QUEUE = "session.queue", _("queue play changed")
    ANNOUNCED = "room.announced", _("announcement shown")
    ANNOUNCEMENT_REMOVED = "room.announcement_removed", _("announcement removed")
    TABLE_CALLED = "room.called", _("organiser called")
    TABLE_CALL_DONE = "room.call_done", _("call answered")
    SESSION_UNDO = "session.undo", _("undone")
    SESSION_REDO = "session.redo", _("redone")
    TRANSCRIPT_STARTED = "table.moves_started", _("move-by-move entry started")
    TRANSCRIPT_DISCARDED = "table.moves_discarded", _("move-by-move entry discarded")
    RESULT_ENTERED = "result.entered", _("result entered")
    CORRECTION_PROPOSED = "result.correction_proposed", _("correction proposed")
    CORRECTION_APPROVED = "result.correction_approved", _("correction approved")
    CORRECTION_REJECTED = "result.correction_rejected", _("correction rejected")
    CORRECTION_WITHDRAWN = "result.correction_withdrawn", _("proposed correction withdrawn")
    RESULT_CORRECTED = "result.corrected", _("round corrected")
    RESULT_SEATS = "result.seats", _("seats corrected")
    RESULT_STAND_IN = "result.stand_in", _("substitute at the table")
    RESULT_STAND_IN_UNDONE = "result.stand_in_undone", _("substitution undone")
    RESULT_FORFEIT = "result.forfeit", _("forfeit")
    RESULT_STOP = "result.stop", _("stopped early")
    RESULT_ABANDON = "result.abandon", _("abandoned without a result")
    RESULT_RESUME = "result.resume", _("resumed")
    RESULT_REPLAY = "result.replay", _("match replayed")
    RESULT_POSTPONE = "result.postpone", _("postponed")
    RESULT_PLAY_ON = "result.play_on", _("postponement undone")
    RESULT_CONFIRM = "result.confirm", _("result confirmed")
    RESULT_UNCONFIRM = "result.unconfirm", _("confirmation withdrawn")
    RESULT_DISPUTE = "result.dispute", _("result disputed")
    RESULT_UNDISPUTE = "result.undispute", _("dispute withdrawn")
    RESULT_DECIDE = "result.decide", _("dispute resolved")
    RESULT_UNDECIDE = "result.undecide", _("dispute reopened")
    TOURNAMENT_CREATE = "tournament.create", _("tournament created")
    TOURNAMENT_CHANGE = "tournament.change", _("tournament changed")
    TOURNAMENT_SCRIPT = "tournament.script", _("own seating plan saved")
    TOURNAMENT_DELETED = "tournament.deleted", _("tournament deleted")
    TOURNAMENT_ENTER = "tournament.enter", _("entered")
    TOURNAMENT_ENTRY = "tournament.entry", _("tournament entry changed")
    TOURNAMENT_TAKE_OUT = "tournament.take_out", _("tournament entry removed")
    TOURNAMENT_WISH = "tournament.wish", _("seating wish added")
    TOURNAMENT_FORGET_WISH = "tournament.forget_wish", _("seating wish removed")
    TOURNAMENT_LATE = "tournament.late", _("late arrival")
    TOURNAMENT_CHECK_IN = "tournament.check_in", _("checked in")
    TOURNAMENT_NOT_HERE = "tournament.not_here", _("check-in undone")
    TOURNAMENT_DROP_OUT = "tournament.drop_out", _("dropped out")
    TOURNAMENT_RETURN = "tournament.return", _("returned")
    TOURNAMENT_SUBSTITUTE = "tournament.substitute", _("substitute")
    TOURNAMENT_SKIP = "tournament.skip", _("skips a round")
    TOURNAMENT_UNSKIP = "tournament.unskip", _("plays a round after all")
    TOURNAMENT_NO_SHOW = "tournament.no_show", _("no-show")
    TOURNAMENT_DRAW = "tournament.draw", _("tournament round drawn")
    TOURNAMENT_DISCARD = "tournament.discard", _("draw discarded")
    TOURNAMENT_SWAP = "tournament.swap", _("seats changed by hand")
    TOURNAMENT_CHECK = "tournament.check", _("tournament round checked")
    TOURNAMENT_UNCHECK = "tournament.uncheck", _("returned to draft")
    TOURNAMENT_PUBLISH = "tournament.publish", _("tournament round published")
    TOURNAMENT_WITHDRAW = "tournament.withdraw", _("tournament round withdrawn")
    TOURNAMENT_SHOW_SCREENS = "tournament.show_screens", _("tournament round shown on the screens")
    TOURNAMENT_HIDE_SCREENS = (
        "tournament.hide_screens",
        _("tournament round removed from the screens"),
    )
    TOURNAMENT_SHOW_PUBLIC = "tournament.show_public", _("tournament round shown to the public")
    TOURNAMENT_HIDE_PUBLIC = "tournament.hide_public", _("tournament round hidden from the public")
    TOURNAMENT_START = "tournament.start", _("clock started")
    TOURNAMENT_UNSTART = "tournament.unstart", _("clock start undone")
    TOURNAMENT_PAUSE = "tournament.pause", _("clock stopped")
    TOURNAMENT_GO_ON = "tournament.go_on", _("clock resumed")
    TOURNAMENT_EXTRA_TIME = "tournament.extra_time", _("extra time")
    TOURNAMENT_LOCK = "tournament.lock", _("tournament round locked")
    TOURNAMENT_UNLOCK = "tournament.unlock", _("tournament round unlocked")
    TOURNAMENT_CLOSE = "tournament.close", _("tournament closed")
    TOURNAMENT_REOPEN = "tournament.reopen", _("tournament reopened")
    LADDER_CREATED = "ladder.created", _("ladder created")
    LADDER_CHANGED = "ladder.changed", _("ladder changed")
    PERIOD_OPENED = "ladder.period_opened", _("period opened")
    PERIOD_REMOVED = "ladder.period_removed", _("period opening undone")
    LADDER_WISH = "ladder.wish", _("wish for the next period recorded")
    PLAY_OFF_SET = "ladder.play_off_set", _("play-off created")
    IMPORT_STARTED = "import.started", _("import started")
    IMPORT_DONE = "import.done", _("import carried out")
    IMPORT_UNDONE = "import.undone", _("import undone")
    WEBHOOK_CREATED = "webhook.created", _("webhook created")
    WEBHOOK_CHANGED = "webhook.changed", _("webhook changed")
    WEBHOOK_ROTATED = "webhook.rotated", _("webhook secret renewed")
    WEBHOOK_REMOVED = "webhook.removed", _("webhook removed")
    WEBHOOK_TESTED = "webhook.tested", _("webhook tested")
    WEBHOOK_REPLAYED = "webhook.replayed", _("webhook messages sent again")


class AuditChain(models.Model):
    """The end of the log of a club. Its row is locked while an entry is added, after all other
    locks; only operations.audit.club_log writes it."""

    club = models.OneToOneField(Club, primary_key=True, on_delete=models.CASCADE, related_name="+")
    last_number = models.PositiveIntegerField(default=0)
    last_hash = models.CharField(max_length=64, blank=True)

    def __str__(self) -> str:
        return f"{self.club_id}: {self.last_number}"


class AuditEntry(models.Model):
    """One act of a person in a club. Append-only: a trigger refuses changes on PostgreSQL. Only
    operations.audit.club_log writes it.

    It refers to rows by plain numbers, so that their removal does not touch it, to people by
    digests of AuditSubject, which can be cut, and to names and words by the numbers of AuditText.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="audit_entries")
    number = models.PositiveIntegerField()  # from 1 in each club
    at = models.DateTimeField()
    by = models.CharField(max_length=64, blank=True)  # empty: a table's phone, the server
    # one of AuditKind; without choices, so that a new kind is no migration
    kind = models.CharField(max_length=40)
    subject = models.JSONField(default=dict)
    before = models.JSONField(default=dict)
    after = models.JSONField(default=dict)
    previous_hash = models.CharField(max_length=64, blank=True)
    hash = models.CharField(max_length=64)
    # what undoing an action of an evening takes (`action` and ids of rows), or which entries this
    # one undid (`undoes`, their numbers); it proves nothing, so the hash leaves it out
    undo_data = models.JSONField(default=dict)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["club", "number"], name="audit_entry_numbered_once"),
        ]
        indexes = [
            models.Index(fields=["club", "kind"], name="audit_entry_by_kind"),
            models.Index(fields=["club", "at"], name="audit_entry_by_time"),
        ]

    def __str__(self) -> str:
        return f"{self.club_id}: {self.number} {self.kind}"

    @property
    def ref(self) -> str:
        """Return the name of the entry in addresses."""
        return f"entry-{self.number}"

    @property
    def kind_label(self) -> str:
        """Return the kind in words; one that this version does not know keeps its code."""
        is_ours = self.kind in AuditKind.values
        return str(AuditKind(self.kind).label) if is_ours else self.kind


class AuditSubject(models.Model):
    """A player, account, match, session or tournament that an entry is about, or the account that
    did it. Only operations.audit.club_log writes it.

    The entry has a person as a digest with this salt. Of an erased person the row stays, without
    salt and id, and nothing leads from the digest to the person any more.
    """

    class Kind(models.TextChoices):
        PLAYER = "player"
        ACCOUNT = "account"
        ACTOR = "actor"
        MATCH = "match"
        SESSION = "session"
        TOURNAMENT = "tournament"

    entry = models.ForeignKey(AuditEntry, on_delete=models.CASCADE, related_name="subjects")
    kind = models.CharField(max_length=10)
    object_id = models.BigIntegerField(null=True)  # None: erased
    salt = models.CharField(max_length=32, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["kind", "object_id", "entry"], name="audit_subject_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.object_id}"


class AuditText(models.Model):
    """A name or words in the log that can be erased: the entry holds its number and a digest with
    this salt. Erased texts are empty, without salt. Only operations.audit.club_log writes it."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="+")
    text = models.TextField(blank=True)
    salt = models.CharField(max_length=32, blank=True)

    def __str__(self) -> str:
        return self.text


class AuditTextPerson(models.Model):
    """A player or an account named in a text of the log; the text is erased with the person. Only
    operations.audit.club_log writes it."""

    text = models.ForeignKey(AuditText, on_delete=models.CASCADE, related_name="people")
    player_id = models.BigIntegerField(null=True, db_index=True)
    account_id = models.BigIntegerField(null=True, db_index=True)

    def __str__(self) -> str:
        return f"{self.text_id}: {self.player_id or self.account_id}"
