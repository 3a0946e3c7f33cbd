"""Take the pictures of the help in all languages, from the demo in a real browser.

    python -m tests.e2e.help_pictures [NAME …]

A picture of a subject is `league/static/help/LANGUAGE/SUBJECT.webp`. The script first seats an
evening of the demo; then it opens each page in each language.
"""

import io
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from PIL import Image
from playwright.sync_api import BrowserContext, Page, sync_playwright

from tests import services
from tests.e2e import pages
from tests.e2e.conftest import Product, product

FOLDER = Path(__file__).parents[2] / "league" / "static" / "help"
CLUB = "/desk/clubs/les-ardoises-de-clermont"
SEASON = "/desk/seasons/1"
PHONE, WINDOW = (375, 560), (900, 560)
QUALITY = 70  # of 100: letters stay sharp, and a picture has some 30 kB
PRESENT = (
    "Aïcha Benali", "Camille Fabre", "Denis Lacroix", "Élise Moreau", "Farid Haddad", "Hugo Vidal",
    "Léon Dubreuil", "Odile Chabrol", "Pierre-Yves Aubert",
)  # fmt: skip
PASTED = "Ada Lovelace, ada@example.org\nBruno Keller\nChloe Dubois\n"


class Picture(NamedTuple):
    """A page and the part of it that is shown.

    `path` has the ids of the evening in braces. `act` is done on the page first. The element `top`
    is scrolled to `above` pixels below the upper edge."""

    path: str
    size: tuple[int, int] = WINDOW
    top: str = "h1"
    above: int = 24
    act: Callable[[Page], None] | None = None


def preview_names(page: Page) -> None:
    page.locator("textarea").first.fill(PASTED)
    page.locator("form:has(textarea) button:not([type=button])").first.click()
    page.wait_for_load_state("networkidle")


PICTURES = {
    "first-evening": Picture(f"{CLUB}/"),
    "evening": Picture("/desk/sessions/{evening}/", top=".tables-now", above=90),
    "tables": Picture("/desk/sessions/{evening}/tables/"),
    "phones": Picture("/t/{code}/", PHONE),
    "sign-ups": Picture("/desk/sign-ups/1/"),
    "tournaments": Picture("/desk/tournaments/1/"),
    "draws": Picture("/desk/sittings/{sitting}/", top="h2"),
    "ladders": Picture(f"{CLUB}/ladders/"),
    "results": Picture("/matches/{neurotrio}/"),
    "printing": Picture(f"{SEASON}/paper/"),
    "people": Picture("/desk/players/1/"),
    "my-data": Picture("/seasons/1/players/1/"),
    "imports": Picture(f"{CLUB}/players/paste/", act=preview_names),
    "calendars": Picture("/account/messages/settings/"),
}


def main() -> int:
    names = sys.argv[1:] or list(PICTURES)
    with tempfile.TemporaryDirectory() as folder, product(Path(folder), "demo") as served:
        ids = pages.addresses(served)
        with contexts(served) as opened:
            for language, context in opened:
                ids["evening"] = ids.get("evening") or play_evening(context.new_page(), served)
                for name in names:
                    save(shot(context, served, language, PICTURES[name], ids), language, name)
    return 0


@contextmanager
def contexts(served: Product) -> Iterator[Iterator[tuple[str, BrowserContext]]]:
    """Yield a browser per language, signed in as the organiser of the demo."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=services.CHROMIUM, args=["--no-sandbox"]
        )

        def opened() -> Iterator[tuple[str, BrowserContext]]:
            for language in pages.LANGUAGES:
                context = browser.new_context(reduced_motion="reduce", device_scale_factor=1.5)
                pages.sign_in(context.new_page(), served, language)
                yield language, context
                context.close()

        yield opened()
        browser.close()


def play_evening(page: Page, served: Product) -> str:
    """Start an evening of the season, seat its players, and return its number."""
    page.goto(f"{served.url}/en{SEASON}/")
    page.get_by_role("button", name="Start an evening now").click()
    for name in PRESENT:
        page.locator("#find").fill(name)
        page.locator("#find").press("Enter")
        page.locator(".here li", has_text=name).wait_for()
    page.get_by_text(f"Seat {len(PRESENT)} players").click()
    page.locator("#confirm").click()
    page.locator(".tables-now").wait_for()
    return page.url.rstrip("/").rpartition("/")[2]


def shot(
    context: BrowserContext,
    served: Product,
    language: str,
    picture: Picture,
    ids: dict[str, object],
) -> bytes:
    page = context.new_page()
    page.set_viewport_size({"width": picture.size[0], "height": picture.size[1]})
    page.goto(f"{served.url}/{language}{picture.path.format(**ids)}")
    if picture.act:
        picture.act(page)
    page.locator(picture.top).first.evaluate(
        "(at, above) => scrollTo(0, at.getBoundingClientRect().top + scrollY - above)",
        picture.above,
    )
    page.wait_for_timeout(300)  # pieces of a page come a moment later
    image = page.screenshot()
    page.close()
    return image


def save(image: bytes, language: str, name: str) -> None:
    folder = FOLDER / language
    folder.mkdir(parents=True, exist_ok=True)
    Image.open(io.BytesIO(image)).save(folder / f"{name}.webp", quality=QUALITY, method=6)


if __name__ == "__main__":
    sys.exit(main())
