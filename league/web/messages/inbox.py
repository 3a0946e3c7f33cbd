"""The messages of a person: the list behind the bell, and the way from a message to its page."""

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import get_script_prefix
from django.views.decorators.http import require_POST

from league.operations.messages import inbox, texts
from league.web.accounts.access import desk, user_timezone
from league.web.support.request import Request

PAGE_SIZE = 30


@desk
def messages(request: Request) -> HttpResponse:
    """List the messages of a person, the latest first, in the words of today."""
    page = Paginator(inbox.messages_of(request.user), PAGE_SIZE).get_page(request.GET.get("page"))
    described = [(message, texts.describe(message, outside=False)) for message in page]
    context = {
        "page": page,
        "described": [(message, text) for message, text in described if text is not None],
        "unread": inbox.count_unread(request.user),
        "zone": user_timezone(request.user),
    }
    return render(request, "messages/messages.html", context)


@desk
def open_message(request: Request, pk: int) -> HttpResponse:
    """Mark a message as read and show the page that it is about."""
    message = inbox.find(request.user, pk)
    inbox.mark_read(request.user, [message.pk])
    text = texts.describe(message, outside=False)
    if text is None:
        return redirect("web:messages")
    return redirect(get_script_prefix() + text.path)


@desk
@require_POST
def mark_all_read(request: Request) -> HttpResponse:
    inbox.mark_read(request.user)
    return redirect("web:messages")
