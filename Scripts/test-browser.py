"""Drives the forms of FormDesk in a browser; see test-browser.sh, which starts it.

It speaks W3C WebDriver by HTTP, and needs nothing but Python's own library.
"""

import argparse
import base64
import contextlib
import json
import os
import socket
import struct
import subprocess
import sys
import tempfile
import time
import traceback
import urllib.error
import urllib.request
import zlib

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
KEYS = {"tab": "\ue004", "enter": "\ue007", "space": " ", "shift": "\ue008", "control": "\ue009", "down": "\ue015"}


class Driver:
    """A running chromedriver."""

    def __init__(self, program, log):
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.process = subprocess.Popen(
            [program, f"--port={self.port}", "--log-level=WARNING", f"--log-path={log}"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for _ in range(200):
            try:
                if self.send("GET", "/status")["ready"]:
                    return
            except (urllib.error.URLError, ConnectionError):
                time.sleep(0.05)
        raise RuntimeError("chromedriver does not answer")

    def send(self, method, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", data, method=method)
        request.add_header("Content-Type", "application/json")
        try:
            with urllib.request.urlopen(request, timeout=60) as response:
                return json.load(response)["value"]
        except urllib.error.HTTPError as error:
            value = json.load(error)["value"]
            raise RuntimeError(f"{method} {path}: {value['error']}: {value['message'].splitlines()[0]}") from None

    def stop(self):
        self.process.terminate()
        self.process.wait(timeout=10)


class Browser:
    """A session of a browser."""

    def __init__(self, driver, chromium, folder, scripts=True, width=1000, height=900):
        self.driver, self.folder = driver, folder
        options = {
            "binary": chromium,
            "args": ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                     f"--window-size={width},{height}"],
        }
        if not scripts:
            options["prefs"] = {"profile.managed_default_content_settings.javascript": 2}
        capabilities = {"alwaysMatch": {"browserName": "chrome", "goog:chromeOptions": options}}
        answer = driver.send("POST", "/session", {"capabilities": capabilities})
        self.session = "/session/" + answer["sessionId"]

    def call(self, method, path, body=None):
        return self.driver.send(method, self.session + path, body)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.call("DELETE", "")

    # Pages

    def open(self, address):
        self.call("POST", "/url", {"url": address})

    @property
    def address(self):
        return self.call("GET", "/url")

    @property
    def title(self):
        return self.call("GET", "/title")

    @property
    def source(self):
        return self.call("GET", "/source")

    def shot(self, name):
        """Writes a picture of the whole page."""
        size = self.devtools("Page.getLayoutMetrics")["cssContentSize"]
        clip = {"x": 0, "y": 0, "width": size["width"], "height": min(size["height"], 8000), "scale": 1}
        image = self.devtools("Page.captureScreenshot", {"clip": clip, "captureBeyondViewport": True})
        with open(os.path.join(self.folder, name + ".png"), "wb") as file:
            file.write(base64.b64decode(image["data"]))

    @contextlib.contextmanager
    def leaving(self):
        """Waits after the block until another page is there."""
        old = self.find("html")
        yield
        for _ in range(400):
            try:
                old.call("GET", "/name")
            except RuntimeError:
                break
            time.sleep(0.025)
        for _ in range(400):
            try:
                return self.find("main")
            except RuntimeError:
                time.sleep(0.025)
        raise AssertionError("no other page has come")

    # Elements

    def find(self, css):
        return Element(self, self.call("POST", "/element", {"using": "css selector", "value": css})[ELEMENT])

    def all(self, css):
        found = self.call("POST", "/elements", {"using": "css selector", "value": css})
        return [Element(self, element[ELEMENT]) for element in found]

    def link(self, text):
        return Element(self, self.call("POST", "/element", {"using": "link text", "value": text})[ELEMENT])

    def field(self, name):
        return self.find(f'[name="{name}"]')

    def button(self, action):
        return self.find(f'button[value="{action}"]')

    @property
    def save(self):
        return self.all(".form-actions button:not([name])")[-1]

    @property
    def active(self):
        return Element(self, self.call("GET", "/element/active")[ELEMENT])

    # Keys

    def press(self, *keys):
        """Presses keys one after the other, in whatever has the focus. A list is a text, or keys held together."""
        actions = []
        for key in keys:
            held = key if isinstance(key, list) else [key]
            names = [KEYS.get(one, one) for one in held]
            actions += [{"type": "keyDown", "value": one} for one in names]
            actions += [{"type": "keyUp", "value": one} for one in reversed(names)]
        self.call("POST", "/actions", {"actions": [{"type": "key", "id": "keys", "actions": actions}]})
        self.call("DELETE", "/actions")

    def write(self, text):
        self.press(*list(text))

    # DevTools

    def devtools(self, command, parameters=None):
        return self.call("POST", "/goog/cdp/execute", {"cmd": command, "params": parameters or {}})

    def run(self, script):
        return self.call("POST", "/execute/sync", {"script": script, "args": []})

    def tree(self):
        """Returns the nodes of the accessibility tree that are not ignored."""
        self.devtools("Accessibility.enable")
        nodes = self.devtools("Accessibility.getFullAXTree")["nodes"]
        return [Node(node) for node in nodes if not node.get("ignored")]


class Element:
    def __init__(self, browser, id):
        self.browser, self.id = browser, id

    def call(self, method, path, body=None):
        return self.browser.call(method, f"/element/{self.id}{path}", body)

    def click(self):
        self.call("POST", "/click", {})

    def go(self):
        """Clicks, and waits for the page to which that leads."""
        with self.browser.leaving():
            self.click()

    def type(self, text):
        self.call("POST", "/value", {"text": text})

    def fill(self, text):
        self.call("POST", "/clear", {})
        self.type(text)

    def attribute(self, name):
        return self.call("GET", f"/attribute/{name}")

    def live(self, name):
        return self.call("GET", f"/property/{name}")

    @property
    def text(self):
        return self.call("GET", "/text")


class Node:
    """A node of the accessibility tree."""

    def __init__(self, node):
        self.role = node.get("role", {}).get("value", "")
        self.name = node.get("name", {}).get("value", "")
        self.description = node.get("description", {}).get("value", "")
        self.properties = {one["name"]: one["value"].get("value") for one in node.get("properties", [])}

    def __repr__(self):
        return f"{self.role} {self.name!r} {self.description!r} {self.properties}"


def expect(condition, sentence):
    if not condition:
        raise AssertionError(sentence)


def node(tree, role, name):
    found = [one for one in tree if one.role == role and one.name == name]
    names = [one.name for one in tree if one.role == role]
    expect(len(found) == 1, f"there are {len(found)} nodes {role} {name!r} among {names}")
    return found[0]


def picture():
    """Returns a small picture as PNG."""
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    rows = b"".join(b"\0" + b"\x1d\x4f\x91" * 16 for _ in range(16))
    head = struct.pack(">IIBBBBB", 16, 16, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


class Tests:
    """Each method whose name begins with `test_` is a test, with a desk of its own."""

    def __init__(self, arguments, driver, base):
        self.arguments, self.driver, self.base = arguments, driver, base

    def browser(self, **options):
        return Browser(self.driver, self.arguments.chromium, self.arguments.folder, **options)

    def test_wrong_and_right(self):
        """A form that is sent wrong says what is wrong, keeps what was typed, and is saved when it is mended."""
        with self.browser() as browser:
            browser.open(self.base + "albums/new")
            expect(browser.title.startswith("Album"), "the title names the form")
            browser.shot("new")
            browser.field("releasedOn").type("soon")
            browser.field("notes").type("Kept & <b>safe</b>")
            browser.save.go()
            expect(browser.title.startswith("Error: Album"), f"the title is {browser.title}")
            expect(browser.active.attribute("role") == "alert", "the summary has the focus")
            expect(browser.field("releasedOn").live("value") == "soon", "what was typed is kept")
            expect(browser.field("notes").live("value") == "Kept & <b>safe</b>", "markup is a text")
            browser.shot("wrong")
            links = browser.all(".form-summary a")
            texts = [link.text for link in links]
            expect(any("Title" in text for text in texts), f"the summary has {texts}")
            links[texts.index(next(text for text in texts if "Title" in text))].click()
            expect(browser.active.attribute("name") == "title", "a link of the summary leads to its field")
            browser.press("N", "e", "w")
            browser.field("releasedOn").fill("24/12/2025")
            browser.find('select[name="artistID"] option[value="3"]').click()
            path = os.path.join(self.arguments.folder, "cover.png")
            with open(path, "wb") as file:
                file.write(picture())
            browser.field("cover").type(os.path.abspath(path))
            browser.save.go()
            expect("saved=1" in browser.address, f"it is saved: {browser.address}")
            status = browser.find('[role="status"]').text
            expect(status == "It is saved.", status)
            expect(browser.find("img").live("naturalWidth") == 16, "the cover is shown")
            expect("24/12/2025" in browser.find("main").text, "the day is as it was typed")
            browser.shot("saved")

    def test_children(self):
        """Children are added, filled in, moved and removed by buttons, and saved together."""
        with self.browser() as browser:
            browser.open(self.base + "albums/1/edit")
            count = len(browser.all('fieldset.form-item'))
            expect(count == 10, f"there are {count} tracks")
            browser.button("add tracks").go()
            browser.field("tracks[10][name]").type("Encore")
            browser.field("tracks[10][seconds]").type("2:05")
            browser.field("tracks[10][price]").fill("1.29")
            browser.button("up tracks[10]").go()
            expect(browser.field("tracks[10][name]").live("value") == "Encore", "what was typed is kept")
            browser.button("remove tracks[0]").go()
            expect("It is removed when the form is saved." in browser.find("form").text, "the removal is announced")
            browser.shot("children")
            browser.button("restore tracks[0]").go()
            browser.button("remove tracks[4]").go()
            browser.save.go()
            text = browser.find("main").text
            expect("saved=1" in browser.address, f"it is saved: {browser.address}")
            names = [line for line in text.splitlines() if line in ("Encore", "River 1", "Letter 1", "Road 1", "Sea 1")]
            expect(names == ["River 1", "Sea 1", "Encore", "Road 1"], f"the order is {names}")

    def test_search_of_options(self):
        """A field with too many options is searched, and what was typed elsewhere is kept."""
        with self.browser() as browser:
            browser.open(self.base + "invoices/new")
            browser.find('[name="customerID"] option[value="2"], [name="customerID"][value="2"]').click()
            browser.button("add lines").go()
            browser.field("lines[0][quantity]").fill("4")
            browser.field("lines[0][trackID][_search]").type("sparrow")
            browser.button("search lines[0][trackID]").go()
            expect(browser.field("lines[0][quantity]").live("value") == "4", "the quantity is kept")
            label = next(label for label in browser.all("label") if label.text == "Sparrow 7")
            label.click()
            browser.shot("searched")
            browser.save.go()
            expect("saved=1" in browser.address and "Sparrow 7" in browser.find("main").text, browser.find("main").text)

    def test_conflict(self):
        """Somebody else changes the same field: theirs is shown beside mine, and can be taken."""
        with self.browser() as mine, self.browser() as other:
            for browser, name in ((mine, "Mine"), (other, "Theirs")):
                browser.open(self.base + "artists/2/edit")
                browser.field("name").fill(name)
            other.save.go()
            mine.save.go()
            expect(mine.field("name").live("value") == "Mine", "mine is kept")
            expect("Theirs" in mine.find(".form-theirs").text, "theirs is shown")
            mine.shot("conflict")
            mine.button("theirs name").go()
            expect(mine.field("name").live("value") == "Theirs", "theirs is taken")

    def test_keyboard(self):
        """Everything can be done by the keyboard alone."""
        with self.browser() as browser:
            browser.open(self.base + "customers/new")
            order = []
            for _ in range(60):
                browser.press("tab")
                name = browser.active.attribute("name")
                if name:
                    order.append(name)
                if browser.active.text == "Save":
                    break
            expected = ["firstName", "lastName", "email", "phone", "country", "interests[]", "wantsNews"]
            seen = list(dict.fromkeys(order))
            expect(seen == expected, f"the order of the keyboard is {seen}")
            expect(browser.active.text == "Save", "the button is reached")
            outline = browser.run("return getComputedStyle(document.activeElement).outlineStyle")
            expect(outline == "solid", f"what has the focus shows: {outline}")
            with browser.leaving():
                browser.press("space")
            expect(browser.title.startswith("Error:"), "the form is sent by the space bar")
            # From the summary to the first field, by its link.
            browser.press("tab", "enter")
            expect(browser.active.attribute("name") == "firstName", "the first link leads to the first field")
            browser.write("Dora")
            browser.press("tab")
            browser.write("Eklund")
            browser.press("tab")
            browser.write("dora@eklund.example")
            browser.press("tab", "tab")
            browser.write("Germany")
            browser.press("tab", "space", "tab", "tab", "space")
            with browser.leaving():
                browser.field("email").type(KEYS["enter"])
            expect("saved=1" in browser.address, f"Enter saves: {browser.address}")
            text = browser.find("main").text
            expect(all(part in text for part in ("Dora", "Eklund", "Germany", "Rock, Classical")), text)
            # Enter in a form with other buttons saves, and presses none of them.
            browser.open(self.base + "albums/3/edit")
            browser.field("title").fill("By Enter")
            with browser.leaving():
                browser.field("title").type(KEYS["enter"])
            expect("saved=1" in browser.address and "By Enter" in browser.find("main").text, "Enter saves")

    def test_without_scripts(self):
        """All of it works where scripts are switched off."""
        with self.browser(scripts=False) as browser:
            page = "data:text/html,<title>off</title><script>document.title='on'</script>"
            browser.open(page)
            expect(browser.title == "off", "scripts are off")
            browser.open(self.base + "albums/4/edit")
            browser.button("add tracks").go()
            browser.field("tracks[10][name]").type("Without")
            browser.save.go()
            expect(browser.title.startswith("Error:"), "a duration is missing")
            expect(browser.active.attribute("role") == "alert", "the summary has the focus")
            browser.field("tracks[10][seconds]").fill("1:00")
            browser.button("up tracks[10]").go()
            browser.save.go()
            expect("saved=1" in browser.address and "Without" in browser.find("main").text, "it is saved")
            browser.shot("without-scripts")
            browser.link("Delete").go()
            browser.find("form button").go()
            expect("deleted=1" in browser.address, "it is deleted")

    def test_narrow_window(self):
        """Nothing has to be scrolled sideways in a window of 320 pixels."""
        with self.browser() as browser:
            metrics = {"width": 320, "height": 640, "deviceScaleFactor": 1, "mobile": True}
            browser.devtools("Emulation.setDeviceMetricsOverride", metrics)
            pages = ["", "artists", "albums", "albums/5", "albums/5/edit", "albums/new", "customers/new", "invoices/new",
                     "invoices/1/edit", "artists/5/delete", "nowhere"]
            for page in pages:
                browser.open(self.base + page)
                width = browser.run("return Math.max(document.documentElement.scrollWidth, document.body.scrollWidth)")
                expect(width <= 320, f"/{page} is {width} pixels wide")
                hidden = browser.run(
                    "return [...document.querySelectorAll('body *')].filter(one => one.clientWidth > 1 && "
                    "one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).overflowX != 'visible')"
                    ".map(one => one.outerHTML.slice(0, 80) + one.scrollWidth)")
                expect(not hidden, f"/{page} has parts that scroll sideways: {hidden}")
                browser.shot("narrow-" + (page.replace("/", "-") or "home"))
            browser.open(self.base + "albums/new")
            browser.save.go()
            width = browser.run("return document.documentElement.scrollWidth")
            expect(width <= 320, f"the form with errors is {width} pixels wide")
            browser.shot("narrow-wrong")

    def test_accessibility(self):
        """The accessibility tree has a name for each control, and says what is required, wrong, and why."""
        with self.browser() as browser:
            browser.open(self.base + "albums/new")
            tree = browser.tree()
            title = node(tree, "textbox", "Title")
            expect(title.properties.get("required") is True, f"{title} is required")
            expect(not title.properties.get("invalid") in (True, "true"), f"{title} is not wrong yet")
            released = node(tree, "textbox", "Released on (optional)")
            expect("The day on which it could be bought first." in released.description, f"{released} has its hint")
            node(tree, "checkbox", "In stock")
            node(tree, "button", "Add Tracks")
            node(tree, "heading", "Album")
            self.expect_names(tree)
            browser.save.go()
            tree = browser.tree()
            title = node(tree, "textbox", "Title")
            expect(title.properties.get("invalid") in (True, "true"), f"{title} is wrong")
            expect("Error:" in title.description and "blank" in title.description, f"{title} says why")
            alert = next(one for one in tree if one.role == "alert")
            expect(alert.name == "There is a problem", f"the summary is announced: {alert}")
            expect(alert.properties.get("focused") is True, "the summary has the focus")
            links = [one.name for one in tree if one.role == "link"]
            expect(any(name.startswith("Title") for name in links), f"the summary's links are {links}")
            self.expect_names(tree)
            browser.open(self.base + "albums/1/edit")
            tree = browser.tree()
            node(tree, "group", "Tracks")
            node(tree, "group", "Tracks 2")
            node(tree, "button", "Move up Tracks 2")
            self.expect_names(tree)
            browser.open(self.base + "customers/new")
            tree = browser.tree()
            node(tree, "group", "Interests (optional)")
            node(tree, "checkbox", "Jazz")
            self.expect_names(tree)
            for page, table in (("albums", "Albums"), ("invoices", "Invoices")):
                browser.open(self.base + page)
                tree = browser.tree()
                node(tree, "table", table)
                expect(any(one.role == "columnheader" for one in tree), "the columns have heads")
                expect(any(one.role == "rowheader" for one in tree), "the rows have heads")
                node(tree, "search", "")
                self.expect_names(tree)

    def test_references(self):
        """Each id is there once, and whatever refers to one finds it."""
        script = """
          const ids = [...document.querySelectorAll('[id]')].map(one => one.id);
          const wanted = [];
          for (const one of document.querySelectorAll('label')) wanted.push(one.htmlFor);
          for (const one of document.querySelectorAll('a[href^="#"]')) wanted.push(one.getAttribute('href').slice(1));
          for (const name of ['aria-describedby', 'aria-labelledby']) {
            for (const one of document.querySelectorAll(`[${name}]`)) wanted.push(...one.getAttribute(name).split(' '));
          }
          return [ids.length - new Set(ids).size, wanted.filter(one => !ids.includes(one)), wanted.length];
        """
        with self.browser() as browser:
            for page in ("albums/new", "albums/6/edit", "customers/new", "invoices/2/edit", "artists/6/edit", "albums"):
                for isWrong in (False, True):
                    browser.open(self.base + page)
                    if isWrong and page != "albums":
                        for field in browser.all("form input[type=text]"):
                            field.fill("")
                        browser.save.go()
                    twice, missing, count = browser.run(script)
                    expect(twice == 0, f"{page} has {twice} ids twice")
                    expect(not missing and count > 0, f"{page} refers to {missing}")

    def test_boxes(self):
        """A box that is unticked is saved as such, and choices that are taken back are gone."""
        with self.browser() as browser:
            browser.open(self.base + "albums/7/edit")
            expect(browser.field("inStock").live("checked"), "it is in stock")
            browser.field("inStock").click()
            browser.save.go()
            browser.open(self.base + "albums/7/edit")
            expect(not browser.field("inStock").live("checked"), "it is not in stock any more")
            browser.open(self.base + "customers/1/edit")
            browser.find('[name="interests[]"][value="jazz"]').click()
            browser.save.go()
            browser.open(self.base + "customers/1/edit")
            ticked = [box.attribute("value") for box in browser.all('[name="interests[]"]') if box.live("checked")]
            expect(ticked == [], f"the interests are {ticked}")

    @staticmethod
    def expect_names(tree):
        roles = {"textbox", "checkbox", "radio", "combobox", "button", "link", "group", "radiogroup", "heading", "option"}
        for one in tree:
            expect(one.role not in roles or one.name, f"{one} has a name")
        controls = [one.name for one in tree if one.role in ("textbox", "checkbox", "combobox", "button")]
        expect(controls, "there are controls")


def start(program):
    """Starts a desk, and returns it with its address."""
    process = subprocess.Popen([program], stdout=subprocess.PIPE, text=True)
    return process, process.stdout.readline().strip()


def main():
    parser = argparse.ArgumentParser()
    for name in ("desk", "chromium", "driver", "folder"):
        parser.add_argument("--" + name, required=True)
    parser.add_argument("tests", nargs="*")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as logs:
        driver = Driver(arguments.driver, os.path.join(logs, "driver.log"))
        failed = 0
        try:
            for name in [one for one in dir(Tests) if one.startswith("test_")]:
                if arguments.tests and name not in arguments.tests:
                    continue
                desk, base = start(arguments.desk)
                try:
                    getattr(Tests(arguments, driver, base), name)()
                    print(f"passed {name}", flush=True)
                except Exception:
                    failed += 1
                    print(f"FAILED {name}\n{traceback.format_exc(limit=4)}", flush=True)
                finally:
                    desk.terminate()
                    desk.wait(timeout=10)
        finally:
            driver.stop()
    print(f"Screenshots are in {arguments.folder}.")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
