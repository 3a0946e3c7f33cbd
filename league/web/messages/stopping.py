"""The page behind the link that stops mails of one kind."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.csrf import csrf_exempt

from league.errors import NotFound
from league.operations.messages import stop_links


@csrf_exempt  # mail programs send it in one click, without a page before (RFC 8058)
def stop_messages(request: HttpRequest, token: str) -> HttpResponse:
    """Ask, and on POST send no more mails of the kind of the link."""
    try:
        link = stop_links.parse(token)
    except NotFound:
        raise Http404 from None
    is_done = request.method == "POST"
    if is_done:
        stop_links.stop(link)
    context = {"label": stop_links.label(link), "is_done": is_done, "has_account": bool(link.user)}
    return render(request, "messages/stop.html", context)
