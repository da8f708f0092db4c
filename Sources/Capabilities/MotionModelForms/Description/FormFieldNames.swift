import MotionModelValidation
import MotionModelValues

/// The names that the controls of a form have in HTML, and what such a name means when it comes back.
///
/// ```swift
/// let names = FormFieldNames.plain
/// names.name(of: "steps[0].name")                  // => "steps[0][name]"
/// names.meaning(of: "steps[0][name]")              // => .input("steps[0].name", isList: false)
/// FormFieldNames.rails("todo").name(of: "steps[0].name")     // => "todo[steps_attributes][0][name]"
/// ```
///
/// | name | what its value is |
/// |---|---|
/// | `name`, `steps[0][name]` | what the field `name`, or `steps[0].name`, has |
/// | `tags[]` | one of the choices of the field `tags`; there may be several |
/// | `steps[0][_id]` | the id of the stored child that the item is, see ``FormSubmission/records`` |
/// | `steps[0][_remove]` | anything: the item is removed |
/// | `steps[_order]` | the numbers of the group's items in their new order, see ``orderText(_:)`` |
/// | `photo[_clear]` | anything: the stored file of the field is dropped |
/// | `project[_search]` | the text by which options of the field are searched |
/// | `_shown` | the fields that were shown, with their stamps, see ``shownText(_:)`` |
/// | `_version` | the ``FormDescription/version`` of the form |
/// | `_action` | the button that was pressed, a ``FormAction``; without it, the one that saves |
///
/// A name with one underscore in front is not a field. A column's name with an underscore in front gets a second one.
/// Bytes of a column's name that mean something here (`[`, `]`, `%`, `=`, spaces, control characters) are written as
/// `%5B` and so on. So every path of a form has one name, and each name that can be read means one thing.
///
/// A control for a file sends an empty file without a name when none was chosen. That is not input: nil would drop the
/// stored file, which only `_clear` does.
public struct FormFieldNames: Sendable, Hashable {
  /// What stands around all fields, as Rails does it: `todo` in `todo[name]`. Nil for none: a form has one model.
  public var root: String?
  /// What follows the names of groups: `_attributes` in Rails.
  private var groupSuffix = ""
  /// Names that belong to the program.
  private var others: Set<String> = []
  private var spelling = Spelling.plain

  /// How ids and removals of items are named.
  private enum Spelling: Sendable { case plain, rails }

  /// The form's own names, `steps[0][name]`.
  public static let plain = FormFieldNames()

  /// The names of Rails' nested attributes, `todo[steps_attributes][0][name]`, with `id` and `_destroy` for items.
  ///
  /// - Parameter root: The name of the record, `todo`.
  public static func rails(_ root: String) -> FormFieldNames {
    var names = FormFieldNames()
    (names.root, names.groupSuffix, names.spelling) = (root, "_attributes", .rails)
    return names
  }

  /// Returns the same names, where others belong to the program and not to the form, such as the name of a token
  /// against forged requests.
  ///
  /// Top-level names with one underscore in front, and names outside ``root``, always belong to the program.
  public func ignoring(_ names: String...) -> FormFieldNames {
    var copy = self
    copy.others.formUnion(names)
    return copy
  }
}

// MARK: - Writing

extension FormFieldNames {
  /// Returns the name of a field or an item.
  ///
  /// - Parameters:
  ///   - path: The field or the item.
  ///   - isList: Whether the field has any number of values.
  public func name(of path: FormPath, isList: Bool = false) -> String {
    var parts = root.map { [$0] } ?? []
    for (index, step) in path.steps.enumerated() {
      switch step {
      case .index(let number): parts.append(String(number))
      case .field(let name):
        let isGroup = if index + 1 < path.steps.count, case .index = path.steps[index + 1] { true } else { false }
        parts.append(Self.escaped(name) + (isGroup ? groupSuffix : ""))
      }
    }
    return Self.joined(parts) + (isList ? "[]" : "")
  }

