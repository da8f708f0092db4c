import MotionModelValidation
import MotionModelValues

/// A form that fills a screen, as a value: what has the focus, what is typed there, and which lines are in sight.
///
/// It draws itself and receives keys, and needs neither a terminal nor a model:
///
/// 1. ``show(_:isChanged:)`` gives it the form as it is.
/// 2. ``press(_:)`` returns the request of a key to the form.
/// 3. The owner of the form performs the request, and shows the form again.
/// 4. ``frame()`` returns what the screen shows.
struct FormScreen: Sendable {
  /// What a key asks of the form.
  enum Request: Sendable, Hashable {
    case enter(FormInput, FormPath)
    /// A file is named.
    case enterFile(String, FormPath)
    case leave(FormPath)
    case takeTheirs(FormPath)
    /// A text is searched for among the options of a field.
    case search(String, FormPath)
    case add(FormPath)
    case remove(FormPath)
    case restore(FormPath)
    case move(FormPath, to: Int)
    case submit
    /// The form is left without saving.
    case close(UnsavedChoice)
    /// The screen is drawn again, also where it has not changed.
    case redraw
  }

  /// The options of a field, among which one is picked.
  struct Picker: Sendable, Hashable {
    var filter = EditedText()
    var selected = 0
  }

  var size: FormTerminalSize
  let words: FormTerminalWords
  /// A sentence at the bottom, until the next key.
  var notice: String?

  private(set) var form: FormDescription
  private(set) var isChanged: Bool
  private(set) var stops: [ScreenStop]
  private(set) var focus: ScreenStop?
  /// The text at the focus, where one is typed.
  private(set) var editor: EditedText?
  var picker: Picker?
  /// The passwords that were typed: a description does not have them.
  private(set) var secrets: [FormPath: String] = [:]
  /// Whether the question is shown whether to leave the form.
  var isLeaving = false
  /// The first line in sight.
  var top = 0

  init(
    _ form: FormDescription, isChanged: Bool = false, size: FormTerminalSize,
    words: FormTerminalWords = FormTerminalWords()
  ) {
    (self.form, self.isChanged, self.size, self.words) = (form, isChanged, size, words)
    stops = form.stops
    focus = stops.first
    edit()
  }

  // MARK: - The form

  /// Takes over the form as it is now. The focus stays where it is, or goes to what is in its place.
  mutating func show(_ form: FormDescription, isChanged: Bool) {
    (self.form, self.isChanged) = (form, isChanged)
    let place = focus.flatMap { stops.firstIndex(of: $0) } ?? 0
    stops = form.stops
    if focus.map({ !stops.contains($0) }) ?? true { focus = stops.isEmpty ? nil : stops[min(place, stops.count - 1)] }
    edit()
    if picker != nil, focusedField?.isPicked != true { picker = nil }
  }

  /// Moves the focus to the first error, or leaves it where there is none.
  mutating func goToError() {
    let paths = Set(form.allMessages.filter { $0.severity == .error }.map(\.path))
    if let stop = stops.first(where: { paths.contains($0.path) }) { go(to: stop) }
  }

  /// Moves the focus into a child that was added.
  mutating func goInto(_ item: FormPath) {
    let inside = stops.drop { $0 != .item(item) }.dropFirst().first { $0.path.steps.starts(with: item.steps) }
    if let stop = inside ?? stops.first(where: { $0 == .item(item) }) { go(to: stop) }
  }

  /// The field that has the focus.
  var focusedField: FormField? { focus?.fieldPath.flatMap { form.field(at: $0) } }

  // MARK: - The focus

  /// Moves the focus by a number of stops, and says that the field is left.
  mutating func go(by count: Int) -> [Request] {
    guard let focus, let place = stops.firstIndex(of: focus) else { return [] }
    let target = stops[min(max(0, place + count), stops.count - 1)]
    let requests = target.path == focus.path ? [] : leaving()
    go(to: target)
    return requests
  }

  private mutating func go(to stop: ScreenStop) {
    if stop != focus { editor = nil }
    focus = stop
    edit()
  }

  /// Returns the requests for leaving the focused field.
  func leaving() -> [Request] {
    guard let field = focusedField, !field.isReadOnly else { return [] }
    if field.control == .file, let name = editor?.text, !name.isEmpty {
      return [.enterFile(name, field.path), .leave(field.path)]
    }
    return [.leave(field.path)]
  }

  // MARK: - The text at the focus

  /// Edits the text of the field at the focus, unless it is edited already.
  private mutating func edit() {
    guard let field = focusedField, !field.isReadOnly, field.hasText || field.control == .file else {
      return editor = nil
    }
    if field.control == .file {
      editor = editor ?? EditedText()
    } else if editor?.text != text(of: field) {
      editor = EditedText(text(of: field))
    }
  }

  /// What is typed in a field.
  func text(of field: FormField) -> String {
    if field.control == .password { return secrets[field.path] ?? "" }
    if case .text(let text) = field.value { return text }
    return ""
  }

  /// Lets a key change the text at the focus.
  ///
  /// - Returns: What that asks of the form; nil if the key does not edit.
  mutating func type(_ key: TerminalKey, in field: FormField) -> [Request]? {
    guard var edited = editor, edited.press(key, hasLines: field.control == .longText) else { return nil }
    let (before, text) = (editor?.text, edited.text)
    editor = edited
    if field.control == .file || before == text { return [] }
    if field.control == .password { secrets[field.path] = text }
    return [.enter(.text(text), field.path)]
  }

  /// Forgets the name of a file, after it was entered.
  mutating func endFile() {
    if focusedField?.control == .file { editor = EditedText() }
  }
}
