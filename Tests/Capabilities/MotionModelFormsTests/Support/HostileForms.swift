import MotionModelForms
import MotionModelFormsHTML
import MotionModelTestSupport
import MotionModelValidation

/// Random forms, tables and words with hostile texts in every place that takes a text.
///
/// Each text comes in two spellings: a hostile one, and a word that means nothing and has the same shape: empty or not,
/// in one line or several. Two equal texts have one word. So a view of words shows what a view of hostile texts must
/// be.
struct HostileForms {
  private var random: SplitMix64
  /// The number of the last field.
  private var number = 0
  /// The words for texts.
  private(set) var words: [String: String] = [:]

  init(_ stream: Int) { random = TestSeed.generator(stream) }

  static let hostile = [
    "\"><script>alert(1)</script>", "'><img src=x onerror=alert(1)>", "</textarea><b>", "</title></select></option>",
    "<!--", "-->", "<![CDATA[", "]]>", "&", "&amp;", "&lt;", "&#0;", "&#x3c;", "&notit;", "\"", "'", "`", "=", "\\",
    "\u{0}", "a\u{0}b", "\u{1}", "\u{8}", "\u{B}", "\u{C}", "\u{1B}[31m", "\u{7F}", "\u{85}", "\u{9F}", "\u{FFFE}",
    "\u{FEFF}", "\u{202E}evil", "\u{2066}", "\u{2069}", "\u{200B}", "\u{2028}", "\u{2029}", "\n", "\nfirst",
    "\r\nfirst",
    "\r", "a\rb", "a\r\nb", "a\nb\n", "\n\n", "\t", " lead and trail ", "👩‍👩‍👧‍👦", "e\u{301}", "\u{301}", "漢字", "ثعلب",
    "javascript:alert(1)", "{label}", "{value}", "{", "}", "{example", "%00", "%3C", "../..", "?a=b&c=d#e",
    "<svg onload=alert(1)>", "on=\"x\"", "<", ">", "</", "<a", "a=b c", "[", "]", "form.name:error", "x y",
    "<plaintext>", "</form>", "\u{10FFFF}", "＜script＞", "data:text/html,<script>", "&quot;&gt;",
  ]

  // MARK: - Texts

  /// Returns a hostile text.
  mutating func text() -> String {
    var text = random.pick(Self.hostile)
    if random.chance(30) { text += random.pick(Self.hostile) }
    if random.chance(10) { text = "" }
    note(text)
    return text
  }

  private mutating func note(_ text: String) {
    if text.isEmpty || words[text] != nil { return }
    let isLong = text.utf8.contains { $0 == 0x0A || $0 == 0x0D }
    words[text] = "zq\(words.count)x" + (isLong ? "\ny" : "")
  }

  mutating func maybe() -> String? { random.chance(60) ? text() : nil }

  // MARK: - Forms

  mutating func form() -> FormDescription {
    var form = FormDescription(
      model: "Todo", title: text(), context: .edit, record: text(), version: text(),
      messages: messages(at: .form), language: maybe())
    for _ in 0..<random.number(1...2) {
      form.sections.append(FormDescription.Section(maybe(), help: maybe(), rows: rows(at: .form, depth: 0)))
    }
    return form
  }

  private mutating func rows(at path: FormPath, depth: Int) -> [FormDescription.Row] {
    (0..<random.number(1...6)).map { _ in
      number += 1
      let key = random.chance(20) ? random.pick(Self.hostile) + "\(number)" : "field\(number)"
      let place = FormPath(path.steps + [.field(key)])
      if depth < 3 && random.chance(25) { return .group(group(at: place, depth: depth)) }
      return .field(field(at: place))
    }
  }

  private mutating func field(at path: FormPath) -> FormField {
    let control = random.pick(FormControl.standard + [.custom("stars"), .custom("plain")])
    var field = FormField(path: path, label: text(), control: control, value: value(of: control))
    (field.placeholder, field.help, field.example) = (maybe(), maybe(), maybe())
    (field.isRequired, field.isReadOnly) = (random.chance(50), random.chance(15))
    (field.autocomplete, field.stamp) = (maybe(), random.chance(50) ? "1x\(random.number(0...99))" : nil)
    field.inputMode = random.chance(30) ? random.pick(FormControl.InputMode.allCases) : nil
    if control == .choice || control == .choices || random.chance(10) { addOptions(to: &field) }
    field.isChanged = random.chance(50)
    if random.chance(15) { field.theirs = value(of: control) }
    field.messages = messages(at: path)
    return field
  }

