"""The logs of evenings and of tournaments become entries in the logs of their clubs."""

import hashlib
import json
import secrets
from collections import defaultdict
from datetime import UTC, timedelta

from django.db import migrations

NEAR = timedelta(seconds=5)  # between two entries of one transaction
STOPS = ("result.stop", "result.forfeit", "result.abandon")
RESULTS = {
    "stop": STOPS,
    "postpone": ("result.postpone",),
    "play_on": ("result.play_on",),
}
OF_RESULTS = {
    *("forfeit", "stop", "abandon", "resume", "postpone", "play_on", "confirm", "unconfirm"),
    *("dispute", "undispute", "decide", "undecide", "seats"),
}


class Log:
    """The log of one club, which this migration reads and continues."""

    def __init__(self, apps, club):
        self.apps, self.club = apps, club
        self.entries = list(self.rows("AuditEntry").filter(club=club).order_by("number"))
        last = self.entries[-1] if self.entries else None
        self.number, self.hash = (last.number, last.hash) if last else (0, "")
        self.of_matches = defaultdict(list)
        for entry in self.entries:
            if is_result(entry):
                self.of_matches[tuple(entry.subject.get("matches", ()))].append(entry)

    def rows(self, name):
        return self.apps.get_model("league", name)._base_manager

    def results(self, action):
        """Return the entries about the result of the match of this action."""
        return self.of_matches[tuple(action.subject.get("matches", ()))]

    def store(self):
        """Store the new end of the log."""
        end = {"last_number": self.number, "last_hash": self.hash}
        self.rows("AuditChain").update_or_create(club=self.club, defaults=end)

    def append(self, kind, at, by, subject, after=None, undo_data=None, note=""):
        """Add an entry about an act that the log does not have."""
        people = []
        subject = {name: value for name, value in subject.items() if value}
        players = list(dict.fromkeys(subject.get("players", ())))
        if players:
            subject["players"] = [self._digest(people, "player", player) for player in players]
        after = dict(after or {})
        if note:
            after["note"] = self._text(note, players)
        entry = self.rows("AuditEntry").model(
            club=self.club,
            number=self.number + 1,
            at=at,
            by=self._digest(people, "actor", by) if by else "",
            kind=kind,
            subject=subject,
            after=after,
            previous_hash=self.hash,
            undo_data=undo_data or {},
        )
        entry.hash = hash_of(entry)
        entry.save()
        self.rows("AuditSubject").bulk_create(
            [self.rows("AuditSubject").model(entry=entry, **row) for row in people]
            + [
                self.rows("AuditSubject").model(entry=entry, kind="match", object_id=pk)
                for pk in subject.get("matches", ())
            ]
        )
        self._index(entry, subject)
        self.entries.append(entry)
        self.number, self.hash = entry.number, entry.hash
        return entry

    def index(self):
        """Let every entry be found by its session and its tournament."""
        tables = self.rows("SittingTable").filter(
            sitting__tournament__season__club=self.club, match__isnull=False
        )
        tournaments = dict(tables.values_list("match", "sitting__tournament"))
        for entry in self.entries:
            of_match = next(iter(entry.subject.get("matches", ())), None)
            of_result = {"tournament": tournaments.get(of_match)} if is_result(entry) else {}
            self._index(
                entry, {**{name: pk for name, pk in of_result.items() if pk}, **entry.subject}
            )

    def _index(self, entry, subject):
        entry.about = {name: subject[name] for name in ("session", "tournament") if name in subject}
        self.rows("AuditSubject").bulk_create(
            [
                self.rows("AuditSubject").model(entry=entry, kind=name, object_id=pk)
                for name, pk in entry.about.items()
            ]
        )

    def _digest(self, people, kind, pk):
        row = {"kind": kind, "object_id": pk, "salt": secrets.token_hex(16)}
        people.append(row)
        return hashlib.sha256(f"{row['salt']}{kind}{pk}".encode()).hexdigest()

    def _text(self, note, players):
        text = self.rows("AuditText").create(club=self.club, text=note, salt=secrets.token_hex(16))
        for player in players:
            self.rows("AuditTextPerson").create(text=text, player_id=player)
        return {
            "text": text.pk,
            "digest": hashlib.sha256(f"{text.salt}{text.text}".encode()).hexdigest(),
        }


