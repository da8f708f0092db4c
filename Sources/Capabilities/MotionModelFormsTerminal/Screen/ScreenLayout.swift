import MotionModelValidation
import MotionModelValues

/// The lines of a whole form, of which a screen shows some.
///
/// In a wide window, values stand beside their labels; in a narrow one, below.
struct ScreenLayout {
  private(set) var lines: [ScreenLine] = []
  /// The lines of what has the focus.
  private(set) var focused: Range<Int>?
  private(set) var cursor: ScreenPlace?

  private let screen: FormScreen
  private let width: Int
  /// How wide labels are; 0 if values stand below them.
  private let labelWidth: Int

  /// How many lines of a text are shown where it is typed, and elsewhere.
  private static let (longText, shortText) = (8, 3)
  /// How many options are listed at once.
  private static let listed = 7

  init(_ screen: FormScreen) {
    (self.screen, width) = (screen, screen.size.columns)
    let widest = screen.form.sections.flatMap { $0.rows.map { Self.labelWidth(of: $0, depth: 0) } }.max() ?? 0
    labelWidth = width < 40 ? 0 : min(widest, width * 2 / 5)
    for message in screen.form.messages { add(message, indent: 2, text: message.sentence) }
    for section in screen.form.sections { add(section) }
  }

  // MARK: - Sections and children

  private mutating func add(_ section: FormSection) {
    if let title = section.title { addHeading(title, indent: 0) }
    if let help = section.help { addText(help, indent: 2, .faint) }
    for row in section.rows { add(row, depth: 0) }
  }

  private mutating func add(_ row: FormRow, depth: Int) {
    switch row {
    case .field(let field): if !field.isHidden { add(field, depth: depth) }
    case .group(let group): add(group, depth: depth)
    }
  }

  private mutating func add(_ group: FormGroup, depth: Int) {
    let indent = indent(depth)
    addHeading(group.label, indent: indent)
    if let help = group.help { addText(help, indent: indent + 2, .faint) }
    for message in group.messages { add(message, indent: indent + 2, text: message.text) }
    for (place, item) in group.items.enumerated() { add(item, place + 1, depth: depth) }
    if group.canAdd {
      addStop(.add(group.path), indent: indent, "[+] \(screen.words.add)")
    } else if group.items.isEmpty {
      addText(screen.words.none, indent: indent + 2, .faint)
    }
  }

  private mutating func add(_ item: FormItem, _ place: Int, depth: Int) {
    let mark = item.isRemoved ? " (\(screen.words.removed))" : item.isNew ? " (\(screen.words.added))" : ""
    addStop(.item(item.path), indent: indent(depth), "\(place).\(mark)")
    for message in item.messages { add(message, indent: indent(depth + 1) + 2, text: message.sentence) }
    if !item.isRemoved { for row in item.rows { add(row, depth: depth + 1) } }
  }

  /// Adds a line that can have the focus.
  private mutating func addStop(_ stop: ScreenStop, indent: Int, _ text: String) {
    let isFocused = screen.focus == stop
    if isFocused {
      focused = lines.count..<(lines.count + 1)
      cursor = ScreenPlace(column: indent + 2, row: lines.count)
    }
    let line = (isFocused ? "> " : "  ") + spaces(indent) + text
    lines.append(ScreenLine(line.cut(to: width), isFocused ? .heading : .plain))
  }

  // MARK: - Fields

  private mutating func add(_ field: FormField, depth: Int) {
    let (start, isFocused) = (lines.count, screen.focus?.fieldPath == field.path)
    let head = (isFocused ? "> " : "  ") + spaces(indent(depth)) + Self.label(of: field)
    var indent = 2 + indent(depth) + 2
    if labelWidth == 0 {
      lines.append(ScreenLine(head.cut(to: width), isFocused ? .heading : .plain))
      indent = min(indent, max(0, width - 8))
      addValue(of: field, isFocused, ScreenLine(spaces(indent)), indent)
    } else {
      indent = 2 + labelWidth + 2
      let look: ScreenLook = isFocused ? .heading : .plain
      addValue(of: field, isFocused, ScreenLine(head.fitted(to: indent - 1) + " ", look), indent)
    }
    addNotes(of: field, isFocused, indent)
    if isFocused { focused = focused ?? (start..<lines.count) }
  }