  /// Returns the name of the control with a meaning, which ``meaning(of:)`` reads; empty for ``Meaning/other``.
  public func name(of meaning: Meaning) -> String {
    switch meaning {
    case .input(let field, let isList): name(of: field, isList: isList)
    case .record(let item): name(of: item) + "[\(recordWord)]"
    case .removal(let item): name(of: item) + "[\(removalWord)]"
    case .order(let group): groupName(group) + "[_order]"
    case .clearing(let field): name(of: field) + "[_clear]"
    case .search(let field): name(of: field) + "[_search]"
    case .shown: "_shown"
    case .version: "_version"
    case .action: "_action"
    case .other: ""
    }
  }

  private var recordWord: String { spelling == .rails ? "id" : "_id" }
  private var removalWord: String { spelling == .rails ? "_destroy" : "_remove" }

  private func groupName(_ path: FormPath) -> String {
    guard case .field(let name)? = path.steps.last else { return self.name(of: path) }
    let owner = FormPath(path.steps.dropLast())
    let word = Self.escaped(name) + groupSuffix
    return owner.steps.isEmpty && root == nil ? word : self.name(of: owner) + "[\(word)]"
  }

  private static func joined(_ parts: [String]) -> String {
    guard let first = parts.first else { return "" }
    return parts.dropFirst().reduce(into: first) { $0 += "[" + $1 + "]" }
  }

  private static func escaped(_ name: String) -> String {
    let text = PercentEncoding.encoded(name, keeping: { !isSpecial($0) })
    return text.utf8.first == UInt8(ascii: "_") ? "_" + text : text
  }

  /// Whether a byte would mean something in a name.
  private static func isSpecial(_ byte: UInt8) -> Bool {
    switch byte {
    case 0...0x20, 0x7F, UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "%"), UInt8(ascii: "="): true
    default: false
    }
  }
}

// MARK: - Reading

extension FormFieldNames {
  /// What a name means.
  public enum Meaning: Sendable, Hashable {
    /// An input to a field, which may be one of several.
    case input(FormPath, isList: Bool)
    /// The id of the stored child that an item is.
    case record(FormPath)
    /// That an item is removed.
    case removal(FormPath)
    /// The order of a group's items.
    case order(FormPath)
    /// That the stored file of a field is dropped.
    case clearing(FormPath)
    /// The text by which options of a field are searched.
    case search(FormPath)
    /// The fields that were shown, with their stamps.
    case shown
    /// The version of the form.
    case version
    /// The button that was pressed.
    case action
    /// Something of the program, which the form ignores.
    case other
  }

  /// Returns what a name means; nil if no control of a form can have it.
  ///
  /// - Complexity: O(*n*) in the length of the name.
  public func meaning(of name: some StringProtocol) -> Meaning? {
    if name.utf8.first == UInt8(ascii: "_"), !name.utf8.dropFirst().starts(with: [UInt8(ascii: "_")]) {
      return Self.formMeaning(of: name)
    }
    if !others.isEmpty, others.contains(String(name)) { return .other }
    guard var parts = Self.parts(of: name) else { return root == nil ? nil : .other }
    if let root {
      if parts.first.map(String.init) != root { return .other }
      parts.removeFirst()
    }
    return fieldMeaning(of: parts[...])
  }

  /// Returns the path of a field, a group or an item by its name; nil if no field of a form can have it.
  public func path(of name: some StringProtocol) -> FormPath? {
    guard var parts = Self.parts(of: name) else { return nil }
    if let root {
      if parts.first.map(String.init) != root { return nil }
      parts.removeFirst()
    }
    return path(parts[...])
  }

  private static func formMeaning(of name: some StringProtocol) -> Meaning {
    switch String(name) {
    case "_shown": .shown
    case "_version": .version
    case "_action": .action
    default: .other
    }
  }

  /// Fields and groups have an odd number of parts, and items an even one.
  private func fieldMeaning(of parts: ArraySlice<Substring>) -> Meaning? {
    guard let last = parts.last else { return nil }
    if parts.count % 2 == 1 {
      if parts.count > 1, last == recordWord { return path(parts.dropLast()).map { .record($0) } }
      if parts.count > 1, last == removalWord { return path(parts.dropLast()).map { .removal($0) } }
      return path(parts).map { .input($0, isList: false) }
    }
    switch last {
    case "": return path(parts.dropLast()).map { .input($0, isList: true) }
    case "_order": return path(parts.dropLast(), endsInGroup: true).map { .order($0) }
    case "_clear": return path(parts.dropLast()).map { .clearing($0) }
    case "_search": return path(parts.dropLast()).map { .search($0) }
    default: return nil
    }
  }

