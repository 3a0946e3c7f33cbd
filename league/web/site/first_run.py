"""The first page of a new server: the account of its owner, or a look at the demo before."""

from allauth.account.utils import perform_login
from django import forms
from django.contrib.auth.password_validation import (
    password_validators_help_text_html,
    validate_password,
)
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import add_never_cache_headers
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST

from league.demo import demo_club, first_run
from league.errors import NotFound
from league.models import Job
from league.models.exchange import OPEN_STATES
from league.operations.support import jobs
from league.web.support.forms import run_operation

LOAD_DEMO = "load_demo"  # the kind of job


class OwnerForm(forms.Form):
    """The account of the server's owner, with the code of the server."""

    code = forms.CharField(
        label=gettext_lazy("Server code"),
        help_text=gettext_lazy("It is shown in the window or log where the server was started."),
        max_length=40,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
    )
    name = forms.CharField(
        label=gettext_lazy("Your name"),
        max_length=100,
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
    )
    email = forms.EmailField(
        label=gettext_lazy("E-mail"),
        max_length=254,
        help_text=gettext_lazy("You sign in with this address."),
        widget=forms.EmailInput(attrs={"autocomplete": "username"}),
    )
    password = forms.CharField(
        label=gettext_lazy("Password"),
        strip=False,
        help_text=password_validators_help_text_html,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )

    def clean_code(self) -> str:
        typed: str = self.cleaned_data["code"]
        if not first_run.is_code(typed):
            raise forms.ValidationError(
                _(
                    "This is not this server’s code. Copy it from the window or log where the "
                    "server was started."
                )
            )
        return typed

    def clean_password(self) -> str:
        password: str = self.cleaned_data["password"]
        validate_password(password)
        return password


def start(request: HttpRequest) -> HttpResponse:
    """Show the first page, and create the owner's account; gone once there is one."""
    if not first_run.is_open():
        raise Http404
    form = OwnerForm(request.POST or None, initial={"code": request.GET.get("code", "")[:40]})
    if request.method == "POST" and form.is_valid():
        form.cleaned_data.pop("code")
        try:
            owner = run_operation(form, first_run.create_owner, **form.cleaned_data)
        except NotFound:
            raise Http404 from None
        if owner is not None:
            response: HttpResponse = perform_login(
                request, owner, email_verification="none", redirect_url=reverse("web:first_club")
            )
            return response
    job = Job.objects.filter(kind=LOAD_DEMO).order_by("-pk").first()
    demo = demo_club.find()
    context = {
        "form": form,
        "demo": demo,
        "job": job if demo is None else None,
        "progress": jobs.progress(job) if job is not None and demo is None else None,
    }
    response = render(request, "site/start.html", context, status=422 if form.errors else 200)
    add_never_cache_headers(response)
    return response


@require_POST
def load_demo(request: HttpRequest) -> HttpResponse:
    """Load the demo in the background; several clicks load it once."""
    if not first_run.is_open():
        raise Http404
    is_open = Job.objects.filter(kind=LOAD_DEMO, state__in=OPEN_STATES).exists()
    if demo_club.find() is None and not is_open:
        jobs.start(LOAD_DEMO, by=None)
    return redirect("web:start")
