"""Lists as ready bytes. Who may read one, and which version it has, is asked every time; as long as
the version stays, the rows and their JSON are those that somebody else got before."""

from collections import OrderedDict
from collections.abc import Callable
from threading import Lock
from typing import NamedTuple

from django.http import HttpResponse, HttpResponseBase
from rest_framework.request import Request
from rest_framework.response import Response

from api.http import entity_tags

MOST = 64  # lists that a process holds
LARGEST = 1_000_000  # bytes of one


class Copy(NamedTuple):
    tag: str
    content: bytes
    content_type: str


def listed(request: Request, version: str, make: Callable[[], Response]) -> HttpResponseBase:
    """The list at this version, which must be asked for before its rows and be the same for all who
    may read it; 304 to who has it already."""
    tag = f'"{version}"'
    if same := entity_tags.unchanged(request, tag):
        return same
    host = f"{request.scheme}://{request.META.get('HTTP_HOST')}"  # `next` names it
    address = f"{request.accepted_media_type} {host}{request.get_full_path()}"
    copy = _copies.get(address)
    if copy and copy.tag == tag:
        return HttpResponse(copy.content, copy.content_type, headers={"ETag": tag})
    response = make()
    response["ETag"] = tag
    response.add_post_render_callback(lambda made: _keep(address, tag, made))
    return response


def forget() -> None:
    _copies.clear()


def _keep(address: str, tag: str, made: Response) -> None:
    content = bytes(made.content)
    if len(content) > LARGEST:
        return
    with _turn:
        _copies[address] = Copy(tag, content, made["Content-Type"])
        _copies.move_to_end(address)
        while len(_copies) > MOST:
            _copies.popitem(last=False)


_copies: "OrderedDict[str, Copy]" = OrderedDict()
_turn = Lock()
