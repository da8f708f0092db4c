import Foundation
import MotionModelForms
import MotionModelFormsHTML
import MotionModelTestSupport
import MotionModelValidation
import Testing

/// Pages of all controls in all states, which `Scripts/Support/test-html.sh` gives to a validator.
struct WholePageTests {
  private static let folder = ProcessInfo.processInfo.environment["MOTIONMODEL_HTML"].map { URL(filePath: $0) }

  private static func fields(_ state: String) -> [FormField] {
    (FormControl.standard + [.custom("stars")]).map { control in
      let path = FormPath([.field("\(state) \(control)")])
      var field = FormField(path: path, label: "\(control)", control: control, value: value(of: control, state))
      field.isRequired = state == "required"
      (field.help, field.example, field.placeholder) = ("Help", "Example", "Placeholder")
      (field.autocomplete, field.inputMode) = ("email", .email)
      if control == .choice || control == .choices {
        field.options = [FormField.Option("a", "A"), FormField.Option("b", "B")]
      }
      if state == "wrong" {
        field.theirs = value(of: control, "theirs")
        field.messages = [
          FormDescription.Message(path: path, rule: .blank, text: "is wrong", sentence: "It is wrong"),
          FormDescription.Message(path: path, rule: .blank, text: "is odd", sentence: "It is odd", severity: .warning),
        ]
      }
      field.isReadOnly = state == "shown"
      if state == "searched" { (field.isSearched, field.search, field.hasMore) = (true, "a", true) }
      return field
    }
  }

  private static func value(of control: FormControl, _ state: String) -> FormInput {
    if state == "required" { return control == .file ? .file(nil) : control == .choices ? .choices([]) : "" }
    return switch control {
    case .toggle: .flag(true)
    case .choices: .choices(["a", "c"])
    case .file: .file(FormInput.File(name: "a.png", size: 7))
    case .longText: "a\nb"
    default: "a"
    }
  }

  private static func form(_ state: String) -> FormDescription {
    var rows = fields(state).map { FormDescription.Row.field($0) }
    var group = FormGroup(path: "steps", label: "Steps")
    (group.canAdd, group.canRemove, group.canReorder, group.help) = (true, true, true, "Help")
    for number in [1, 0, 2] {
      var item = FormGroup.Item(path: group.path.appending(number), record: number == 2 ? nil : "\(number)")
      item.isRemoved = number == 0
      item.rows = [.field(FormField(path: item.path.appending("name"), label: "Name"))]
      if state == "wrong" {
        item.messages = [
          FormDescription.Message(path: item.path, rule: .invalid, text: "is wrong", sentence: "The step is wrong")
        ]
      }
      group.items.append(item)
    }
    rows.append(.group(group))
    return FormDescription(
      model: "Todo", title: "A form", version: "1",
      sections: [FormDescription.Section("All controls", help: "Help", rows: rows)], language: "en")
  }

  @Test(arguments: ["required", "optional", "wrong", "shown", "searched"])
  func `pages of all controls are read, and their parts refer to each other`(state: String) throws {
    let form = Self.form(state)
    var options = FormHTML(action: "/todos")
    options.headingLevel = 2
    if state == "wrong" { options.radioLimit = 0 }
    let page = HTMLWriter.page(title: form.pageTitle(), language: "en", styles: "/style.css") { writer in
      writer.block("h1", text: "All controls")
      options.draw(form, in: &writer)
      options.drawDetails(form, in: &writer)
      let columns: [TableDescription.Column] = [.init("a", "A"), .init("b", "B", .number)]
      let rows: [TableDescription.Row] = state == "required" ? [] : [.init("1", ["x", "1"]), .init("2", ["", ""])]
      let table = TableDescription(model: "Todo", title: "All", columns: columns, rows: rows, hasMore: true)
      TableHTML(rowLink: "/todos/{id}", nextLink: "/todos?after=2").draw(table, in: &writer)
    }
    if let folder = Self.folder { try Data(page.utf8).write(to: folder.appending(path: "page-\(state).html")) }
    try checkReferences(in: HTMLReader.events(of: page))
  }
}
