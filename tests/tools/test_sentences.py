"""Sentences of the first pages are short, and the check can fail."""

from tools import sentences

PAGE = """
# A heading is no sentence

First one. Second `make run. Now` one:

- an item
- another item, with [a link](to.md#somewhere)

```
No. Code. Here.
```

| no | table. Here |
"""


def test_page_is_split_into_sentences():
    assert list(sentences.sentences(PAGE)) == [
        "First one.",
        "Second `code` one:",
        "an item",
        "another item, with a link",
    ]


def test_long_sentence_is_refused(tmp_path, monkeypatch):
    (tmp_path / "long.md").write_text("Short. Word " + "word " * 30 + "\n")
    monkeypatch.setattr(sentences, "ROOT", tmp_path)
    monkeypatch.setattr(sentences, "FIRST_PAGES", ("long.md",))
    (line,) = sentences.problems()
    assert line.startswith("long.md: 31 words, of 30: “Word word")


def test_first_pages_have_short_sentences():
    assert list(sentences.problems()) == []
