"""An import as an organiser does it: real worker, real file, no script, keyboard only, 320 px."""

import pytest

from tests.e2e.accessibility import violations
from tests.e2e.pages import sign_in

pytestmark = [pytest.mark.e2e, pytest.mark.long, pytest.mark.timeout(600)]
FILE = "Surnom;E-mail;Une colonne de plus\n" + "".join(
    f"Joueuse numéro {number} 🎲;j{number}@example.org;{'long ' * 12}\n" for number in range(30)
)
IMPORTS = "/en/desk/clubs/les-ardoises-de-clermont/imports/"


def press(page, name):
    """Press a button by the keyboard: tab until it has the focus."""
    button = page.get_by_role("button", name=name, exact=True).first
    for _ in range(60):
        if button.evaluate("node => node === document.activeElement"):
            return page.keyboard.press("Enter")
        page.keyboard.press("Tab")
    raise AssertionError(f"no way to {name}")


def checked(page):
    assert violations(page) == [], page.url
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), page.url


@pytest.mark.parametrize("with_script", [False, True])
def test_a_file_is_tried_corrected_imported_and_undone(demo, chromium, tmp_path, with_script):
    """With script only to look for faults of accessibility; the pages have none of their own."""
    file = tmp_path / "club.csv"
    file.write_text(FILE)
    context = chromium.new_context(
        java_script_enabled=with_script,
        viewport={"width": 320, "height": 640},
        color_scheme="dark" if with_script else "light",
    )
    page = context.new_page()
    sign_in(page, demo, "en")
    look = checked if with_script else lambda page: None
    page.goto(demo.url + IMPORTS)
    look(page)
    page.locator("#players_content").set_input_files(file)
    page.locator("#players_content").focus()
    press(page, "Preview import")
    page.get_by_text(
        "The file cannot be imported as it is."
    ).wait_for()  # the page loads itself again
    look(page)
    page.locator("select[name=name]").select_option("Surnom")
    page.locator("select[name=name]").focus()
    press(page, "Preview with these columns")
    page.get_by_role("heading", name="Preview", exact=True).wait_for()
    look(page)
    press(page, "Import now")
    page.get_by_role("heading", name="Imported", exact=True).wait_for()
    look(page)
    press(page, "Undo import")
    page.get_by_text("The import has been undone.").wait_for()
    look(page)
    assert page.request.get(demo.url + IMPORTS).ok
    context.close()
