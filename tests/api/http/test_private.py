"""Answers to a token: kept by no cache of others, and tags that tell whose they are."""

from django.utils.translation import override

from tests.api.addresses import TABLE
from tests.api.caller import caller
from tests.api.playing import fill, play


def test_every_answer_is_private_and_one_tag_stands_for_the_same_bytes(world):
    """Whoever asks, in whatever language: else a 304 would speak of somebody else's answer."""
    play(world)
    owner, player = caller(world.owner), caller(world.player)
    open_to_others, tags, unlike = [], {}, []
    for _name, method, path, _body, _statuses in TABLE:
        if method != "GET":
            continue
        path = fill(path, world)
        for who, language in ((owner, "en"), (owner, "fr"), (player, "en")):
            with override(None):
                answer = who.get(path, Accept_Language=language)
            if "private" not in answer.get("Cache-Control", ""):
                open_to_others.append(path)
            if "ETag" in answer:
                content = answer.getvalue()
                if tags.setdefault((path, answer["ETag"]), content) != content:
                    unlike.append((path, language))
    assert (open_to_others, unlike) == ([], [])
    assert len(tags) > 20
