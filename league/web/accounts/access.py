"""From a request to the object it names, with the right to act on it; else 404 or 403."""

from collections.abc import Callable
from contextlib import suppress
from functools import wraps
from typing import Any, TypeAlias
from zoneinfo import ZoneInfo

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ObjectDoesNotExist, PermissionDenied
from django.db import IntegrityError
from django.http import Http404, HttpRequest, HttpResponseBase
from django.shortcuts import redirect
from django.urls import Resolver404, resolve
from django.utils.cache import patch_cache_control

from league.errors import Conflict, Forbidden, Invalid, NotFound
from league.models import Club, User
from league.operations.support import locks
from league.permissions import Action, may, number_of_rights, rights
from league.web.accounts import unsent_forms
from league.web.accounts.sign_in import ask_to_sign_in

View: TypeAlias = Callable[..., HttpResponseBase]


def desk(view: View) -> View:
    """Require a signed-in user; turn NotFound and Forbidden into 404 and 403 pages, and a refusal
    that the view has no form for into a message on the page above.

    Answers are not cached, not even for the back button. A form address that is opened by GET, as
    after signing in again, redirects to the page above it. A form that arrives after the session
    has ended is carried through the sign-in page.
    """

    @wraps(view)
    def entrance(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if request.method == "POST" and not request.user.is_authenticated:
            return ask_to_sign_in(request, unsent_forms.from_request(request))
        return guarded(request, *args, **kwargs)

    @login_required
    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        try:
            answer = view(request, *args, **kwargs)
        except NotFound as error:
            raise Http404(error.detail) from None
        except ObjectDoesNotExist:  # deleted since the right of the user was checked
            raise Http404 from None
        except Forbidden as error:
            raise PermissionDenied(error.detail) from None
        except (Conflict, Invalid, IntegrityError) as error:
            # of a button without fields, on a page that has become outdated
            refusal = locks.refusal_of(error) if isinstance(error, IntegrityError) else error
            if refusal is None or request.method != "POST":
                raise
            messages.error(request, refusal.detail)
            return redirect(_parent_address(request))
        patch_cache_control(answer, private=True, no_store=True)
        is_form = answer.status_code == 405 and request.method == "GET"
        return redirect(_parent_address(request)) if is_form else answer

    entrance.is_desk = True  # type: ignore[attr-defined]  # looked for where a form is refused
    return entrance


def user_timezone(user: User) -> ZoneInfo:
    """Return the time zone for data of no club: the zone of the first of the user's clubs."""
    timezones = user.memberships.order_by("pk").values_list("club__timezone", flat=True)
    return ZoneInfo(timezones.first() or "UTC")


def is_member(request: HttpRequest, club: Club) -> bool:
    """Return whether the reader is a member: members read full names, others what each player chose
    to show."""
    return may(request.user, club, Action.VIEW)


def audience(request: HttpRequest, club: Club) -> int:
    """Return the class of the reader for cache tags: 0 for the public, others by role."""
    return number_of_rights(request.user, club)


def is_allowed(request: HttpRequest, club: Club, action: Action) -> bool:
    return may(request.user, club, action)


def _parent_address(request: HttpRequest) -> str:
    """Return the nearest address above that leads to a page."""
    path = request.path_info
    prefix = request.path.removesuffix(path)
    while True:
        path = path.rstrip("/").rpartition("/")[0] + "/"
        with suppress(Resolver404):
            resolve(path)
            return prefix + path


def viewer_permissions(request: HttpRequest, club: Club) -> dict[str, bool]:
    """Return what pages depend on: whether the reader is a member, and an organiser."""
    allowed = rights(request.user, club)
    return {"member": Action.VIEW in allowed, "organiser": Action.ORGANISE in allowed}
