"""Write docs/privacy.md from the register of personal data.

    python -m tools.privacy_page

A test fails while the page differs from what this writes.
"""

import os
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import django
from django.conf import settings
from django.utils import translation

PAGE = Path(__file__).parents[1] / "docs" / "privacy.md"
ABOVE = """\
# What is kept about people

<!-- Written by `python -m tools.privacy_page` from league/operations/privacy: change it there. -->

For the board of a club: what Manche keeps about players, members and visitors, why, for how long,
and who reads it. Each server shows the same with its own times on its page `/privacy/`, in
English and French. Copy this page into the records that the law asks of you (in the European
Union the record of processing activities, article 30 of the GDPR), and add the name of the club,
of whoever runs the server, and where the server stands.

In short:

- Members read full names. Everybody else reads what a player shows: the full name, first name and
  initial, an alias, or no name.
- No birthday, address or telephone number is asked for. One thing may touch on health: whether
  somebody needs a table without steps.
- Nothing is sent to third parties, except to the mail server, to programs to which an owner of
  the club has it sent ([webhooks](webhooks.md)), and to a service that signs people in, where the
  owner of the server has set one up.
- Public pages set no cookie; signing in needs one.
- The owner of the server sees accounts and the log of mails on pages, and could read everything
  in the database itself.
"""
BELOW = """\
## When somebody asks

**What do you know about me?** A person with an account finds *Account → Your data* and prepares
[one file](my-data.md) with all that this page marks with the name of a list. For a player without
an account an organiser does so, on the player's page of the desk; make sure that it is really
that person who asks. The law gives you a month.

**That is wrong.** Names and e-mail addresses are changed on the page *Account* and on the
player's page of the desk; rounds are corrected with a reason, and the earlier version stays
beside it.

**Show less of me.** A person with an account chooses on *Account → How the public sees you*; for
others organisers choose on the player's page. It holds at once and on every page. Files and prints
that somebody has made before stay as they were.

**Erase me.** A person with an account does so on *Account → How the public sees you*, for one club,
or with *Account → Delete your account*, for all; for a player without an account an owner of the
club does, on the player's page of the desk. The last column above says what becomes of what.
Results of others rest on those of the person, so they stay: under a “former player”, another one in
each season, tournament and division. These have random numbers, and nothing joins them: not the
log of the club either, in which the person can no longer be found. Ratings, which do join, are
computed anew from each season alone; those of others may move a little. Who knows a club well may
still guess who played; that cannot be helped as long as the results stay.

Names are taken out of reasons, notes and messages wherever they are written in full, whatever the
accents and capitals; single words of the name, and a name of one word, are taken out of what is
about the person's own matches. Nicknames and slips of the pen cannot be found: look through the
notes of the club. What the club has published about itself, and names of seasons and tournaments,
stay as they are.

An archive or a spreadsheet that somebody has downloaded is outside the server: delete it there
too. What a browser or a program of the club has copied changes when it asks again.

## Back-ups

A [back-up](admin.md#back-up-restore-update) is a copy of everything on one day. Whoever was
deleted since is still in it. So keep back-ups no longer than you need them (a month is enough for
most clubs), keep them where nobody else reads them, and after restoring one delete again what had
been deleted: write down when that was asked for, without the name. In
[a store elsewhere](admin.md#in-a-store-elsewhere) back-ups are sealed: whoever runs it sees their
sizes and times, and nothing of what is in them. Let the store not keep deleted objects either.
"""


def main() -> int:
    PAGE.write_text(page())
    return 0


def page() -> str:
    """Return the page in English, with the times of a server that sets none."""
    with translation.override("en"):
        return "\n".join([ABOVE, *_register(), *_elsewhere(), *_retention(), BELOW])


def _register() -> Iterator[str]:
    from league.operations.privacy.personal_data import REGISTER
    from league.operations.privacy.vocabulary import Subject, term_words

    titles = {Subject.PLAYER: "About those who play", Subject.ACCOUNT: "About those who sign in"}
    for subject, title in titles.items():
        yield f"## {title}\n"
        yield from _table(
            [
                "what",
                "why",
                "how long",
                "who reads it besides the person",
                "in the handed-out file",
                "when the person is erased",
            ],
            (
                [
                    row.what,
                    row.purpose.label,
                    term_words(row.term),
                    row.reader.label,
                    f"`{row.list}`" if row.list else f"no: {row.secret and row.secret.label}",
                    row.erased.label,
                ]
                for row in REGISTER
                if row.subject == subject
            ),
        )


def _elsewhere() -> Iterator[str]:
    from league.operations.privacy.personal_data import ELSEWHERE

    yield "## Outside the database\n"
    yield from _table(
        ["where", "what", "why", "how long"],
        ([row.place, row.what, row.purpose.label, row.term.label] for row in ELSEWHERE),
    )


def _retention() -> Iterator[str]:
    from league.operations.privacy.vocabulary import term_words

    yield "## Times\n"
    yield "A task deletes every hour what has been kept for its time. These variables of the server"
    yield "change the days:\n"
    yield from _table(
        ["variable", "kept, unless it is set"],
        (
            [f"`RETENTION_{kind.upper()}_DAYS`", term_words(kind)]
            for kind in settings.RETENTION_DAYS
        ),
    )


def _table(titles: list[str], rows: Iterable[list[object]]) -> Iterator[str]:
    yield "| " + " | ".join(titles) + " |"
    yield "|" + "---|" * len(titles)
    for row in rows:
        yield "| " + " | ".join(str(cell) for cell in row) + " |"
    yield ""


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.config.settings")
    django.setup()
    sys.exit(main())
