"""The help: every subject in every language, found by a search and linked from the pages."""

import re
from pathlib import Path

import polib
import pytest
from django.urls import get_resolver

from league.names import fold
from league.web.site import help_links, help_texts

LANGUAGES = ["en", "fr", "de"]
TRANSLATED = ["fr", "de"]
CATALOGUES = Path(help_texts.__file__).parents[2] / "locale"
FOLDER = help_texts.FOLDER
BUTTON = re.compile(r"\*\*([^*]+)\*\*")
LINK = re.compile(r"(?<!!)\[[^\]]+\]\(([^)]+)\)")
PICTURE = re.compile(r"^!\[[^\]]+\]\(\.\./\.\./static/help/([^)]+)\.webp\)$", re.MULTILINE)
SENTENCE_END = re.compile(r"(?<=[.!?:])[\s*]+")
LONGEST_SENTENCE = 25  # words


def texts(language):
    return {file.stem: file.read_text() for file in (FOLDER / language).glob("*.md")}


def shape(text):
    """Return the marks at the beginning of the lines: headings, items, rows of tables."""
    return re.findall(r"^(#+|-|[0-9]+\.|\|)(?= )", text, re.MULTILINE)


def words_on_pages(language):
    """Return patterns of all texts of pages in this language, in small letters."""
    catalogue = polib.pofile(
        CATALOGUES / ("fr" if language == "en" else language) / "LC_MESSAGES" / "django.po"
    )
    if language == "en":
        on_pages = {
            text for entry in catalogue for text in (entry.msgid, entry.msgid_plural) if text
        }
    else:
        on_pages = {
            text
            for entry in catalogue
            for text in (entry.msgstr, *entry.msgstr_plural.values())
            if text
        }
    plain = {plain_text(text) for text in on_pages if "%(" not in text}
    with_values = [re.split(r"%\(\w+\)s", plain_text(text)) for text in on_pages if "%(n)s" in text]
    patterns = ["[0-9]+".join(map(re.escape, parts)) for parts in with_values]
    return plain, re.compile("|".join(patterns))


def plain_text(text):
    return " ".join(text.casefold().split())


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_every_subject(language):
    assert set(texts(language)) == set(help_texts.SUBJECTS)


@pytest.mark.parametrize("language", TRANSLATED)
@pytest.mark.parametrize("subject", help_texts.SUBJECTS)
def test_translation_has_the_same_headings_and_steps(subject, language):
    assert shape(texts(language)[subject]) == shape(texts("en")[subject])


@pytest.mark.parametrize("language", LANGUAGES)
def test_links_lead_to_subjects(language):
    links = {link for text in texts(language).values() for link in LINK.findall(text)}
    assert links <= {f"{subject}.md" for subject in help_texts.SUBJECTS}


def test_every_picture_is_shown_in_its_language():
    folder = help_texts.STATIC / "help"
    made = {str(file.relative_to(folder).with_suffix("")) for file in folder.rglob("*.webp")}
    shown = {
        name for language in LANGUAGES for text in texts(language).values()
        for name in PICTURE.findall(text)
    }  # fmt: skip
    assert shown == made


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_in_bold_are_on_pages(language):
    plain, pattern = words_on_pages(language)
    unknown = {
        f"{subject}: {name}"
        for subject, text in texts(language).items()
        for name in BUTTON.findall(text)
        if plain_text(name) not in plain and not pattern.fullmatch(plain_text(name))
    }
    assert unknown == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_sentences_are_short(language):
    long = [
        sentence
        for subject in help_texts.SUBJECTS
        for section in help_texts.read(subject, language).sections
        for line in section.lines
        for sentence in SENTENCE_END.split(line)
        if len(sentence.split()) > LONGEST_SENTENCE and " · " not in sentence
    ]
    assert long == []


def test_pages_link_to_help_that_exists():
    named = {pattern for pattern in get_resolver().reverse_dict if isinstance(pattern, str)}
    for _path, resolver in get_resolver().namespace_dict.values():
        named |= {pattern for pattern in resolver.reverse_dict if isinstance(pattern, str)}
    for name, place in help_links.PLACES.items():
        anchors = [each.anchor for each in help_texts.read(place.subject, "en").sections]
        assert place.anchor in anchors, place
        assert name in named


def test_no_page_has_two_places():
    names = [name for names in help_links.PAGES.values() for name in names.split()]
    assert len(names) == len(set(names))


@pytest.mark.django_db
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("subject", help_texts.SUBJECTS)
def test_page_shows_the_text(client, subject, language):
    answer = client.get(f"/{language}/help/{subject}/")
    page = answer.content.decode()
    assert answer.status_code == 200
    assert answer.cookies == {}
    assert "**" not in page
    assert "](" not in page
    for section in help_texts.read(subject, "en").sections[1:]:
        assert f'id="{section.anchor}"' in page


@pytest.mark.django_db
def test_unknown_subject_is_not_found(client):
    assert client.get("/en/help/nothing/").status_code == 404


@pytest.mark.django_db
def test_index_lists_all_subjects(client):
    page = client.get("/fr/help/").content.decode()
    for subject in help_texts.SUBJECTS:
        assert f'href="/fr/help/{subject}/"' in page


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("path", "question", "address"),
    [
        ("/en/help/", "hand out CODES table", "/en/help/phones/#"),
        ("/en/help/", "waiting list", "/en/help/sign-ups/#answer-as-a-player"),
        ("/fr/help/", "eleves", ""),
        ("/fr/help/", "DIPLOMES", "/fr/help/printing/#print-standings-and-certificates"),
        ("/de/help/", "gaste platze", "/de/help/sign-ups/#open-a-sign-up"),
        ("/de/help/", "bild xyz", ""),
    ],
)
def test_search_ignores_accents_and_capitals(client, path, question, address):
    page = client.get(path, {"q": question}).content.decode()
    hits = re.findall(r'<a href="([^"]+#[^"]*)">', page)
    assert any(hit.startswith(address) for hit in hits) if address else not hits


def test_search_shows_headings_first():
    hits = help_texts.search("undo", "en")
    in_heading = ["undo" in fold(hit.section.title) for hit in hits]
    assert in_heading == sorted(in_heading, reverse=True)
    assert hits[0].line


@pytest.mark.django_db
def test_page_links_to_its_help(client):
    page = client.get("/fr/privacy/").content.decode()
    link = re.search(r'<a class="help-here[^>]*href="([^"]+)">(.*?)</a>', page, re.DOTALL)
    assert link[1] == "/fr/help/my-data/#get-your-data-as-a-file"
    assert "Aide : Vos résultats et vos données" in " ".join(link[2].split())


@pytest.mark.django_db
def test_page_without_help_has_no_link(client):
    assert "help-here" not in client.get("/en/help/").content.decode()