def hash_of(entry):
    content = {
        "club": entry.club_id,
        "number": entry.number,
        "at": entry.at.astimezone(UTC).isoformat(timespec="microseconds"),
        "by": entry.by,
        "kind": entry.kind,
        "subject": entry.subject,
        "before": entry.before,
        "after": entry.after,
        "previous_hash": entry.previous_hash,
    }
    canonical = json.dumps(content, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(canonical.encode()).hexdigest()


def is_result(entry):
    return entry.kind.startswith("result.")


def is_near(one, other):
    return abs(one - other) < NEAR


def carry_actions(log):
    """Give each action of an evening to its entry, or append one; and to the undo, what it
    undid."""
    actions = list(log.rows("EveningAction").filter(session__season__club=log.club).order_by("pk"))
    find = entry_finder(log)
    undone_by_ref = {
        ref: entry
        for entry in log.entries
        if entry.kind == "session.undo"
        for ref in entry.subject.get("refs", ())
    }
    numbers, undoes, changed = {}, defaultdict(list), {}
    for action in actions:
        entry = find(action, changed)
        undo = undo_of(log, action, numbers)
        if entry is None:
            subject = subject_of(action)
            room = "result" if action.kind in ("postpone", "play_on") else "session"
            kind = f"{room}.{action.kind}"
            entry = log.append(kind, action.at, action.by_id, subject, undo_data=undo)
        else:
            entry.undo_data = undo
            changed[entry.pk] = entry
        numbers[action.pk] = entry.number
        if action.undone_at is not None:
            undone_by = undone_by_ref.get(f"action-{action.pk}") or resumption(log, action)
            undoes[undone_by].append((action, entry.number))
    for undone_by, undone in undoes.items():
        if undone_by is None:
            append_undos(log, undone)
        else:
            undone_by.undo_data = {"undoes": [number for _action, number in undone]}
            changed[undone_by.pk] = undone_by
    log.rows("AuditEntry").bulk_update(changed.values(), ["undo_data"], batch_size=200)


def append_undos(log, undone):
    for action, number in undone:
        log.append(
            "session.undo", action.undone_at, action.undone_by_id, subject_of(action),
            {"acts": [action.kind]}, {"undoes": [number]},
        )  # fmt: skip


def entry_finder(log):
    """Return a function that finds the entry of an action; None if the log has none."""
    by_action = {entry.subject.get("action"): entry for entry in log.entries}
    redone = {
        tuple(entry.subject.get("refs", ())): entry
        for entry in log.entries
        if entry.kind == "session.redo"
    }

    def find(action, taken):
        entry = by_action.get(action.pk) or redone.get((action.subject.get("again"),))
        kinds = RESULTS.get(action.kind, ())
        results = (row for row in log.results(action) if row.kind in kinds and row.pk not in taken)
        return entry or next((row for row in results if is_near(row.at, action.at)), None)

    return find


def resumption(log, action):
    """Return the entry that resumed the match which the action had ended; None if there is
    none."""
    resumed = (row for row in log.results(action) if row.kind == "result.resume")
    return next((row for row in resumed if is_near(row.at, action.undone_at)), None)


def undo_of(log, action, numbers):
    """Return what undoing the action takes; players follow from the rows it made."""
    details = {
        name: value
        for name, value in action.subject.items()
        if name not in ("players", "watching", "matches")
    }
    if action.kind == "stop":
        seats = log.rows("Seat").filter(match__in=action.subject["matches"])
        seats = dict(seats.values_list("player", "number"))
        forfeited = action.subject.get("forfeited", ())
        details["forfeited"] = sorted(seats[player] for player in forfeited if player in seats)
    if again := action.subject.get("again"):
        number = numbers.get(int(again.removeprefix("action-")), 0)
        details["again"] = f"entry-{number}"
    return {"action": action.kind, **details}


def subject_of(action):
    subject = action.subject
    return {
        "season": action.session.season_id,
        "session": action.session_id,
        "matches": subject.get("matches"),
        "players": [*subject.get("players", ()), *subject.get("watching", ())],
    }


def carry_incidents(log):
    """Append the entries of tournaments that the log of the club does not have: of archives, and
    of the time before it."""
    times = defaultdict(list)
    for entry in log.entries:
        if tournament := entry.about.get("tournament"):
            times[tournament, entry.kind].append(entry.at)
    incidents = log.rows("Incident").filter(tournament__season__club=log.club).order_by("pk")
    for incident in incidents.select_related("tournament"):
        room = "result" if incident.kind in OF_RESULTS else "tournament"
        kind = f"{room}.{incident.kind}"
        if any(is_near(at, incident.at) for at in times[incident.tournament_id, kind]):
            continue
        players = [pk for pk in (incident.player_id, incident.other_id) if pk]
        subject = {
            "tournament": incident.tournament_id,
            "season": incident.tournament.season_id,
            "sitting": incident.sitting_number,
            "table": incident.table_number,
            "players": players,
        }
        log.append(kind, incident.at, incident.by_id, subject, note=incident.note)


def carry_over(apps, schema_editor):
    for club in apps.get_model("league", "Club")._base_manager.order_by("pk"):
        log = Log(apps, club)
        log.index()
        carry_actions(log)
        carry_incidents(log)
        if log.entries:
            log.store()


class Migration(migrations.Migration):
    dependencies = [("league", "0067_one_log")]

    operations = [migrations.RunPython(carry_over, migrations.RunPython.noop)]