  /// Returns how wide the labels of a row are, together with what is before them.
  private static func labelWidth(of row: FormRow, depth: Int) -> Int {
    switch row {
    case .field(let field): return field.isHidden ? 0 : depth * 2 + label(of: field).displayWidth
    case .group(let group):
      // All children have the same fields, or more of them if they are new.
      let items = [group.items.first { !$0.isRemoved }, group.items.last { $0.isNew }, group.blank].compactMap { $0 }
      return items.flatMap { $0.rows.map { labelWidth(of: $0, depth: depth + 1) } }.max() ?? 0
    }
  }

  static func label(of field: FormField) -> String { field.label.shown + (field.isRequired ? "*" : "") }

  /// Adds the messages and the explanation of a field.
  private mutating func addNotes(of field: FormField, _ isFocused: Bool, _ indent: Int) {
    for message in field.messages { add(message, indent: indent, text: message.text) }
    if let theirs = field.theirs, field.isChanged || field.isDisputed {
      let text = "\(screen.words.theirs) \(field.shown(theirs, screen.words)) (\(screen.words.theirsKey))"
      addText(text, indent: indent, .error)
    }
    guard isFocused else { return }
    if let help = field.help { addText(help, indent: indent, .faint) }
    if let example = field.placeholder { addText("\(screen.words.example) \(example)", indent: indent, .faint) }
  }

  private mutating func addValue(of field: FormField, _ isFocused: Bool, _ head: ScreenLine, _ indent: Int) {
    let room = max(1, width - indent)
    switch field.control {
    case _ where field.isReadOnly: append(head, field.shown(field.value, screen.words).cut(to: room), .plain)
    case .toggle: addBox(field.value.isOn, "", head, indent, isFocused: isFocused)
    case .choices where !field.options.isEmpty: addBoxes(of: field, isFocused, head, indent)
    case .choice, .choices: addChoice(of: field, isFocused, head, indent)
    case .longText: addLines(of: field, isFocused, head, indent)
    case .file: addFile(of: field, isFocused, head, indent)
    default: addText(of: field, isFocused, head, indent)
    }
    if isFocused && cursor == nil { cursor = ScreenPlace(column: min(indent, width - 1), row: lines.count - 1) }
  }

  private mutating func addText(of field: FormField, _ isFocused: Bool, _ head: ScreenLine, _ indent: Int) {
    let room = max(1, width - indent)
    let isSecret = field.control == .password
    let editor = isFocused ? screen.editor : nil
    guard let editor, let line = editor.lines.lines.first else {
      let value = isSecret ? Self.bullets(screen.text(of: field)) : field.shown(field.value, screen.words)
      return append(head, value.fitted(to: room), .entry)
    }
    let text = isSecret ? Self.bullets(editor.text) : line
    let column = isSecret ? editor.before.count : editor.before.shown.displayWidth
    let window = EditedText.window(text, cursor: column, width: room)
    cursor = ScreenPlace(column: indent + window.cursor, row: lines.count)
    append(head, window.text.padded(to: room), .entry)
  }

  private static func bullets(_ text: String) -> String { String(repeating: "•", count: text.count) }

  private mutating func addLines(of field: FormField, _ isFocused: Bool, _ head: ScreenLine, _ indent: Int) {
    let room = max(1, width - indent)
    let text = (isFocused ? screen.editor : nil) ?? EditedText(screen.text(of: field))
    var (shown, row, column) = text.lines
    let count = isFocused ? Self.longText : Self.shortText
    let first = isFocused ? max(0, min(row - count / 2, shown.count - count)) : 0
    let hasMore = !isFocused && shown.count > count
    shown = Array(shown.dropFirst(first).prefix(count))
    row -= first
    for (index, line) in shown.enumerated() {
      var text = line.cut(to: room)
      if isFocused && index == row && screen.editor != nil {
        let window = EditedText.window(line, cursor: column, width: room)
        (text, column) = window
        cursor = ScreenPlace(column: indent + column, row: lines.count)
      }
      if hasMore && index == count - 1 { text = "…" }
      append(index == 0 ? head : ScreenLine(spaces(indent)), text.padded(to: room), .entry)
    }
  }

