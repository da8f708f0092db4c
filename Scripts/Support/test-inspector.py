"""Drives the inspector in a browser; see test-browser.sh, which starts it."""

import json
import os
import pty
import re
import subprocess
import threading
import time

from webdriver import TestCase, expect, main, node, until


class Desk:
    """The program with the inspector, which does what lines say."""

    def __init__(self, program, *options):
        self.process = subprocess.Popen(
            [program, *options], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.base = self.process.stdout.readline().strip()

    def say(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        return self.process.stdout.readline().strip()

    def stop(self):
        self.process.terminate()
        self.process.wait(timeout=10)


class Board:
    """The example Board at a terminal, where its cards are moved at a pace that can be watched."""

    def __init__(self, program):
        self.terminal, inner = pty.openpty()
        self.process = subprocess.Popen([program, "--inspect"], stdin=inner, stdout=inner)
        os.close(inner)
        self.output = ""
        threading.Thread(target=self.read, daemon=True).start()
        until(lambda: "press Return to begin" in self.output, "the board prints an address")
        self.base = re.search(r"http://\S+", self.output).group()

    def read(self):
        while self.process.poll() is None:
            try:
                self.output += os.read(self.terminal, 4096).decode(errors="replace")
            except OSError:
                break

    def press_return(self):
        os.write(self.terminal, b"\n")

    def stop(self):
        self.process.terminate()
        self.process.wait(timeout=10)
        os.close(self.terminal)


class Tests(TestCase):
    """Each test gets a program and a browser of its own."""

    options = {"test_million": ["--rows", "1000000"], "test_editing": ["--edit"],
               "test_forms": ["--edit"], "test_keyboard_form": ["--edit"]}

    @property
    def base(self):
        return self.desk.base

    @staticmethod
    def cells(window, column):
        return window.run(
            f"return [...document.querySelectorAll('#rows tbody tr')].map(row => row.cells[{column}].textContent)")

    def test_pages(self):
        """Each page, light and dark, without a message in the console of the browser."""
        pages = ["", "model/Order", "model/Order/record?id=1", "relations", "search?words=shop", "commits", "rules",
                 "hooks", "advice"]
        time.sleep(2.5)
        self.desk.say("rename 1 Teapots")
        self.desk.say("insert Cups")
        for scheme in ["light", "dark"]:
            with self.browser() as window:
                window.devtools("Emulation.setEmulatedMedia", {"features": [
                    {"name": "prefers-color-scheme", "value": scheme}]})
                for page in pages:
                    window.open(self.base + page)
                    name = page.split("?")[0].replace("/", "-") or "models"
                    expect("Order desk" in window.title, f"{page} has a title")
                    expect(len(window.all("h1")) == 1, f"{page} has a heading")
                    window.shot(f"inspector-{name}-{scheme}")
                window.open(self.base + "commits")
                first = window.all("tbody th a")[0]
                first.go()
                expect("Cups" in window.source, "a commit shows what it inserted")
                window.shot(f"inspector-commit-{scheme}")

    def test_finder(self):
        """Conditions are completed, answered, and refused beside the box."""
        with self.browser() as window:
            window.open(self.base + "model/Order")
            box = window.find("#where")
            box.click()
            box.type("to")
            until(lambda: window.all(".completions li"), "columns are proposed")
            expect([item.text for item in window.all("#where-completions li")] == ["total"], "total is proposed")
            window.press("down", "enter")
            expect(box.live("value") == "total ", "the proposal is taken")
            expect(len(window.all("#where-completions li")) > 5, "operators are proposed behind a column")
            window.shot("inspector-completion")
            window.press("\ue00c")
            box.type("> 900 && title contains \"1\"")
            with window.leaving():
                window.press("enter")
            expect("where=total" in window.address, "the condition is in the address")
            found = window.find(".found").text
            expect("index total" in found and "ms" in found, f"plan and time are said: {found}")
            box = window.find("#where")
            box.fill("totl > 3")
            with window.leaving():
                window.press("enter")
            expect(window.find("#mistake").text.startswith("The condition cannot be read at character 1"), "the mistake is said")
            window.shot("inspector-mistake")
            window.open(self.base + "model/Order?order=total%20descending&columns=id,total")
            expect(window.find("th[aria-sort=descending]").text == "total", "the order is said")
            totals = [int(text) for text in self.cells(window, 1)]
            expect(totals == sorted(totals, reverse=True) and len(totals) == 40, "all rows are in the order")

    def test_live(self):
        """A page follows the store; what changed flashes."""
        with self.browser() as window:
            window.open(self.base + "model/Order")
            until(lambda: window.find("#live").live("hidden") is False, "the page follows")
            self.desk.say("rename 3 Kettles")
            until(lambda: "Kettles" in self.cells(window, 1), "the new title appears")
            expect(window.run("return document.querySelectorAll('tr.flash').length") <= 1, "one row flashes")
            window.shot("inspector-live")
            self.desk.say("insert Spoons")
            until(lambda: "Spoons" in self.cells(window, 1), "the new order appears")
            window.open(self.base + "model/Order/record?id=3")
            until(lambda: window.find("#live").live("hidden") is False, "the record follows")
            self.desk.say("rename 3 Pots")
            until(lambda: "Pots" in window.find("dl.record").text, "the new title appears in the record")
            window.open(self.base + "commits")
            until(lambda: window.find("#live").live("hidden") is False, "the commits follow")
            count = len(window.all("tbody tr"))
            self.desk.say("rename 3 Pans")
            until(lambda: len(window.all("tbody tr")) == count + 1, "the commit appears")
            window.open(self.base)
            until(lambda: window.find("#live").live("hidden") is False, "the models follow")
            self.desk.say("insert Forks")
            until(lambda: "42" in window.find('tr[data-id="Order"]').text, "the count appears")

    def test_burst(self):
        """The store is not kept waiting by a page that follows it."""
        alone = int(self.desk.say("burst 20000").split()[1])
        with self.browser() as window:
            window.open(self.base + "model/Order")
            until(lambda: window.find("#live").live("hidden") is False, "the page follows")
            watched = int(self.desk.say("burst 20000").split()[1])
            print(f"  20,000 commits: {alone} ms of the processor alone, {watched} ms followed (this build)")
            until(lambda: self.cells(window, 2)[1] == "999", "the last state is shown")

    def test_pace(self):
        """A program that commits 10,000 times a second keeps its pace while a page follows."""
        def paced():
            wall, work = map(int, self.desk.say("pace 30000 10000").split())
            return wall, work
        alone = paced()
        with self.browser() as window:
            window.open(self.base + "model/Order")
            until(lambda: window.find("#live").live("hidden") is False, "the page follows")
            followed = paced()
            print(f"  30,000 commits in 3 s: {alone[1]} ms of the processor alone, {followed[1]} ms followed; "
                  f"done after {alone[0]} and {followed[0]} ms (this build)")
            expect(followed[0] < 3300 or followed[0] < alone[0] * 1.1, "the program is as quick as before")
            until(lambda: self.cells(window, 2)[1] == "999", "the last state is shown")

    def test_board(self):
        """The example Board is watched while its cards are moved."""
        with self.browser() as window:
            window.open(self.base + "model/Card?order=stage")
            expect("0 records" in window.find(".found").text, "there is no card yet")
            until(lambda: window.find("#live").live("hidden") is False, "the page follows")
            self.desk.press_return()
            until(lambda: "1" in self.cells(window, 2), "somebody works on a card")
            window.shot("inspector-board")
            until(lambda: self.cells(window, 2) == ["2"] * 8, "all cards are done", seconds=60)
            until(lambda: "8 cards are done." in self.desk.output, "the board says so")
            window.all("#rows tbody a")[0].go()
            history = window.all("section")[-1].text
            expect("stage: 0 → 1" in history and "stage: 1 → 2" in history, f"the history has each step: {history}")
            window.open(self.base + "commits")
            expect(len(window.all("tbody tr")) >= 17, "each step is a commit")
        self.desk.press_return()
        until(lambda: self.desk.process.poll() == 0, "the program ends when Return is pressed")

    def test_end(self):
        """A page says when the program does not answer any more."""
        with self.browser() as window:
            window.open(self.base + "model/Order")
            until(lambda: window.find("#live").text == "live", "the page follows")
            self.desk.stop()
            until(lambda: window.find("#live").text == "the program does not answer", "the page says so")
            expect("may be old" in window.find("#status").text, "a screen reader is told")
            expect(len(self.cells(window, 0)) > 0, "the rows are there still")
            window.shot("inspector-gone")

    def test_copies(self):
        """Records are copied as Swift, JSON or CSV."""
        self.desk.say("rename 1 Teapots")
        script = """
          return Promise.all([...document.querySelectorAll('.copies a')].map(async link => {
            const answer = await fetch(link.href);
            return [link.textContent, answer.status, answer.headers.get('content-type'), await answer.text()];
          }));
        """
        with self.browser() as window:
            for page in ["model/Order", "model/Order/record?id=1"]:
                window.open(self.base + page)
                copies = window.run(script)
                expect([one[0] for one in copies] == ["Swift", "JSON", "CSV"], f"{page} is copied as {copies}")
                types = ["text/plain; charset=utf-8", "application/json", "text/csv; charset=utf-8"]
                expect([one[1:3] for one in copies] == [[200, one] for one in types], f"{page} answers {copies}")
                expect(isinstance(json.loads(copies[1][3]), list), f"{page} is JSON")
            window.devtools("Browser.grantPermissions", {"permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"]})
            window.open(self.base + "model/Order/record?id=1")
            window.link("CSV").click()
            until(lambda: window.find("#status").text == "Copied as CSV.", "the page says that it copied")
            text = window.run("return navigator.clipboard.readText()")
            expect("1,Teapots" in text, f"the clipboard has {text!r}")

    def test_million(self):
        """A million rows scroll, by bar and by keys."""
        with self.browser() as window:
            window.open(self.base + "model/Order")
            until(lambda: self.cells(window, 0)[:1] == ["1"], "the first row is shown")
            until(lambda: len(self.cells(window, 0)) < 60, "only the rows that are seen are in the page")
            rows = len(self.cells(window, 0))
            window.run("document.querySelector('#rows .scroll').scrollTop = 1e9")
            until(lambda: self.cells(window, 0)[-1:] == ["1000000"], "the last row is shown")
            window.shot("inspector-million")
            window.run("document.querySelector('#rows .scroll').focus()")
            window.press("\ue011")
            until(lambda: self.cells(window, 0)[0] == "1", "Home leads to the first row")
            window.press("down")
            until(lambda: self.cells(window, 0)[0] == "2", "an arrow leads to the next row")
            window.press("\ue00f")
            until(lambda: self.cells(window, 0)[0] == str(1 + rows) or self.cells(window, 0)[0] == str(2 + rows), "a page leads on")
            expect("offset=" in window.address, "the window is in the address")
            address = window.address
            first = self.cells(window, 0)[0]
            window.open(address)
            until(lambda: self.cells(window, 0)[:1] == [first], "the address leads to the same window")
            start = time.time()
            window.open(self.base + "model/Order?where=title%20contains%20%22999%22&order=total%20descending")
            print(f"  a condition and an order on 1,000,000 rows: {time.time() - start:.2f} s (this build)")

    def test_hostile(self):
        """Values that are markup are shown as they are."""
        self.desk.say("hostile")
        with self.browser() as window:
            for page in ["model/Order", "commits", "search?words=script", "model/Order/record?id=41", "model/Order/record?id=42"]:
                window.open(self.base + page)
                time.sleep(0.3)
                expect("broken" not in window.title, f"nothing ran in {page}")
                expect(not window.all("img"), f"{page} has no picture")
            window.open(self.base + "model/Order")
            expect("<script>document.title = 'broken'</script>" in self.cells(window, 1), "the value is shown")
            window.open(self.base + "model/Order?where=title%20%3D%3D%20%22%3Cscript%3E%22&order=%22%3E%3Cimg%20src%3Dx%3E")
            expect(not window.all("img"), "an address is no markup")
            window.shot("inspector-hostile")

    def test_keyboard(self):
        """Everything by keys: the way to the content, the finder, a record, a relation."""
        with self.browser() as window:
            window.open(self.base)
            window.press("tab")
            expect(window.active.text == "Skip to the content", "the first stop skips the pages")
            window.press("enter")
            expect(window.run("return document.activeElement.id") == "content", "the content has the focus")
            window.press("tab")
            expect(window.active.text == "Line", "the next stop is the first model")
            window.press("tab")
            with window.leaving():
                window.press("enter")
            window.press("/")
            expect(window.run("return document.activeElement.id") == "where", "/ leads to the condition")
            window.write("id == 1")
            window.press("\ue00c")
            with window.leaving():
                window.press("enter")
            window.run("document.querySelector('#rows tbody a').focus()")
            with window.leaving():
                window.press("enter")
            expect("Order 1" in window.find("h1").text, "a record was opened")

    def test_keyboard_form(self):
        """A record is edited by keys alone."""
        with self.browser() as window:
            window.open(self.base + "model/Order/edit?id=1")
            window.run("document.getElementById('content').focus()")
            window.press("tab")
            expect(window.active.attribute("name") == "c.title", "the first field is the first stop")
            window.press(["control", "a"])
            window.write("Kettle")
            for _ in range(30):
                if window.active.text == "Save":
                    break
                window.press("tab")
            expect(window.active.text == "Save", "the button is reached")
            with window.leaving():
                window.press("enter")
            expect("Kettle" in window.find("dl.record").text, "the record is saved")
            window.press("?")
            expect("arrows" in window.find("#status").text, "the keys are said")

    def test_narrow(self):
        """A window of 320 pixels has no page that is wider; large fonts neither."""
        with self.browser(width=320, height=640) as window:
            window.devtools("Emulation.setDeviceMetricsOverride",
                            {"width": 320, "height": 640, "deviceScaleFactor": 1, "mobile": False})
            for page in ["", "model/Order", "model/Order/record?id=1", "commits", "relations", "hooks", "search", "rules"]:
                window.open(self.base + page)
                width = window.run("return document.documentElement.scrollWidth")
                expect(width <= 320, f"{page} is {width} pixels wide")
                window.run("document.documentElement.style.fontSize = '200%'")
                width = window.run("return document.documentElement.scrollWidth")
                expect(width <= 340, f"{page} is {width} pixels wide with large letters")
            window.open(self.base + "model/Order")
            window.shot("inspector-narrow")
            window.open(self.base + "model/Order/record?id=1")
            window.shot("inspector-narrow-record")

    def test_without_scripts(self):
        """All is there without scripts: links lead through a large table."""
        for _ in range(80):
            self.desk.say("insert More")
        with self.browser(scripts=False) as window:
            window.open(self.base + "model/Order")
            window.link("Next").go()
            expect("101" in window.find(".pages").text, "the next window is shown")
            window.link("total").go()
            expect("order=total" in window.address, "a heading sorts")

    def test_accessibility(self):
        """Names and roles in the accessibility tree."""
        with self.browser() as window:
            window.open(self.base + "model/Order?order=total&where=tota%20%3E%203")
            tree = window.tree()
            node(tree, "navigation", "Pages")
            box = node(tree, "combobox", "Condition")
            expect(box.properties.get("invalid") == "true", "the condition is said to be wrong")
            expect("cannot be read" in box.description, "and why")
            expect(any(one.role == "alert" for one in tree), "the mistake is an alert")
            window.open(self.base + "model/Order?order=total")
            tree = window.tree()
            node(tree, "region", "Records of Order")
            node(tree, "columnheader", "total")
            expect(any(one.role == "status" for one in tree), "what was found is a status")
            window.open(self.base + "relations")
            node(window.tree(), "region", "Mermaid diagram")

    def test_editing(self):
        """A commit is undone."""
        self.desk.say("rename 1 Wrong")
        with self.browser() as window:
            window.open(self.base + "commits")
            window.all("tbody th a")[0].go()
            button = [one for one in window.all("button") if one.text == "Undo this commit"][0]
            button.go()
            window.open(self.base + "model/Order/record?id=1")
            expect("Order 1" in window.find("dl.record").text, "the title is as before")
            expect("inspector: undo of commit" in window.source, "the history says who did it")

    def test_forms(self):
        """A record is edited, previewed, refused, created, and deleted with what depends on it."""
        with self.browser() as window:
            window.open(self.base + "model/Shop/record?id=1")
            window.link("Edit").go()
            window.shot("inspector-edit")
            window.find('[name="c.city"]').fill("")
            window.find('button[value="save"]').go()
            expect("City" in window.find("[role=alert]").text, "the rule is said")
            expect(window.find('[name="c.name"]').live("value") == "North shop", "the entries are kept")
            window.find('[name="c.city"]').fill("Kiel")
            window.find('button[value="preview"]').go()
            expect("This would change: Shop: 1 updated" in window.source, "the preview says what would change")
            window.shot("inspector-preview")
            window.find('button[value="save"]').go()
            expect("Kiel" in window.find("dl.record").text, "the record is saved")
            expect("by inspector" in window.source, "the history says who did it")
            window.link("Delete …").go()
            expect("1 shop destroyed, 14 orders destroyed" in window.source, "the cascade is shown")
            window.shot("inspector-delete")
            [one for one in window.all("button") if one.text == "Delete it with all this"][0].go()
            expect("3 records" in window.find(".found").text, "the shop is gone")
            window.open(self.base + "model/Order")
            expect("26 records" in window.find(".found").text, "its orders are gone")
            window.open(self.base + "model/Order/edit")
            window.find('[name="c.title"]').fill("New <b>")
            window.find('button[value="save"]').go()
            expect("New <b>" in window.find("dl.record").text, "a new record is there")

    def test_refusals(self):
        """A page of another site gets nothing: neither by a form, nor by a script, nor in a frame."""
        import http.server
        import threading
        base = self.base

        class Evil(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                page = f"<title>evil</title><iframe src='{base}'></iframe><form method=post action='{base}undo'><input name=commit value=1><button>go</button></form>"
                self.send_response(200)
                self.send_header("Content-Type", "text/html")
                self.end_headers()
                self.wfile.write(page.encode())

            def log_message(self, *_):
                pass

        server = http.server.HTTPServer(("127.0.0.1", 0), Evil)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        with self.browser() as window:
            window.open(f"http://localhost:{server.server_port}/")
            got = window.run(f"return fetch({base!r}).then(answer => answer.status, () => 'refused')")
            expect(got == "refused", f"a script of another site reads nothing: {got}")
            window.find("button").click()
            until(lambda: "other sites" in window.source or "cannot use" in window.source, "a form of another site is refused")
        server.shutdown()
        port = base.split(":")[2].split("/")[0]
        with self.browser(flags=["--host-resolver-rules=MAP rebound.example 127.0.0.1"]) as window:
            window.open(base.replace("127.0.0.1", "rebound.example"))
            expect("another name than its own" in window.source, "a name that was made to lead here is refused")
            window.open(f"http://127.0.0.1:{port}/{'0' * 26}/")
            expect("lacks the inspector's token" in window.source, "a wrong token is refused")
            window.open(f"http://127.0.0.1:{port}/favicon.ico")
            expect("lacks the inspector's token" in window.source, "so is none")


def start(arguments, name):
    """Starts the program of a test, and returns it and how it ends."""
    if name == "test_board":
        board = Board(arguments.board)
        return board, board.stop
    desk = Desk(arguments.desk, *Tests.options.get(name, []))
    return desk, desk.stop


if __name__ == "__main__":
    main(Tests, start, ["desk", "board"])
