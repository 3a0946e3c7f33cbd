"""An owner changes the club by clicking, at a desk and on a phone; visitors and screens show it."""

import pytest

from tests.e2e.accessibility import violations
from tests.e2e.pages import keep, sign_in
from tests.operations.people.drawn import picture

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(300)]
OLD, NEW = "les-ardoises-de-clermont", "les-craies"
YELLOW, GREEN = "rgb(255, 212, 0)", "rgb(28, 106, 76)"
ACCENT = "getComputedStyle(document.querySelector('.crumbs a')).color"


def checked(page, name):
    assert violations(page) == [], page.url
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), page.url
    keep(page, name)


def look_of(page, selector):
    return page.eval_on_selector(selector, "node => getComputedStyle(node).backgroundColor")


def complaint(line):
    return [line.text] if line.type in {"error", "warning"} else []


def is_loaded(page):
    """Tell whether the logo is there as a picture."""
    image = page.locator(".club-logo").first
    image.wait_for()
    return image.evaluate("async node => { await node.decode(); return node.naturalWidth; }") > 0


@pytest.mark.parametrize("width", [1280, pytest.param(375, marks=pytest.mark.long)])
def test_name_address_colours_and_logo_are_changed_by_clicking(demo, chromium, tmp_path, width):
    file = tmp_path / "logo.png"
    file.write_bytes(picture(size=(300, 200)))
    context = chromium.new_context(
        viewport={"width": width, "height": 667}, color_scheme="light", reduced_motion="reduce"
    )
    page = context.new_page()
    errors = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda line: errors.extend(complaint(line)))
    sign_in(page, demo, "en")
    page.locator("main .tile").first.click()
    page.get_by_role("link", name="Settings", exact=True).click()
    checked(page, f"settings before {width}")

    page.get_by_label("Name", exact=True).fill(f"Les Craies {width}")
    page.get_by_label("Address").fill(f"{NEW}-{width}")
    page.get_by_label("Description").fill("Four games, one league.\nCome and play!")
    page.get_by_label("Meeting time").fill("Thursdays 20:00")
    page.get_by_label("Contact").fill("hello@craies.example")
    page.get_by_label("Time zone").fill("Europe/Pari")
    page.locator("[name=main_colour]").fill("#ffd400")
    page.locator("[name=accent_colour]").fill("#ffd400")
    page.get_by_role("button", name="Save settings").click()
    page.locator("#id_timezone_error").get_by_text("Did you mean Europe/Paris").wait_for()
    page.locator("#id_accent_colour_error").get_by_text(
        "The nearest readable colour is #7f6a00."
    ).wait_for()
    errors.clear()  # Chromium writes of the 422
    checked(page, f"settings refused {width}")
    page.get_by_label("Time zone").fill("Europe/Paris")
    page.locator("input[type=color]").nth(1).fill("#1c6a4c")
    assert page.locator("[name=accent_colour]").input_value() == "#1c6a4c"
    page.get_by_role("button", name="Save settings").click()
    page.wait_for_url(f"**/{NEW}-{width}/settings/")
    page.get_by_text("Saved.").wait_for()

    page.get_by_label("Picture").set_input_files(file)
    page.get_by_role("button", name="Upload logo").click()
    page.get_by_text("The picture is being prepared.").wait_for(state="detached")  # by live.js
    page.get_by_role("button", name="Remove logo").wait_for()
    checked(page, f"settings after {width}")

    page.goto(f"{demo.url}/en/clubs/{OLD}/")
    assert page.url.endswith(f"/clubs/{NEW}-{width}/")
    page.get_by_role("heading", name=f"Les Craies {width}").wait_for()
    page.get_by_text("Come and play!").wait_for()
    assert is_loaded(page)
    assert look_of(page, ".club-head") == YELLOW
    assert page.evaluate(ACCENT) == GREEN
    checked(page, f"public {width}")
    page.emulate_media(color_scheme="dark")
    assert page.evaluate(ACCENT) != GREEN
    checked(page, f"public dark {width}")
    page.goto(f"{demo.url}/en/seasons/1/")
    assert is_loaded(page)
    checked(page, f"season dark {width}")

    page.goto(f"{demo.url}/en/screens/seasons/1/")
    page.get_by_text(f"Les Craies {width}").wait_for()
    assert is_loaded(page)
    assert look_of(page, ".screen-head") == YELLOW
    checked(page, f"screen {width}")
    assert errors == []
