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
  initial, or no name.
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

**Show less of me.** Organisers choose on the player's page what the public reads, at once and on
every page. Files and prints that somebody has made before stay as they were.

**Delete me.** Results of others rest on those of the person, so they stay, without the name. An
account is deleted with its sign-ins, keys, tokens and roles; what it did stays in the logs
without a name. An archive or a spreadsheet that somebody has downloaded is outside the server:
delete it there too.

## Back-ups

A [back-up](admin.md#back-up-restore-update) is a copy of everything on one day. Whoever was
deleted since is still in it. So keep back-ups no longer than you need them (a month is enough for
most clubs), keep them where nobody else reads them, and after restoring one delete again what had
been deleted: write down when that was asked for, without the name.
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
            ],
            (
                [
                    row.what,
                    row.purpose.label,
                    term_words(row.term),
                    row.reader.label,
                    f"`{row.list}`" if row.list else f"no: {row.secret and row.secret.label}",
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
