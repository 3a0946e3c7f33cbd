"""Codes of tables."""

from django.db import models

from league.models.matches import Match
from league.models.tokens import Token


class TableCode(models.Model):
    """A code for entering the rounds of a match without an account.

    `token` has its rights, its end and its revocation; the secret of that token is thrown away.
    Unlike a secret the code is stored in plain text: the organiser shows and prints it all evening,
    and it opens one match until the next morning. A revoked code remains, so that an old phone does
    not count as an attempt to guess.
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="codes")
    token = models.OneToOneField(Token, on_delete=models.CASCADE, related_name="code")
    code = models.CharField(max_length=8, unique=True)

    def __str__(self) -> str:
        return f"{self.code[:4]}-{self.code[4:]}"
