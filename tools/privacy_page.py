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

For the board of a club: what Manche stores about players, members and visitors, why, for how long,
and who can see it. Each server shows the same, with its own times, on its page `/privacy/` in
English, French and German. Copy this page into the records that the law requires (in the European
Union the record of processing activities, article 30 of the GDPR), and add the name of the club,
the operator of the server, and the location of the server.

In short:

- Members see full names. Everybody else sees what a player shows: the full name, first name and
  initial, an alias, or no name.
- A club is public, unlisted or for members only (*Club settings*). An unlisted club is in no list
  and asks search engines to leave it out. Of a club for members only, strangers see nothing: no
  page, file, feed, calendar, picture or screen. Secret links (the code of a table, a personal link
  for sign-ups, the own calendar) keep working.
- Manche does not ask for birthdays, addresses or telephone numbers. One entry may concern health:
  whether a player needs a step-free table.
- Nothing is sent to third parties, except to the mail server, to programs that an admin of the
  club has connected ([webhooks](webhooks.md)), and to a sign-in service, if the owner of the
  server has set one up.
- Public pages set no cookie; signing in needs one.
- The owner of the server sees accounts and the log of e-mails on pages, and could read everything
  in the database.
"""
BELOW = """\
## When somebody asks

**What do you know about me?** A person with an account opens *Account → Your data* and prepares
[one file](archive.md#the-file-of-a-person-version-1) with everything for which this page names a
list. For a player without an account, an organiser prepares the file on the player's page of the
desk. Make sure that the request really comes from that person. The law gives you a month to answer.

**That is wrong.** Names and e-mail addresses can be changed on the page *Account* and on the
player's page of the desk. Rounds are corrected with a reason, and the earlier version remains
visible.

**Show less of me.** A person with an account chooses on *Account → How the public sees you*; for
others, organisers choose on the player's page. The choice takes effect immediately on every page.
Files and prints made earlier do not change.

**Erase me.** A person with an account can erase one player on *Account → How the public sees you*,
or everything with *Account → Delete your account*. For a player without an account, an owner of
the club does this on the player's page of the desk. The last column above shows what happens to
each kind of data. Other players' results depend on those of the person, so they stay: under a
“former player”, a different one in each season, tournament and division. These have random
numbers, and nothing links them, not even the log of the club, in which the person can no longer be
found. Ratings would link them, so they are recalculated from each season alone; the ratings of
other players may change a little. Somebody who knows the club well may still guess who played; that
cannot be avoided as long as the results stay.

Names are removed from reasons, notes, places, announcements and messages wherever they are written
in full, regardless of accents, capitals and hyphens, and also with the family name first. Former
names are removed too, as far as the log or an import knows them. Single words of the name, parts of
words with hyphens, and names of one word are removed from texts about the person's own matches,
evenings and tournaments. Nicknames and misspellings cannot be found: check the notes of the club.
What the club has published about itself, and the names of seasons and tournaments, do not change.

A downloaded archive or spreadsheet is outside the server: delete it there too. Copies in a browser
or in a program of the club are updated with its next request.

## Backups

A [backup](backup-update-move.md#backups) is a copy of everything on one day. It still contains
people who have been erased since. So keep backups no longer than you need them (a month is enough
for most clubs), and keep them where nobody else can read them. After restoring a backup, erase
again what had been erased: write down when erasures were requested, without the names. In
[a store elsewhere](backup-update-move.md#in-a-store-elsewhere), backups are encrypted: the
operator of the store sees their sizes and times, but not their content. Make sure that the store
does not keep deleted objects either.
"""


def main() -> int:
    PAGE.write_text(page())
    return 0


def page() -> str:
    """Return the page in English, with the times of a server that sets none."""
    with translation.override("en"):
        return "\n".join([ABOVE, *_register(), *_elsewhere(), *_retention(), BELOW])


def _register() -> Iterator[str]:
    from league.models.fields import Subject
    from league.operations.privacy.personal_data import REGISTER
    from league.operations.privacy.vocabulary import term_words

    titles = {Subject.PLAYER: "About players", Subject.ACCOUNT: "About account holders"}
    for subject, title in titles.items():
        yield f"## {title}\n"
        yield from _table(
            [
                "what",
                "why",
                "how long",
                "who can see it besides the person",
                "in the file of the person",
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
    yield "Every hour, a task deletes data whose time is over. To change the days, set these"
    yield "variables of the server:\n"
    yield from _table(
        ["variable", "default"],
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
