import Foundation
import MotionModel
import MotionModelForms
import MotionModelFormsHTML
import MotionModelTestSupport
import MotionModelValidation
import Testing

struct FormHTMLTests {
  private let desk: Desk

  init() throws { desk = try Desk() }

  // MARK: - Whole forms

  @Test func `a small form`() throws {
    let form = ModelForm<Project>("House") {
      Input(\.name, "What").help("As on the door").placeholder("Home")
      Input(\.isOpen)
    }
    var options = FormHTML(action: "/projects")
    options.hidden = [("_token", "a\"b")]
    var description = form.description(in: desk.store, locale: FormLocale(language: "en"))
    description.version = "1"
    #expect(
      description.html(options) == """
        <h1>House</h1>
        <form class="form" action="/projects" method="post" novalidate lang="en">
        <input type="hidden" name="_token" value="a&quot;b">
        <input type="hidden" name="_version" value="1">
        <input type="hidden" name="_shown" value="name isOpen">
        <div class="form-field">
        <label class="form-label" for="form.name">What <span class="form-optional">(optional)</span></label>
        <p class="form-hint" id="form.name:hint">As on the door</p>
        <input type="text" value="" class="form-input" id="form.name" name="name" aria-describedby="form.name:hint" \
        placeholder="Home" dir="auto">
        </div>
        <div class="form-field">
        <div class="form-choice">
        <input type="checkbox" id="form.isOpen" name="isOpen" value="true" checked>
        <label for="form.isOpen">Is open</label>
        </div>
        </div>
        <div class="form-actions">
        <button class="form-button" type="submit">Save</button>
        </div>
        </form>

        """)
  }

  @Test func `a form with errors has a summary that leads to the fields`() throws {
    let form = ModelForm<Todo> {
      Input(\.name)
      Fieldset("When", help: "Roughly") {
        Input(\.dueDate)
        Input(\.status)
      }
    }
    let state = FormState(form, in: desk.store, locale: .german)
    try state.type("Wa", at: "name")
    try state.type("soon", at: "dueDate")
    _ = try state.submit()
    var description = state.description
    (description.version, description.language) = ("1", nil)
    #expect(description.pageTitle() == "Error: Todo")
    #expect(
      description.html() == """
        <div class="form-summary" role="alert" aria-labelledby="form:summary" tabindex="-1" autofocus>
        <h2 id="form:summary">There is a problem</h2>
        <ul>
        <li><a href="#form.name">Name is too short (at least 5 characters)</a></li>
        <li><a href="#form.dueDate">Due date is not a date</a></li>
        </ul>
        </div>
        <h1>Todo</h1>
        <form class="form" method="post" novalidate>
        <input type="hidden" name="_version" value="1">
        <input type="hidden" name="_shown" value="name dueDate status">
        <div class="form-field form-invalid">
        <label class="form-label" for="form.name">Name</label>
        <div class="form-error" id="form.name:error">
        <p><span class="form-unseen">Error:</span> Name is too short (at least 5 characters)</p>
        </div>
        <input type="text" value="Wa" class="form-input" id="form.name" name="name" aria-required="true" \
        aria-invalid="true" aria-describedby="form.name:error" dir="auto">
        </div>
        <fieldset class="form-section">
        <legend>When</legend>
        <p class="form-hint">Roughly</p>
        <div class="form-field form-invalid">
        <label class="form-label" for="form.dueDate">Due date <span class="form-optional">(optional)</span></label>
        <p class="form-hint" id="form.dueDate:example">For example, 30.11.2025</p>
        <div class="form-error" id="form.dueDate:error">
        <p><span class="form-unseen">Error:</span> Due date is not a date</p>
        </div>
        <input type="text" value="soon" class="form-input" id="form.dueDate" name="dueDate" aria-invalid="true" \
        aria-describedby="form.dueDate:example form.dueDate:error" dir="auto">
        </div>
        <div class="form-field">
        <fieldset class="form-choices" role="radiogroup" aria-required="true">
        <legend class="form-label">Status</legend>
        <div class="form-choice">
        <input type="radio" id="form.status" name="status" value="open" checked>
        <label for="form.status">Open</label>
        </div>
        <div class="form-choice">
        <input type="radio" id="form.status:option1" name="status" value="waiting">
        <label for="form.status:option1">Waiting</label>
        </div>
        <div class="form-choice">
        <input type="radio" id="form.status:option2" name="status" value="done">
        <label for="form.status:option2">Done</label>
        </div>
        </fieldset>
        </div>
        </fieldset>
        <div class="form-actions">
        <button class="form-button" type="submit">Save</button>
        </div>
        </form>

        """)
  }

  @Test func `children are items with buttons, behind a button that saves`() throws {
    let state = try FormState(Desk.stepsForm, editing: desk.todo, in: desk.store)
    try state.add(to: "steps")
    try state.type("Leash 2", at: "steps[0].name")
    try state.remove("steps[0]")
    try state.perform(FormAction(.moveUp, "steps[2]"))
    var description = state.description
    description.version = ""
    for path in description.fields.map(\.path) { description = description.settingStamp(of: path) }
    #expect(
      description.html() == """
        <h1>Todo</h1>
        <form class="form" method="post" novalidate>
        <button class="form-unseen" type="submit" tabindex="-1" aria-hidden="true">Save</button>
        <input type="hidden" name="_shown" value="name=1 steps[0][name]=1 steps[2][name]=1 steps[2][minutes]=1 \
        steps[1][name]=1 steps[1][minutes]=1">
        <div class="form-field">
        <label class="form-label" for="form.name">Name</label>
        <input type="text" value="Walk the dog" class="form-input" id="form.name" name="name" aria-required="true" \
        dir="auto">
        </div>
        <fieldset class="form-group" id="form.steps" tabindex="-1">
        <legend>Steps</legend>
        <input type="hidden" name="steps[_order]" value="0 2 1">
        <fieldset class="form-item">
        <legend>Steps: Leash 2</legend>
        <input type="hidden" name="steps[0][_id]" value="1">
        <input type="hidden" name="steps[0][_remove]" value="true">
        <input type="hidden" name="steps[0][name]" value="Leash 2">
        <p>It is removed when the form is saved.</p>
        <div class="form-actions">
        <button class="form-button" type="submit" name="_action" value="restore steps[0]">Keep<span \
        class="form-unseen"> Steps: Leash 2</span></button>
        </div>
        </fieldset>
        <fieldset class="form-item" id="form.steps.2" tabindex="-1">
        <legend>Steps 1</legend>
        <div class="form-field">
        <label class="form-label" for="form.steps.2.name">Name</label>
        <input type="text" value="" class="form-input" id="form.steps.2.name" name="steps[2][name]" \
        aria-required="true" dir="auto">
        </div>
        <div class="form-field">
        <label class="form-label" for="form.steps.2.minutes">Minutes</label>
        <input type="text" value="0" class="form-input" id="form.steps.2.minutes" name="steps[2][minutes]" \
        aria-required="true" dir="auto">
        </div>
        <div class="form-actions">
        <button class="form-button" type="submit" name="_action" value="down steps[2]">Move down<span \
        class="form-unseen"> Steps 1</span></button>
        <button class="form-button" type="submit" name="_action" value="remove steps[2]">Remove<span \
        class="form-unseen"> Steps 1</span></button>
        </div>
        </fieldset>
        <fieldset class="form-item" id="form.steps.1" tabindex="-1">
        <legend>Steps 2</legend>
        <input type="hidden" name="steps[1][_id]" value="2">
        <div class="form-field">
        <label class="form-label" for="form.steps.1.name">Name</label>
        <input type="text" value="Walk" class="form-input" id="form.steps.1.name" name="steps[1][name]" \
        aria-required="true" dir="auto">
        </div>
        <div class="form-field">
        <label class="form-label" for="form.steps.1.minutes">Minutes</label>
        <input type="text" value="30" class="form-input" id="form.steps.1.minutes" name="steps[1][minutes]" \
        aria-required="true" dir="auto">
        </div>
        <div class="form-actions">
        <button class="form-button" type="submit" name="_action" value="up steps[1]">Move up<span \
        class="form-unseen"> Steps 2</span></button>
        <button class="form-button" type="submit" name="_action" value="remove steps[1]">Remove<span \
        class="form-unseen"> Steps 2</span></button>
        </div>
        </fieldset>
        <div class="form-actions">
        <button class="form-button" type="submit" name="_action" value="add steps">Add<span class="form-unseen"> \
        Steps</span></button>
        </div>
        </fieldset>
        <div class="form-actions">
        <button class="form-button" type="submit">Save</button>
        </div>
        </form>

        """)
  }

  // MARK: - Controls

  /// Draws one field, without what is around it.
  private func drawn(_ field: FormField) -> String { drawn(FormHTML(), field) }

  private func drawn(_ options: FormHTML, _ field: FormField) -> String {
    let form = FormDescription(model: "Todo", title: "Todo", sections: [FormDescription.Section(rows: [.field(field)])])
    var options = options
    (options.classes, options.headingLevel) = (.none, nil)
    let lines = form.html(options).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let start = lines.firstIndex { $0.hasPrefix("<form") }.map { $0 + 1 } ?? 0
    let own = lines[start...].dropLast(5).filter { !$0.contains("name=\"_shown\"") && !$0.contains("aria-hidden") }
    return own.joined(separator: "\n") + "\n"
  }

  private func field(
    _ control: FormControl, _ value: FormInput = "", _ change: (inout FormField) -> Void = { _ in }
  ) -> FormField {
    var field = FormField(path: "a", label: "A", control: control, value: value)
    field.isRequired = true
    change(&field)
    return field
  }

  @Test(arguments: [FormControl.text, .number, .date, .time, .dateTime, .custom("stars")])
  func `texts, numbers and dates are lines of text, so that nothing that is typed is lost`(control: FormControl) {
    let input = field(control, "1 \"2\"") { ($0.inputMode, $0.autocomplete) = (.numeric, "bday") }
    #expect(
      drawn(input) == """
        <div>
        <label for="form.a">A</label>
        <input type="text" value="1 &quot;2&quot;" id="form.a" name="a" aria-required="true" autocomplete="bday" \
        inputmode="numeric" dir="auto">
        </div>

        """)
  }

  @Test func `a text of several lines gets several lines, and keeps its first line feed`() {
    for control in [FormControl.longText, .text] {
      #expect(
        drawn(field(control, "\n<b>\r\n")) == """
          <div>
          <label for="form.a">A</label>
          <textarea rows="5" id="form.a" name="a" aria-required="true" dir="auto">

          &lt;b&gt;&#13;
          </textarea>
          </div>

          """)
    }
  }

  @Test func `a password is never written`() {
    let input = field(.password, "secret") { ($0.autocomplete, $0.theirs) = ("new-password", "secret") }
    #expect(
      drawn(input) == """
        <div>
        <label for="form.a">A</label>
        <input type="password" id="form.a" name="a" aria-required="true" autocomplete="new-password">
        </div>

        """)
    let stored = drawn(
      field(.password) {
        $0.stamp = "1"
        $0.isRequired = false
      })
    #expect(!stored.contains("(optional)"), "an empty one keeps the stored one")
  }

  @Test func `many options are a menu`() {
    let options = ["s", "m", "l"].map { FormField.Option($0, $0.uppercased()) }
    var html = FormHTML()
    html.radioLimit = 2
    #expect(
      drawn(html, field(.choice, "m") { $0.options = options }) == """
        <div>
        <label for="form.a">A</label>
        <select id="form.a" name="a" aria-required="true">
        <option value="s">S</option>
        <option value="m" selected>M</option>
        <option value="l">L</option>
        </select>
        </div>

        """)
    let empty = drawn(html, field(.choice, "") { $0.options = options })
    #expect(empty.contains("<option value=\"\" selected>Choose</option>\n<option value=\"s\">"))
    let optional = drawn(html, field(.choice, "m") { ($0.options, $0.isRequired) = (options, false) })
    #expect(optional.contains("<option value=\"\">None</option>\n<option value=\"s\">"))
  }

  @Test func `a value that is not offered stays chosen`() {
    let options = [FormField.Option("s", "S"), FormField.Option("m", "M")]
    let radios = drawn(field(.choice, "x") { $0.options = options })
    #expect(
      radios.contains("<input type=\"radio\" id=\"form.a\" name=\"a\" value=\"x\" checked>\n<label for=\"form.a\">x"))
    let boxes = drawn(field(.choices, .choices(["m", "x"])) { $0.options = options })
    #expect(boxes.components(separatedBy: " checked>").count == 3)
    var html = FormHTML()
    html.radioLimit = 0
    let menu = drawn(html, field(.choice, "x") { $0.options = options })
    #expect(menu.contains("<select id=\"form.a\" name=\"a\" aria-required=\"true\">\n<option value=\"x\" selected>x<"))
  }

  @Test func `several choices are boxes to tick`() {
    let input = field(.choices, .choices(["m"])) {
      $0.options = [FormField.Option("s", "S"), FormField.Option("m", "M")]
      $0.messages = [FormDescription.Message(path: "a", rule: .tooFew, text: "too few", sentence: "A has too few")]
    }
    #expect(
      drawn(input) == """
        <div>
        <fieldset aria-describedby="form.a:error">
        <legend>A</legend>
        <div id="form.a:error">
        <p><span>Error:</span> A has too few</p>
        </div>
        <div>
        <input type="checkbox" id="form.a" name="a[]" value="s" aria-invalid="true">
        <label for="form.a">S</label>
        </div>
        <div>
        <input type="checkbox" id="form.a:option1" name="a[]" value="m" checked aria-invalid="true">
        <label for="form.a:option1">M</label>
        </div>
        </fieldset>
        </div>

        """)
  }

  @Test func `options that are searched are found by a button`() {
    let input = field(.choice, "7") {
      $0.options = [FormField.Option("7", "House"), FormField.Option("8", "Hut")]
      ($0.isSearched, $0.search, $0.hasMore) = (true, "h", true)
    }
    #expect(
      drawn(input) == """
        <div>
        <fieldset role="radiogroup" aria-required="true">
        <legend>A</legend>
        <div>
        <input type="radio" id="form.a" name="a" value="7" checked>
        <label for="form.a">House</label>
        </div>
        <div>
        <input type="radio" id="form.a:option1" name="a" value="8">
        <label for="form.a:option1">Hut</label>
        </div>
        <div>
        <label for="form.a:search">Search in A</label>
        <input type="text" id="form.a:search" name="a[_search]" value="h" inputmode="search" autocomplete="off" \
        dir="auto" aria-describedby="form.a:found">
        <button type="submit" name="_action" value="search a">Search<span> A</span></button>
        <p id="form.a:found" role="status">There are more.</p>
        </div>
        </fieldset>
        </div>

        """)
    let nothing = drawn(field(.choice) { ($0.isSearched, $0.search) = (true, "x") })
    #expect(nothing.contains("<input type=\"text\" id=\"form.a\" name=\"a[_search]\""), "the summary leads to it")
    #expect(nothing.contains("Nothing was found."))
  }

  @Test func `a file makes the form one of several parts`() {
    let form = { (field: FormField) in
      FormDescription(model: "A", title: "A", sections: [FormDescription.Section(rows: [.field(field)])]).html()
    }
    #expect(form(field(.file, .file(nil))).contains("method=\"post\" enctype=\"multipart/form-data\" novalidate"))
    #expect(!form(field(.text)).contains("enctype"))
    #expect(
      drawn(field(.file, .file(FormInput.File(name: "a.png", size: 7))) { $0.isRequired = false }) == """
        <div>
        <label for="form.a">A <span>(optional)</span></label>
        <p id="form.a:file">There is a file: a.png</p>
        <input type="file" id="form.a" name="a" aria-describedby="form.a:file">
        <div>
        <input type="checkbox" id="form.a:clear" name="a[_clear]" value="true">
        <label for="form.a:clear">Remove the file</label>
        </div>
        </div>

        """)
  }

  @Test func `hidden fields and fields that are only shown`() {
    #expect(drawn(field(.hidden, "x")) == "<input type=\"hidden\" name=\"a\" value=\"x\">\n")
    #expect(
      drawn(field(.hidden, .choices(["x", "y"]))) == """
        <input type="hidden" name="a[]" value="x">
        <input type="hidden" name="a[]" value="y">

        """)
    #expect(drawn(field(.hidden, .flag(true))) == "<input type=\"hidden\" name=\"a\" value=\"true\">\n")
    #expect(
      drawn(field(.toggle, .flag(true)) { ($0.isReadOnly, $0.help) = (true, "Since yesterday") }) == """
        <dl>
        <dt>A</dt>
        <dd id="form.a" tabindex="-1" dir="auto">Yes</dd>
        </dl>
        <p>Since yesterday</p>

        """)
  }

  @Test func `a conflict has theirs beside mine, and a button that takes it`() {
    let input = field(.choice, "m") {
      ($0.options, $0.theirs) = ([FormField.Option("s", "Small"), FormField.Option("m", "Medium")], "s")
    }
    #expect(
      drawn(input).hasPrefix(
        """
        <div>
        <fieldset role="radiogroup" aria-required="true" aria-describedby="form.a:theirs">
        <legend>A</legend>
        <div>
        <p id="form.a:theirs">Somebody else has changed it to: Small</p>
        <button type="submit" name="_action" value="theirs a">Take theirs<span> A</span></button>
        </div>

        """))
  }

  @Test func `a control of the program's own is drawn by the program, with what it needs`() {
    var options = FormHTML()
    options.controls["stars"] = { control, writer in
      writer.void(
        "input",
        [HTMLAttribute("type", "range"), HTMLAttribute("value", control.field.value.text)]
          + control.attributes)
      writer.element("output", [HTMLAttribute("for", control.id)], text: control.name)
    }
    #expect(
      drawn(options, field(.custom("stars"), "3")) == """
        <div>
        <label for="form.a">A</label>
        <input type="range" value="3" id="form.a" name="a" aria-required="true"><output for="form.a">a</output>
        </div>

        """)
    #expect(drawn(field(.custom("moons"), .flag(true))).contains("type=\"checkbox\""))
    #expect(drawn(field(.custom("moons"), .choices(["x"]))).contains("name=\"a[]\""))
  }

  // MARK: - Options

  @Test func `warnings are no errors`() {
    let input = field(.text, "x") {
      $0.messages = [
        FormDescription.Message(path: "a", rule: .blank, text: "odd", sentence: "A is odd", severity: .warning)
      ]
    }
    let html = drawn(input)
    #expect(html.contains("<div id=\"form.a:warning\">\n<p><span>Warning:</span> A is odd</p>"))
    #expect(html.contains("aria-describedby=\"form.a:warning\""))
    #expect(!html.contains("aria-invalid"))
    let form = FormDescription(model: "A", title: "A", sections: [FormDescription.Section(rows: [.field(input)])])
    #expect(!form.html().contains("role=\"alert\""))
    #expect(form.pageTitle() == "A")
  }

  @Test func `errors of the form as a whole and of hidden fields lead nowhere`() {
    var form = FormDescription(model: "A", title: "A")
    form.messages = [FormDescription.Message(rule: .outdated, text: "old", sentence: "The form is old")]
    let hidden = field(.hidden) {
      $0.messages = [FormDescription.Message(path: "a", rule: .blank, text: "blank", sentence: "A can't be blank")]
    }
    form.sections = [FormDescription.Section(rows: [.field(hidden)])]
    #expect(form.html().contains("<ul>\n<li>The form is old</li>\n<li>A can&#39;t be blank</li>\n</ul>"))
  }

  @Test func `two forms fit in one page, in other words and with other names`() {
    var options = FormHTML()
    (options.idPrefix, options.names, options.headingLevel) = ("todo 1", .rails("todo"), 3)
    options.words[.save] = "Speichern"
    options.classes = HTMLClasses(prefix: "x-")
    let form = FormDescription(
      model: "A", title: "A",
      sections: [FormDescription.Section(rows: [.field(field(.text)), .group(FormGroup(path: "b", label: "B"))])])
    let html = form.html(options)
    #expect(html.contains("<h3>A</h3>"))
    #expect(html.contains("class=\"x-input\" id=\"todo:201.a\" name=\"todo[a]\""))
    #expect(html.contains("<label class=\"x-label\" for=\"todo:201.a\">"))
    #expect(html.contains(">Speichern</button>"))
    #expect(html.contains("<fieldset class=\"x-group\" id=\"todo:201.b\" tabindex=\"-1\">"))
  }

  @Test func `one child has the legend of its group`() {
    var group = FormGroup(path: "b", label: "Address")
    (group.isMany, group.canRemove) = (false, true)
    var item = FormGroup.Item(path: "b[0]", record: "7")
    item.rows = [.field(FormField(path: "b[0].city", label: "City"))]
    group.items = [item]
    let form = FormDescription(model: "A", title: "A", sections: [FormDescription.Section(rows: [.group(group)])])
    let html = form.html()
    #expect(html.components(separatedBy: "<legend>").count == 2)
    #expect(html.contains("value=\"remove b[0]\">Remove<span class=\"form-unseen\"> Address</span>"))
  }

  // MARK: - Size

  /// Returns a form of groups in each other.
  private func nested(_ depth: Int) -> FormDescription {
    var row = FormDescription.Row.field(FormField(path: "a", label: "A"))
    for _ in 0..<depth {
      var group = FormGroup(path: "g", label: "G")
      var item = FormGroup.Item(path: "g[0]")
      item.rows = [row]
      group.items = [item]
      row = .group(group)
    }
    return FormDescription(model: "A", title: "A", sections: [FormDescription.Section(rows: [row])])
  }

  @Test func `groups are drawn as deep as a form can have them`() {
    #expect(nested(15).html().contains("name=\"a\""))
    let deep = nested(100)
    #expect(deep.html().components(separatedBy: "class=\"form-group\"").count == 17)
    #expect(!deep.html().contains("name=\"a\""))
    #expect(!deep.detailsHTML().contains("<dt>"))
  }

  @Test func `time grows with the form, and not faster`() {
    let ratio = growth(from: 200, to: 2000, limit: 40) { count in
      let rows = (0..<count).map {
        FormDescription.Row.field(FormField(path: FormPath([.field("f\($0)")]), label: "F"))
      }
      let form = FormDescription(model: "A", title: "A", sections: [FormDescription.Section(rows: rows)])
      _ = form.html()
    }
    #expect(ratio <= 40)
  }
}

extension FormDescription {
  /// Returns the form with one stamp for a field, for texts that are compared.
  fileprivate func settingStamp(of path: FormPath) -> FormDescription {
    var copy = self
    func set(_ row: FormDescription.Row) -> FormDescription.Row {
      switch row {
      case .field(var field):
        if field.path == path { field.stamp = "1" }
        return .field(field)
      case .group(var group):
        for index in group.items.indices { group.items[index].rows = group.items[index].rows.map(set) }
        return .group(group)
      }
    }
    for index in copy.sections.indices { copy.sections[index].rows = copy.sections[index].rows.map(set) }
    return copy
  }
}
