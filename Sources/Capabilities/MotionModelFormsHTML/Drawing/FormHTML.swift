/// How a form is drawn as HTML.
///
/// ```swift
/// var options = FormHTML(action: "/todos/1")
/// options.hidden = [("_token", token)]
/// options.idPrefix = "todo"                       // for two forms in one page
/// let html = state.description.html(options)
/// ```
///
/// What is drawn works without a script, and was found to work best with screen readers and by people in a hurry:
///
/// - The browser checks nothing (`novalidate`; no `required`, `maxlength`, `type="number"`, `type="email"` or
///   `type="date"`). Its own checks and controls lose or hide what people type, or change it, and speak another
///   language than the page. Each error is there twice, in a summary that links to its field, and at the field.
/// - A field has a label, and its explanation, example and errors are its description. Optional fields are marked, and
///   required ones are not.
/// - A date is one text, with an example in the person's order. Three boxes would have to be combined before they can
///   be checked, would lose input that is not a date, and cannot be pasted into.
/// - Few options are radio buttons, many are a menu, several choices are boxes to tick, and options that are searched
///   are a box for the text and a button, which sends the form.
/// - Buttons that do not save come behind one that does, as the Enter key presses the first of all.
/// - Nothing is cut off: a text of several lines gets several lines, and a value that is not among the options is one.
///
/// Passwords are never written.
///
/// ## Topics
/// ### Sending
/// - ``action``
/// - ``method``
/// - ``names``
/// - ``hidden``
/// ### Showing
/// - ``words``
/// - ``classes``
/// - ``controls``
/// ### Drawing
/// - ``draw(_:in:)``
/// - ``drawDetails(_:in:)``
/// - ``styles``
/// - ``HTMLWriter/page(title:language:styles:_:)``
public struct FormHTML: Sendable {
  /// How the form is sent.
  public enum Method: String, Sendable, Hashable, CaseIterable {
    /// As a body.
    case post
    /// In the address, for a search. Files are not sent.
    case get
  }

  /// Where the form is sent; nil for the address of the page.
  public var action: String?
  /// How the form is sent.
  public var method = Method.post
  /// The names of the controls.
  public var names = FormFieldNames.plain
  /// Values that the program sends along and no person sees, such as a token against forged requests. Readers of the
  /// answer do not take a name with one underscore in front for a field; see `FormFieldNames`.
  public var hidden: [(name: String, value: String)] = []
  /// What all ids begin with. Two forms in one page need two.
  public var idPrefix = "form"
  /// The level of the form's heading, 1 to 6; nil for no heading.
  public var headingLevel: Int? = 1
  /// How many options are drawn as radio buttons. More of them are a menu.
  public var radioLimit = 5
  /// Whether the summary of errors gets the focus when the page is opened, so that it is read aloud.
  public var focusesSummary = true
  /// The words of buttons and marks.
  public var words = FormWords()
  /// The class names.
  public var classes = HTMLClasses()
  /// How the program's own controls are drawn, by their names. A control that is missing here is drawn by the type of
  /// its value.
  public var controls: [String: @Sendable (Control, inout HTMLWriter) -> Void] = [:]

  /// Creates options.
  ///
  /// - Parameters:
  ///   - action: Where the form is sent; nil for the address of the page.
  ///   - method: How the form is sent.
  public init(action: String? = nil, method: Method = .post) { (self.action, self.method) = (action, method) }

  /// What a control of the program's own needs to be drawn: it needs these attributes, and the value of the field.
  public struct Control: Sendable {
    /// The field.
    public let field: FormField
    /// The id to which its label and the summary of errors refer.
    public let id: String
    /// The name by which the answer has it.
    public let name: String
    /// The id, the name, and what a screen reader says of the control: whether it is required or invalid, and its
    /// description.
    public let attributes: [HTMLAttribute?]
  }
}

extension FormDescription {
  /// Returns the form as HTML: a summary of errors if there are any, a heading, and the form.
  ///
  /// - Complexity: O(*n*) in the length of the result.
  public func html(_ options: FormHTML = FormHTML()) -> String {
    var writer = HTMLWriter()
    options.draw(self, in: &writer)
    return writer.html
  }