  private mutating func addOptions(to field: inout FormField) {
    for _ in 0..<random.number(0...8) { field.options.append(FormField.Option(text(), text())) }
    if case .text = field.value, let option = random.pickAny(field.options), random.chance(60) {
      field.value = .text(option.value)
    }
    field.isSearched = random.chance(30)
    if field.isSearched { (field.search, field.hasMore) = (maybe(), random.chance(50)) }
  }

  private mutating func value(of control: FormControl) -> FormInput {
    switch control {
    case .toggle: .flag(random.chance(50))
    case .choices: .choices((0..<random.number(0...3)).map { _ in text() })
    case .file: .file(random.chance(50) ? FormInput.File(name: text(), size: 1) : nil)
    case .custom("plain"):
      random.pick([.flag(true), .choices([text()]), .file(FormInput.File(name: text(), size: 1)), .text(text())])
    default: .text(text())
    }
  }

  private mutating func messages(at path: FormPath) -> [FormDescription.Message] {
    (0..<(random.chance(30) ? random.number(1...2) : 0)).map { _ in
      FormDescription.Message(
        path: path, rule: .blank, text: text(), sentence: text(), severity: random.chance(70) ? .error : .warning)
    }
  }

  private mutating func group(at path: FormPath, depth: Int) -> FormGroup {
    var group = FormGroup(path: path, label: text())
    (group.help, group.isMany) = (maybe(), random.chance(80))
    (group.canAdd, group.canRemove, group.canReorder) = (random.chance(50), random.chance(50), random.chance(50))
    group.messages = messages(at: path)
    var numbers = Array(0..<random.number(0...3))
    if random.chance(30) { numbers.shuffle(using: &random) }
    for number in numbers {
      var item = FormGroup.Item(path: path.appending(number), record: maybe())
      item.isRemoved = random.chance(20)
      item.rows = rows(at: item.path, depth: depth + 1)
      item.messages = messages(at: item.path)
      group.items.append(item)
    }
    return group
  }

  // MARK: - Options and tables

  mutating func options() -> FormHTML {
    var options = FormHTML(action: "/todos", method: random.pick(FormHTML.Method.allCases))
    for _ in 0..<random.number(0...2) { options.hidden.append((text(), text())) }
    options.words = formWords()
    options.headingLevel = random.chance(80) ? random.number(1...6) : nil
    options.radioLimit = random.number(0...6)
    if random.chance(20) { options.names = .rails("todo") }
    if random.chance(20) { options.classes = .none }
    if random.chance(20) { options.idPrefix = random.pick(Self.hostile) }
    options.controls["stars"] = { control, writer in
      writer.void("input", [HTMLAttribute("value", control.field.value.text)] + control.attributes)
    }
    return options
  }

  private mutating func formWords() -> FormWords {
    var words = FormWords()
    if random.chance(50) { return words }
    for word in FormWords.random { words[word] = text() }
    return words
  }

  mutating func table() -> TableDescription {
    let columns = (0..<random.number(1...4)).map {
      TableDescription.Column("c\($0)", text(), random.pick([.text, .number]))
    }
    var table = TableDescription(
      model: "Todo", title: text(), columns: columns, hasMore: random.chance(50), language: maybe())
    for _ in 0..<random.number(0...4) {
      table.rows.append(TableDescription.Row(text(), (0..<random.number(0...5)).map { _ in text() }))
    }
    return table
  }

  mutating func tableOptions() -> TableHTML {
    var options = TableHTML(rowLink: random.chance(50) ? "/todos/{id}?from={list}" : nil)
    if random.chance(50) { options.nextLink = "/todos?after=12&size=5" }
    options.words = formWords()
    return options
  }
}
