"""Signing in, also for forms that arrived after the session had ended."""

from typing import Any

from allauth.account.adapter import get_adapter
from allauth.account.views import LoginView
from allauth.mfa.webauthn.views import LoginWebAuthnView
from django.conf import settings
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.cache import add_never_cache_headers

from league.web.accounts import unsent_forms
from league.web.accounts.forms import LoginForm
from league.web.accounts.unsent_forms import UnsentForm


class CarriesUnsentForm:
    """A mixin of the ways to sign in, which keep a form that was sent before; the adapter offers to
    send it again once its sender is signed in, directly or after a second factor."""

    request: HttpRequest

    def form_valid(self, form: Form) -> HttpResponse:
        unsent_forms.keep(self.request, _carried_form(self.request))
        response: HttpResponse = super().form_valid(form)  # type: ignore[misc]
        return response

    def get_context_data(self, **more: Any) -> dict[str, Any]:
        context = super().get_context_data(**more)  # type: ignore[misc]
        next_address = self.get_next_url() or ""  # type: ignore[attr-defined]
        return {**context, "next": next_address, **_context(_carried_form(self.request))}


class Login(CarriesUnsentForm, LoginView):  # type: ignore[misc]
    """The sign-in page."""


class PasskeyLogin(CarriesUnsentForm, LoginWebAuthnView):  # type: ignore[misc]
    """Signing in with a passkey, by a button of the sign-in page."""


def ask_to_sign_in(request: HttpRequest, form: UnsentForm) -> HttpResponse:
    """Answer a form whose sender is not signed in: the sign-in page, which keeps the typed
    input."""
    context = {"form": LoginForm(request=request), "next": form.address, **_context(form)}
    answer = render(request, "account/login.html", context, status=403)
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
        return redirect(get_adapter().get_login_redirect_url(request)) if is_login else None
    if form is None or (is_login and settings.CSRF_COOKIE_NAME not in request.COOKIES):
        return None  # a browser that keeps no cookies would be asked for ever
    return ask_to_sign_in(request, form)


def _carried_form(request: HttpRequest) -> UnsentForm | None:
    """Return the form that the sign-in page carries, or None."""
    return unsent_forms.unsign(request.POST.get("unsent", ""))


def _context(form: UnsentForm | None) -> dict[str, Any]:
    return {"unsent": form, "signed": form.sign() if form else ""}
