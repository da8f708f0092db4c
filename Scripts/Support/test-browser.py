"""Drives the forms of FormDesk in a browser; see test-browser.sh, which starts it."""

import os
import struct
import subprocess
import zlib

from webdriver import KEYS, TestCase, expect, main, node


def picture():
    """Returns a small picture as PNG."""
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    rows = b"".join(b"\0" + b"\x1d\x4f\x91" * 16 for _ in range(16))
    head = struct.pack(">IIBBBBB", 16, 16, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


class Tests(TestCase):
    """Each test has a desk of its own, whose address is the base of its pages."""

    @property
    def base(self):
        return self.desk

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


def start(arguments, _):
    """Starts a desk, and returns its address and how it ends."""
    process = subprocess.Popen([arguments.desk], stdout=subprocess.PIPE, text=True)

    def stop():
        process.terminate()
        process.wait(timeout=10)
    return process.stdout.readline().strip(), stop


if __name__ == "__main__":
    main(Tests, start, ["desk"])
