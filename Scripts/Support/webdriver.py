"""Drives a browser by W3C WebDriver over HTTP, for test-browser.py and test-inspector.py.

It needs nothing but Python's own library.
"""

import argparse
import base64
import contextlib
import json
import os
import socket
import subprocess
import sys
import tempfile
import time
import traceback
import urllib.error
import urllib.request

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

    def __init__(self, driver, chromium, folder, scripts=True, width=1000, height=900, flags=()):
        self.driver, self.folder = driver, folder
        options = {
            "binary": chromium,
            "args": ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                     f"--window-size={width},{height}", *flags],
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


def until(condition, sentence, seconds=60):
    end = time.time() + seconds
    while not holds(condition):
        expect(time.time() < end, sentence)
        time.sleep(0.05)


def holds(condition):
    """Whether a condition holds now; not if the page was written anew between finding an element and asking it."""
    try:
        return condition()
    except RuntimeError as error:
        if "stale element reference" not in str(error):
            raise
        return False


class TestCase:
    """A test, which gets a desk of its own."""

    def __init__(self, arguments, driver, desk):
        self.arguments, self.driver, self.desk = arguments, driver, desk

    def browser(self, **options):
        return Browser(self.driver, self.arguments.chromium, self.arguments.folder, **options)


def main(tests, start, programs):
    """Runs each method of `tests` whose name begins with `test_`, with a desk of its own.

    `start` begins a desk for the test of a name, and returns it and how it ends. `programs` are the names of the arguments with
    the programs that are tested.
    """
    parser = argparse.ArgumentParser()
    for name in (*programs, "chromium", "driver", "folder"):
        parser.add_argument("--" + name, required=True)
    parser.add_argument("tests", nargs="*", help="only these")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as logs:
        driver = Driver(arguments.driver, os.path.join(logs, "driver.log"))
        failed = 0
        try:
            for name in [one for one in dir(tests) if one.startswith("test_")]:
                if arguments.tests and name not in arguments.tests:
                    continue
                desk, stop = start(arguments, name)
                try:
                    getattr(tests(arguments, driver, desk), name)()
                    print(f"passed {name}", flush=True)
                except Exception:
                    failed += 1
                    print(f"FAILED {name}\n{traceback.format_exc(limit=4)}", flush=True)
                finally:
                    stop()
        finally:
            driver.stop()
    print(f"Screenshots are in {arguments.folder}.")
    sys.exit(1 if failed else 0)
