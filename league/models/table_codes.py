from django.db import models

from league.models.matches import Match
from league.models.tokens import Token


class TableCode(models.Model):
    """What is typed at a table to enter rounds of its match without an account.

    The rights, the end and the revoking are those of `token`, whose secret nobody knows. The code
    itself is kept readable, unlike a secret: the organiser shows and prints it all evening, and it
    opens one match until the morning after. One that was revoked stays, so that an old phone is not
    taken for somebody who guesses.
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="codes")
    token = models.OneToOneField(Token, on_delete=models.CASCADE, related_name="code")
    code = models.CharField(max_length=8, unique=True)

    def __str__(self) -> str:
        return f"{self.code[:4]}-{self.code[4:]}"
