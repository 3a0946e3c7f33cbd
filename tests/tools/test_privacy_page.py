"""docs/privacy.md is what the register says."""

from tools import privacy_page


def test_the_page_is_up_to_date():
    written = privacy_page.PAGE.read_text()
    assert written == privacy_page.page(), "run: python -m tools.privacy_page"
