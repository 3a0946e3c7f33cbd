"""Firefox and WebKit as Debian packages them, by what a walk does: go, read, fill, press, click."""

import os
import subprocess
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from selenium.webdriver import WebKitGTK
from selenium.webdriver.webkitgtk.options import Options
from selenium.webdriver.webkitgtk.service import Service

from tests import services
from tests.e2e.marionette import Firefox
from tests.faults.parts import wait_until

CSS = "css selector"
ENTER = "\ue007"  # as WebDriver writes it
SECONDS = 60
VISIBLE = """
    return [...document.querySelectorAll(arguments[0])].find(
        (each) => each.checkVisibility({ visibilityProperty: true })) || null;
"""


class Walker(ABC):
    """One window of a browser; an element is what its driver calls so."""

    def __init__(self, driver: Any, url: str) -> None:
        self.driver, self.url = driver, url

    @abstractmethod
    def go(self, path: str) -> None:
        """Open a page of the product."""

    @abstractmethod
    def resize(self, width: int, height: int) -> None:
        """Give the window a size."""

    @abstractmethod
    def script(self, code: str, *arguments: Any) -> Any:
        """Return what a script returns on the page."""

    @abstractmethod
    def click_on(self, element: Any) -> None:
        """Click, and wait for the page to which it leads."""

    @abstractmethod
    def type_into(self, element: Any, text: str) -> None:
        """Type the text into the element, after what it has."""

    @property
    def address(self) -> str:
        return str(self.script("return location.href"))

    def find(self, css: str) -> Any:
        """Return the first element that a person can see, once there is one."""
        wait_until(lambda: self.script(VISIBLE, css), f"{css} is visible", SECONDS)
        return self.script(VISIBLE, css)

    def read(self, css: str) -> str:
        self.find(css)
        return str(self.script(f"return (() => {{{VISIBLE}}})(arguments[0]).innerText", css))

    def click(self, css: str) -> None:
        element = self.find(css)
        # at once: WebKit's driver does not wait for smooth scrolling
        self.script("arguments[0].scrollIntoView({block: 'center', behavior: 'instant'})", element)
        self.click_on(element)

    def press(self, css: str, leads_to: str) -> None:
        """Press Enter on a link, and wait until the address has this in it."""
        self.type_into(self.find(css), ENTER)
        wait_until(lambda: leads_to in self.address, f"{leads_to} is open", SECONDS)

    def fill(self, css: str, text: str) -> None:
        field = self.find(css)
        self.script("arguments[0].select()", field)
        self.type_into(field, text)

    def fits(self) -> bool:
        """Return whether nothing is cut off at the side."""
        return bool(self.script("return document.documentElement.scrollWidth <= window.innerWidth"))


class FirefoxWalker(Walker):
    driver: Firefox

    def go(self, path: str) -> None:
        self.driver.command("WebDriver:Navigate", url=self.url + path)

    def resize(self, width: int, height: int) -> None:
        self.driver.command("WebDriver:SetWindowRect", width=width, height=height)

    def script(self, code: str, *arguments: Any) -> Any:
        return self.driver.command("WebDriver:ExecuteScript", script=code, args=arguments)

    def click_on(self, element: Any) -> None:
        self.driver.command("WebDriver:ElementClick", id=next(iter(element.values())))

    def type_into(self, element: Any, text: str) -> None:
        number = next(iter(element.values()))
        self.driver.command("WebDriver:ElementSendKeys", id=number, text=text)


class WebKitWalker(Walker):
    def go(self, path: str) -> None:
        self.driver.get(self.url + path)

    def resize(self, width: int, height: int) -> None:
        self.driver.set_window_size(width, height)

    def script(self, code: str, *arguments: Any) -> Any:
        return self.driver.execute_script(code, *arguments)

    def click_on(self, element: Any) -> None:
        element.click()

    def type_into(self, element: Any, text: str) -> None:
        element.send_keys(text)


@contextmanager
def firefox(url: str, folder: Path) -> Iterator[Walker]:
    assert services.FIREFOX
    driver = Firefox(services.FIREFOX, folder)
    try:
        yield FirefoxWalker(driver, url)
    finally:
        driver.quit()


@contextmanager
def webkit(url: str, folder: Path) -> Iterator[Walker]:
    """Start WebKitGTK on a screen that nobody sees."""
    assert services.XVFB
    assert services.WEBKIT_DRIVER
    read, write = os.pipe()
    with subprocess.Popen(
        [services.XVFB, "-displayfd", str(write), "-screen", "0", "1400x1000x24"],
        pass_fds=[write],
        stderr=subprocess.DEVNULL,
    ) as screen:
        os.close(write)
        with os.fdopen(read) as number:
            display = f":{number.readline().strip()}"
        own = {**os.environ, "DISPLAY": display, "HOME": str(folder), "LANGUAGE": "en"}
        try:
            driver = WebKitGTK(Options(), Service(services.WEBKIT_DRIVER, env=own))
            try:
                yield WebKitWalker(driver, url)
            finally:
                driver.quit()
        finally:
            screen.kill()