  /// Divides a name at its brackets; nil if they are not in pairs.
  private static func parts(of name: some StringProtocol) -> [Substring]? {
    let name = Substring(name)
    let bytes = name.utf8
    var parts: [Substring] = []
    let end = bytes.firstIndex(of: UInt8(ascii: "[")) ?? bytes.endIndex
    parts.append(name[..<end])
    var rest = bytes[end...]
    while let first = rest.popFirst() {
      guard first == UInt8(ascii: "["), let close = rest.firstIndex(of: UInt8(ascii: "]")),
        parts.count <= FormPath.maximumDepth + 1
      else { return nil }
      let part = rest[..<close]
      if part.contains(UInt8(ascii: "[")) { return nil }
      parts.append(Substring(part))
      rest = rest[rest.index(after: close)...]
    }
    return parts[0].utf8.contains(UInt8(ascii: "]")) || parts[0].isEmpty ? nil : parts
  }

  /// Returns a path of names and numbers by turns.
  ///
  /// - Parameter endsInGroup: Whether the last name is that of a group, although no number follows.
  private func path(_ parts: ArraySlice<Substring>, endsInGroup: Bool = false) -> FormPath? {
    if parts.isEmpty || parts.count > FormPath.maximumDepth { return nil }
    var steps: [ValidationError.Step] = []
    for (offset, part) in parts.enumerated() {
      if offset % 2 == 1 {
        guard let number = FormPath.number(part.utf8) else { return nil }
        steps.append(.index(number))
      } else {
        let isLast = offset + 1 == parts.count
        guard let name = name(part, isGroup: isLast ? endsInGroup : true) else { return nil }
        steps.append(.field(name))
      }
    }
    return FormPath(steps)
  }

  /// Returns the name of a column or a relation; nil if none is written so.
  private func name(_ part: Substring, isGroup: Bool) -> String? {
    var part = part
    if isGroup && !groupSuffix.isEmpty {
      guard part.hasSuffix(groupSuffix) else { return nil }
      part = part.dropLast(groupSuffix.count)
    }
    if part.utf8.first == UInt8(ascii: "_") {
      part = part.dropFirst()
      guard part.utf8.first == UInt8(ascii: "_") else { return nil }
    }
    return part.isEmpty ? nil : PercentEncoding.decoded(part)
  }
}

// MARK: - Lists

extension FormFieldNames {
  /// Writes the fields that are shown, with the stamps that they have, as one text: `name=1x8 isDone=0 tags`.
  ///
  /// One control has them all, because there is a limit for how many controls an answer may have.
  public static func shownText(_ fields: some Sequence<(path: FormPath, stamp: String?)>) -> String {
    var text = ""
    for field in fields {
      if !text.isEmpty { text += " " }
      text += plain.name(of: field.path)
      if let stamp = field.stamp { text += "=" + stamp }
    }
    return text
  }

  /// Reads what ``shownText(_:)`` writes; nil if the text is not such a list.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  package static func shownFields(in text: some StringProtocol) -> [(path: FormPath, stamp: String?)]? {
    var fields: [(path: FormPath, stamp: String?)] = []
    for part in String(text).split(separator: " ") {
      let end = part.utf8.firstIndex(of: UInt8(ascii: "=")) ?? part.endIndex
      guard let path = plain.path(of: part[..<end]) else { return nil }
      let stamp = end == part.endIndex ? nil : String(part[part.utf8.index(after: end)...])
      fields.append((path, stamp))
    }
    return fields
  }

  /// Writes the order of a group's items: `2 0 1`.
  public static func orderText(_ numbers: [Int]) -> String { numbers.map(String.init).joined(separator: " ") }

  /// Reads what ``orderText(_:)`` writes; nil if the text is not a list of numbers, or has one twice.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  package static func order(in text: some StringProtocol) -> [Int]? {
    var numbers: [Int] = []
    for part in String(text).split(separator: " ") {
      guard let number = FormPath.number(part.utf8) else { return nil }
      numbers.append(number)
    }
    return Set(numbers).count == numbers.count ? numbers : nil
  }
}
