from django import forms
from django.conf import settings
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.views import LoginView
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy as _

from league.web import guesses


def address(request: HttpRequest) -> str:
    """Where the visitor is: what the outermost of our own proxies saw, else the connection."""
    seen = [hop.strip() for hop in request.headers.get("X-Forwarded-For", "").split(",") if hop]
    proxies = min(settings.NUM_PROXIES, len(seen))
    return seen[-proxies] if proxies else str(request.META["REMOTE_ADDR"])


class LoginForm(AuthenticationForm):
    username = forms.EmailField(
        label=_("E-mail"),
        widget=forms.EmailInput(attrs={"autofocus": True, "autocomplete": "username"}),
    )

    def clean_username(self) -> str:
        return str(self.cleaned_data["username"]).lower()


class Login(LoginView):
    authentication_form = LoginForm
    redirect_authenticated_user = True

    def form_valid(self, form: AuthenticationForm) -> HttpResponse:
        answer = super().form_valid(form)
        guesses.remember(answer, form.get_user().get_username())
        return answer
