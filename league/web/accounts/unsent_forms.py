"""Forms of the desk that were not stored because their sender was not signed in.

A form that arrives after the session has ended, or with the token of an earlier session, is
answered by a page that holds its fields in one signed value. After signing in the person sees a
form with the same fields and address, and sends it again: nothing runs by itself, and it runs with
the rights of the person who signed in. Passwords and files are never carried.
"""

from typing import Any, NamedTuple

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import add_never_cache_headers

SALT = "league.web.accounts.unsent_forms"
SESSION_KEY = "unsent_form"
MOST = 400_000  # characters; the form of the sign-in page has to stay below 1 MiB
LONGEST_WAIT = 24 * 60 * 60  # seconds


class UnsentForm(NamedTuple):
    """The fields of a form, the names of the files that could not be kept, and its address."""

    address: str
    fields: list[tuple[str, str]]
    files: list[str]
    is_whole: bool = True  # False: too much to be kept

    def sign(self) -> str:
        return signing.dumps(self._asdict(), salt=SALT, compress=True)


def from_request(request: HttpRequest) -> UnsentForm:
    """Return the form of this request."""
    fields = [
        (name, value)
        for name, values in request.POST.lists()
        for value in values
        if name != "csrfmiddlewaretoken" and "password" not in name
    ]
    files = [file.name or "" for _, files in request.FILES.lists() for file in files]
    form = UnsentForm(request.get_full_path(), fields, files)
    return form if len(form.sign()) <= MOST else UnsentForm(form.address, [], files, False)


def unsign(signed: str) -> UnsentForm | None:
    """Return the form of a signed value; None if it is forged or too old."""
    try:
        data: dict[str, Any] = signing.loads(signed, salt=SALT, max_age=LONGEST_WAIT)
    except signing.BadSignature:
        return None
    return UnsentForm(**data)


def keep(request: HttpRequest, form: UnsentForm | None) -> None:
    """Keep the form in the session until its sender is signed in."""
    if form is not None:
        request.session[SESSION_KEY] = form.sign()


def take(request: HttpRequest) -> UnsentForm | None:
    """Return the form of the session, which forgets it."""
    return unsign(request.session.pop(SESSION_KEY, ""))


def is_of_this_site(request: HttpRequest) -> bool:
    """Return whether the browser says that one of our own pages has sent this form."""
    own = f"{request.scheme}://{request.get_host()}"
    return request.headers.get("Origin") in {own, *settings.CSRF_TRUSTED_ORIGINS}


def ask_to_send_again(request: HttpRequest, form: UnsentForm, status: int = 200) -> HttpResponse:
    """Show the form, filled and invisible, with a button that sends it."""
    answer = render(request, "accounts/send_unsent_form.html", {"unsent": form}, status=status)
    add_never_cache_headers(answer)
    return answer
