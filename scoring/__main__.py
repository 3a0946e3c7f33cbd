"""The command line: python -m scoring check ARCHIVE [--records]."""

import sys
import zipfile
import zlib
from argparse import ArgumentParser
from collections.abc import Sequence

from scoring import archive_check
from scoring.archive_check import Archive

OK, NOT_OK, UNREADABLE = 0, 1, 2
ERRORS = (  # rows are not validated first, so any of these means: not an archive
    OSError, EOFError, RuntimeError, zipfile.BadZipFile, zlib.error,
    LookupError, TypeError, ValueError, AttributeError,
)  # fmt: skip


def main(argv: Sequence[str]) -> int:
    args = _parser().parse_args(argv)
    try:
        with zipfile.ZipFile(args.archive) as box:
            return _check(Archive(box), records=args.records)
    except ERRORS as error:
        print(f"cannot read this archive: {error!r}", file=sys.stderr)
        return UNREADABLE


def _check(archive: Archive, *, records: bool) -> int:
    status = OK
    for words in archive_check.differences(archive, records=records):
        print(words)
        status = NOT_OK
    tables = archive_check.count_tables(archive)
    if status == OK:
        print(f"{tables} tables are those that the results give.")
    return status


def _parser() -> ArgumentParser:
    parser = ArgumentParser(prog="python -m scoring", description="Standings without a server.")
    commands = parser.add_subparsers(required=True, metavar="check")
    check = commands.add_parser("check", help="check the archive of a club against itself")
    check.add_argument("archive", help="the ZIP file of a club")
    check.add_argument(
        "--records", action="store_true", help="compute results from the rounds of the records too"
    )
    return parser


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
