"""A conflict says what to do instead. Texts that do not are listed here, by the reason."""

import ast
from collections import defaultdict
from pathlib import Path

from django.conf import settings

ALREADY_SO = {  # nothing is left to do
    "%(name)s already has an account.",
    "%(name)s was already merged into %(other)s.",
    "%(name)s’s guardian already has an account.",
    "Another rematch of this match has just been started.",
    "Another replay of this match has just been started.",
    "Period %(n)s is already open.",
    "The clock is already running.",
    "The clock is already stopped.",
    "There is no move to undo.",
    "These players already have a play-off.",
    "These players are already checked in.",
    "This action has already been redone.",
    "This action has not been undone.",
    "This action is already undone.",
    "This confirmation is already withdrawn.",
    "This dispute is already open.",
    "This entrant has not dropped out.",
    "This match already has rounds.",
    "This match is already cancelled.",
    "This match is not cancelled.",
    "This match is not postponed.",
    "This merge was already undone.",
    "This penalty is already lifted.",
    "This person already belongs to the club.",
    "This player has already answered.",
    "This round is already undone.",
    "This substitution is already undone.",
    "This table has just been cancelled.",
    "This tournament is already open.",
    "You already belong to this club.",
    "You are already %(name)s in this club.",
}
IMPOSSIBLE = {  # for good, or by a rule that the sentence states
    "%(name)s cannot be removed any more.",
    "%(name)s has chosen what the public sees; you can only show less.",
    "%(name)s is no longer a player of the club.",
    "A match of this evening already has a result, so its teams stay as they are.",
    "A player may bring at most %(most)s guest.",
    "A reason may have at most %(most)s characters.",
    "Guests cannot bring guests.",
    "No guests are allowed on this date.",
    "No move of this round has been entered.",
    "Only imports of the last 30 days can be undone.",
    "Only the latest period can be undone.",
    "Rounds of this game are not entered move by move.",
    "The club has no such player.",
    "The import has been used since and can no longer be undone.",
    "The next period is number %(n)s.",
    "This evening belongs to a tournament, which draws its tables itself.",
    "This game is not played in this season.",
    "This period has already been used, so it can no longer be undone.",
}
CHANGED = {  # the page or program has to look again
    "Another webhook has been added since you opened this page.",
    "The clock has changed since then.",
    "The match has changed since you opened it.",
    "The round has changed since you opened it.",
}
SAYS_IT = {  # in one sentence, or in the next text
    "%(count)s further problems are not listed.",
    "%(email)s was invited several times today.",
    "Choose the format “own seating plan” in the tournament settings first.",
    "In an arena, use “Manage evening” to check players in and out.",
    "Sign up first, then bring a guest.",
    "This club has sent many invitations today.",
    "This entrant has already been seated and can only drop out.",
    "To close it anyway, type exactly “%(name)s”.",
}


def test_every_conflict_says_what_to_do():
    texts = set(texts_of_conflicts())
    assert len(texts) > 100
    short = {text for text in texts if ": " not in text and ". " not in text}
    assert short == ALREADY_SO | IMPOSSIBLE | CHANGED | SAYS_IT


def texts_of_conflicts():
    """Yield the texts that functions of the operations raise a Conflict with."""
    for path in Path(settings.BASE_DIR, "league/operations").rglob("*.py"):
        for function in ast.walk(ast.parse(path.read_text())):
            if isinstance(function, ast.FunctionDef):
                variables = defaultdict(list)
                for node in ast.walk(function):
                    if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
                        variables[node.targets[0].id] += texts_in(node.value)
                for node in ast.walk(function):
                    if isinstance(node, ast.Call) and ast.unparse(node.func) == "Conflict":
                        yield from texts_in(node.args[0], variables)


def texts_in(node, variables=None):
    """Return the texts to which an expression can lead: the text of a call of gettext, a choice of
    two, a text with values, or a variable."""
    match node:
        case ast.BinOp():
            return texts_in(node.left, variables)
        case ast.IfExp():
            return texts_in(node.body, variables) + texts_in(node.orelse, variables)
        case ast.Call(func=ast.Name(id="_" | "ngettext"), args=[ast.Constant(value=text), *_rest]):
            return [text]
        case ast.Name(id=name) if variables:
            return variables[name]
    return []