  /// Returns what a page with the form is called: its title, with `Error:` before it if something is wrong. It is the
  /// first thing that a reader of the screen says.
  public func pageTitle(_ words: FormWords = FormWords()) -> String { hasErrors ? "\(words[.error]) \(title)" : title }

  /// Returns the record as HTML, to be read and not changed: a list of names and values, and those of its children.
  ///
  /// Passwords and hidden fields are left out.
  public func detailsHTML(_ options: FormHTML = FormHTML()) -> String {
    var writer = HTMLWriter()
    options.drawDetails(self, in: &writer)
    return writer.html
  }
}

extension FormHTML {
  /// How many groups may be in each other. No form has more.
  static let depthLimit = FormPath.maximumDepth / 2

  var ids: HTMLIDs { HTMLIDs(idPrefix) }

  /// Writes a form: a summary of errors if there are any, a heading, and the form.
  public func draw(_ form: FormDescription, in writer: inout HTMLWriter) {
    if form.hasErrors { drawSummary(of: form, in: &writer) }
    if let headingLevel { writer.block(Self.heading(headingLevel), text: form.title) }
    let outline = FormOutline(form)
    let attributes = [
      classes.attribute(.form), action.map { HTMLAttribute("action", $0) }, HTMLAttribute("method", method.rawValue),
      outline.hasFiles ? HTMLAttribute("enctype", "multipart/form-data") : nil, HTMLAttribute("novalidate"),
      form.language.map { HTMLAttribute("lang", $0) },
    ]
    writer.block("form", attributes) { writer in
      if outline.hasButtons { drawDefaultButton(in: &writer) }
      drawHidden(of: form, outline, in: &writer)
      for section in form.sections { draw(section, in: &writer) }
      writer.block("div", [classes.attribute(.actions)]) { drawButton(words[.save], [], in: &$0) }
    }
  }

  /// A small style sheet for the default class names: what only readers of the screen should read is out of sight,
  /// numbers end where their column does, texts keep their lines, and errors stand out. It fits narrow windows.
  public static let styles = """
    .form-unseen { position: absolute; width: 1px; height: 1px; margin: -1px; padding: 0; overflow: hidden;
      clip-path: inset(50%); white-space: nowrap; border: 0; }
    .form-field, .form-section, .form-group, .form-item, .form-fixed, .form-summary { margin: 0 0 1.25rem; }
    .form-label, .form-field legend { display: block; font-weight: bold; padding: 0; }
    .form-optional, .form-hint { color: #505a5f; font-weight: normal; }
    .form-hint, .form-error p, .form-warning p { margin: .25rem 0; }
    .form-input { font: inherit; box-sizing: border-box; width: 100%; max-width: 32rem; padding: .4rem; }
    .form-choices { border: 0; margin: 0; padding: 0; min-width: 0; }
    .form-choice { margin: .25rem 0; }
    .form-invalid, .form-summary { border-left: 4px solid #b00020; padding-left: .75rem; }
    .form-error { color: #b00020; font-weight: bold; }
    .form-theirs { border-left: 4px solid #505a5f; padding-left: .75rem; }
    .form-fixed dd, .form-details dd { margin: 0; white-space: pre-wrap; }
    .form-details dt, .form-fixed dt { font-weight: bold; }
    .form-button { font: inherit; padding: .4rem .9rem; }
    .form-table { border-collapse: collapse; display: block; overflow-x: auto; }
    .form-table th, .form-table td { padding: .3rem .6rem; text-align: start; vertical-align: top; white-space: pre-wrap; }
    .form-table .form-number { text-align: end; font-variant-numeric: tabular-nums; }
    .form-table caption { text-align: start; font-weight: bold; }

    """

  static func heading(_ level: Int) -> StaticString {
    switch level {
    case ...1: "h1"
    case 2: "h2"
    case 3: "h3"
    case 4: "h4"
    case 5: "h5"
    default: "h6"
    }
  }

  /// Writes the button that the Enter key presses in a line of text: browsers take the first one of the form.
  private func drawDefaultButton(in writer: inout HTMLWriter) {
    let attributes = [
      classes.attribute(.unseen), HTMLAttribute("type", "submit"), HTMLAttribute("tabindex", "-1"),
      HTMLAttribute("aria-hidden", "true"),
    ]
    writer.block("button", attributes, text: words[.save])
  }