  private mutating func addFile(of field: FormField, _ isFocused: Bool, _ head: ScreenLine, _ indent: Int) {
    if isFocused, let editor = screen.editor, !editor.text.isEmpty {
      return addText(of: field, isFocused, head, indent)
    }
    append(head, field.shown(field.value, screen.words).fitted(to: max(1, width - indent)), .entry)
  }

  // MARK: - Choices

  private mutating func addBox(_ isOn: Bool, _ label: String, _ head: ScreenLine, _ indent: Int, isFocused: Bool) {
    if isFocused {
      cursor = ScreenPlace(column: indent + 1, row: lines.count)
      focused = focused ?? (lines.count..<(lines.count + 1))
    }
    let text = "[\(isOn ? "x" : " ")]\(label.isEmpty ? "" : " \(label)")"
    append(head, text.cut(to: max(1, width - indent)), isFocused ? .heading : .plain)
  }

  private mutating func addBoxes(of field: FormField, _ isFocused: Bool, _ head: ScreenLine, _ indent: Int) {
    var head = head
    if field.isSearched {
      addChoice(of: field, screen.focus == .field(field.path), head, indent)
      head = ScreenLine(spaces(indent))
    }
    for (index, option) in field.options.enumerated() {
      let hasFocus = screen.focus == .option(field.path, index)
      addBox(field.isChosen(option), option.label.shown, head, indent, isFocused: hasFocus)
      head = ScreenLine(spaces(indent))
    }
  }

  private mutating func addChoice(of field: FormField, _ isFocused: Bool, _ head: ScreenLine, _ indent: Int) {
    let room = max(1, width - indent)
    let value = field.control == .choices ? "" : field.shown(field.value, screen.words)
    guard isFocused, let picker = screen.picker else {
      return append(head, "‹ \(value.isEmpty ? "–" : value) ›".cut(to: room), isFocused ? .heading : .plain)
    }
    let (texts, _, column) = picker.filter.lines
    let window = EditedText.window(texts.first ?? "", cursor: column, width: room)
    cursor = ScreenPlace(column: indent + window.cursor, row: lines.count)
    append(head, window.text.padded(to: room), .entry)
    let options = screen.pickedOptions
    let first = max(0, min(picker.selected - Self.listed / 2, options.count - Self.listed))
    for (index, option) in options.enumerated().dropFirst(first).prefix(Self.listed) {
      let isSelected = index == picker.selected
      let text = "\(isSelected ? ">" : " ") \(option.label.shown)".cut(to: room)
      append(ScreenLine(spaces(indent)), text, isSelected ? .heading : .plain)
    }
    if options.isEmpty { addText(screen.words.nothingFound, indent: indent, .faint) }
    if field.hasMore { addText(screen.words.moreFound, indent: indent, .faint) }
  }

  // MARK: - Lines

  private mutating func append(_ head: ScreenLine, _ text: String, _ look: ScreenLook) {
    var line = head
    line.spans.append(ScreenSpan(text, look))
    lines.append(line)
  }

  private mutating func addHeading(_ title: String, indent: Int) {
    if !lines.isEmpty { lines.append(ScreenLine("")) }
    lines.append(ScreenLine((spaces(indent) + title.shown).cut(to: width), .heading))
  }

  private mutating func add(_ message: FormMessage, indent: Int, text: String) {
    addText("! \(text)", indent: indent, message.severity == .error ? .error : .plain)
  }

  private mutating func addText(_ text: String, indent: Int, _ look: ScreenLook) {
    let indent = min(indent, max(0, width - 8))
    for line in text.split(whereSeparator: \.isNewline) {
      for piece in line.shown.wrapped(to: width - indent) {
        lines.append(ScreenLine(ScreenSpan(spaces(indent)), ScreenSpan(piece.cut(to: width - indent), look)))
      }
    }
  }

  private func indent(_ depth: Int) -> Int { min(depth * 2, width / 4) }

  private func spaces(_ count: Int) -> String { String(repeating: " ", count: count) }
}
