"""The secret address of one's own calendar, on the page of the account."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from league.operations.calendars import addresses
from league.web.accounts.access import desk
from league.web.support.request import Request


@desk
@require_POST
def change_address(request: Request) -> HttpResponse:
    """Make a new address, or remove the one there is."""
    if request.POST.get("do") == "remove":
        addresses.remove(request.user)
        messages.success(request, _("Your calendar address no longer works."))
    else:
        addresses.renew(request.user)
        messages.success(request, _("Your calendar has a new address."))
    return redirect("account")
