"""API tokens of the signed-in user."""

from datetime import timedelta
from typing import Any

from django import forms
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST

from league.models import Club, Scope, User
from league.operations.people import tokens as operations
from league.web.accounts.access import desk, user_timezone
from league.web.support.forms import run_operation
from league.web.support.request import Request

PERIODS = [
    ("1", gettext_lazy("one day")),
    ("30", gettext_lazy("30 days")),
    ("365", gettext_lazy("one year")),
    ("", gettext_lazy("until it is revoked")),
]


class TokenForm(forms.Form):
    name = forms.CharField(
        label=gettext_lazy("Purpose"),
        help_text=gettext_lazy("For example: screen in the hall."),
        max_length=100,
    )
    scope = forms.ChoiceField(
        label=gettext_lazy("Rights"), choices=Scope.choices, initial=Scope.READ
    )
    days = forms.TypedChoiceField(
        label=gettext_lazy("Valid for"),
        choices=PERIODS,
        coerce=int,
        required=False,
        empty_value=None,
        initial="365",
    )

    def __init__(self, user: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        clubs = Club.objects.visible_to(user).order_by("name_key", "pk").values_list("slug", "name")
        self.fields["club"] = forms.TypedChoiceField(
            label=_("Club"),
            choices=[("", _("all my clubs")), *clubs],
            required=False,
            empty_value=None,
        )
        self.order_fields(["name", "scope", "club", "days"])

    def new_token(self) -> dict[str, Any]:
        days = self.cleaned_data.pop("days")
        expires_at = None if days is None else timezone.now() + timedelta(days=days)
        return {**self.cleaned_data, "expires_at": expires_at}


@desk
def tokens(request: Request) -> HttpResponse:
    """List the tokens, and create a new one. Its secret is on this page once, so the answer is no
    redirect and is not cached."""
    form = TokenForm(request.user, request.POST or None)
    new_token = None
    if request.method == "POST" and form.is_valid():
        new_token = run_operation(form, operations.make, request.user, **form.new_token())
    context = {
        "form": form if new_token is None else TokenForm(request.user),
        "new_token": new_token,
        "tokens": operations.of(request.user).select_related("match", "club").order_by("-id"),
        "zone": user_timezone(request.user),
    }
    is_refused = request.method == "POST" and new_token is None
    response = render(request, "people/tokens.html", context, status=422 if is_refused else 200)
    response["Cache-Control"] = "no-store"
    return response


@desk
@require_POST
def revoke(request: Request, pk: int) -> HttpResponse:
    token = operations.of(request.user).filter(pk=pk).first()
    if token is None:
        raise Http404
    operations.revoke(token, by=request.user)
    return redirect("web:tokens")
