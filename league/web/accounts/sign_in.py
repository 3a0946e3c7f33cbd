"""Signing in, also for forms that arrived after the session had ended."""

from typing import Any

from django import forms
from django.conf import settings
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.views import LoginView
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.cache import add_never_cache_headers
from django.utils.translation import gettext_lazy as _

from league.web.accounts import sign_in_limits, unsent_forms
from league.web.accounts.unsent_forms import UnsentForm


class LoginForm(AuthenticationForm):
    username = forms.EmailField(
        label=_("E-mail"),
        widget=forms.EmailInput(attrs={"autofocus": True, "autocomplete": "username"}),
    )

    def clean_username(self) -> str:
        return str(self.cleaned_data["username"]).lower()


class Login(LoginView):
    """The sign-in page; it carries a form that was sent before and offers to send it again."""

    template_name = "site/sign_in.html"
    authentication_form = LoginForm
    redirect_authenticated_user = True

    def form_valid(self, form: AuthenticationForm) -> HttpResponse:
        answer = super().form_valid(form)
        if unsent := _carried_form(self.request):
            answer = unsent_forms.ask_to_send_again(self.request, unsent)
        sign_in_limits.remember(answer, form.get_user().get_username())
        return answer

    def get_context_data(self, **more: Any) -> dict[str, Any]:
        return {**super().get_context_data(**more), **_context(_carried_form(self.request))}


def ask_to_sign_in(request: HttpRequest, form: UnsentForm) -> HttpResponse:
    """Answer a form whose sender is not signed in: the sign-in page, with what was typed."""
    context = {"form": LoginForm(request), "next": form.address, **_context(form)}
    answer = render(request, "site/sign_in.html", context, status=403)
    add_never_cache_headers(answer)
    return answer


def after_csrf_failure(request: HttpRequest) -> HttpResponse | None:
    """Answer a form of an earlier session, sent by one of our own pages; None for any other.

    Signing in or out, also beside this page, changes the CSRF token of the browser.
    """
    match = request.resolver_match
    if match is None or request.method != "POST" or not unsent_forms.is_of_this_site(request):
        return None
    if is_login := match.view_name == settings.LOGIN_URL:
        form = _carried_form(request)
    else:
        form = unsent_forms.from_request(request) if getattr(match.func, "is_desk", False) else None
    if request.user.is_authenticated:
        if form is not None:
            return unsent_forms.ask_to_send_again(request, form, status=403)
        return redirect(settings.LOGIN_REDIRECT_URL) if is_login else None
    if form is None or (is_login and settings.CSRF_COOKIE_NAME not in request.COOKIES):
        return None  # a browser that keeps no cookies would be asked for ever
    return ask_to_sign_in(request, form)


def _carried_form(request: HttpRequest) -> UnsentForm | None:
    """Return the form that the sign-in page carries, or None."""
    return unsent_forms.unsign(request.POST.get("unsent", ""))


def _context(form: UnsentForm | None) -> dict[str, Any]:
    return {"unsent": form, "signed": form.sign() if form else ""}