  private func drawHidden(of form: FormDescription, _ outline: FormOutline, in writer: inout HTMLWriter) {
    for input in hidden { drawHidden(input.name, input.value, in: &writer) }
    if !form.version.isEmpty { drawHidden(names.name(of: .version), form.version, in: &writer) }
    drawHidden(names.name(of: .shown), FormFieldNames.shownText(outline.shown), in: &writer)
  }

  func drawHidden(_ name: String, _ value: String, in writer: inout HTMLWriter) {
    let attributes = [
      HTMLAttribute("type", "hidden"), HTMLAttribute("name", name), HTMLAttribute("value", value),
    ]
    writer.void("input", attributes)
    writer.line()
  }

  /// Writes a button that sends the form.
  ///
  /// - Parameter object: What the button acts on, for screen readers.
  func drawButton(
    _ label: String, of object: String? = nil, _ attributes: [HTMLAttribute?], in writer: inout HTMLWriter
  ) {
    writer.element("button", [classes.attribute(.button), HTMLAttribute("type", "submit")] + attributes) { writer in
      writer.text(label)
      if let object { writer.element("span", [classes.attribute(.unseen)], text: " " + object) }
    }
    writer.line()
  }

  /// Writes a button that sends the form and does not save.
  func drawButton(_ label: String, of object: String, _ action: FormAction, in writer: inout HTMLWriter) {
    let attributes = [HTMLAttribute("name", names.name(of: .action)), HTMLAttribute("value", action.description)]
    drawButton(label, of: object, attributes, in: &writer)
  }

  private func draw(_ section: FormDescription.Section, in writer: inout HTMLWriter) {
    guard let title = section.title else {
      if let help = section.help { writer.block("p", [classes.attribute(.hint)], text: help) }
      for row in section.rows { draw(row, depth: 0, in: &writer) }
      return
    }
    writer.block("fieldset", [classes.attribute(.section)]) { writer in
      writer.block("legend", text: title)
      if let help = section.help { writer.block("p", [classes.attribute(.hint)], text: help) }
      for row in section.rows { draw(row, depth: 0, in: &writer) }
    }
  }

  func draw(_ row: FormDescription.Row, depth: Int, in writer: inout HTMLWriter) {
    switch row {
    case .field(let field): draw(field, in: &writer)
    case .group(let group): draw(group, depth: depth, in: &writer)
    }
  }
}

/// Facts about a form that are collected before it is drawn.
struct FormOutline {
  /// The fields that are drawn as controls, with their stamps.
  private(set) var shown: [(path: FormPath, stamp: String?)] = []
  /// Whether there is a control for a file.
  private(set) var hasFiles = false
  /// Whether there are buttons that do not save.
  private(set) var hasButtons = false

  init(_ form: FormDescription) {
    for section in form.sections { add(section.rows, isRemoved: false, depth: 0) }
  }

  private mutating func add(_ rows: [FormDescription.Row], isRemoved: Bool, depth: Int) {
    for row in rows {
      switch row {
      case .field(let field): add(field, isRemoved: isRemoved)
      case .group(let group):
        if depth >= FormHTML.depthLimit { continue }
        hasButtons = true
        for item in group.items { add(item.rows, isRemoved: isRemoved || item.isRemoved, depth: depth + 1) }
      }
    }
  }

  private mutating func add(_ field: FormField, isRemoved: Bool) {
    if field.isReadOnly || isRemoved && !field.isKeptWhenRemoved { return }
    shown.append((field.path, field.stamp))
    if !isRemoved {
      if field.isFile { hasFiles = true }
      if field.isSearched || field.theirs != nil { hasButtons = true }
    }
  }
}

extension FormField {
  /// Whether an item that is removed carries the field along, so that a person who keeps the item keeps what was typed.
  var isKeptWhenRemoved: Bool { isChanged && !isReadOnly && control != .password && !isFile }

  /// Whether the control is for a file.
  var isFile: Bool {
    if control == .file { return true }
    if case .custom = control, case .file = value { return true }
    return false
  }
}
