import MotionModel
import MotionModelValidation

/// Where the options of a field come from.
enum OptionSource: Sendable {
  /// From a list.
  case list([ListedOption])
  /// From the records of a model.
  case records(RecordOptions)
}

/// An option of a list.
struct ListedOption: Sendable, Hashable {
  let value: String
  /// What a person reads; nil for the value in words, in the current language.
  var label: String?
  /// The type whose value it is, for its words.
  var type = ""

  /// On and off.
  static let truthValues = [ListedOption(value: "true", type: "Bool"), ListedOption(value: "false", type: "Bool")]

  /// Returns the option in words of a language.
  func option(in words: ValidationMessages) -> FormField.Option {
    if let label { return FormField.Option(value, label) }
    if type == "Bool" {
      return FormField.Option(value, words.fields["Bool.\(value)"] ?? (value == "true" ? "Yes" : "No"))
    }
    return FormField.Option(value, words.name(of: value, in: type))
  }
}

/// The options of a field that are the records of a model.
struct RecordOptions: Sendable {
  /// How many options are listed. Of more, only the chosen ones are.
  static let listed = 100

  /// Returns the first options, at most a number of them.
  let first: @Sendable (Store, Int) throws -> [FormField.Option]
  /// Returns the option with a value; nil if it is not offered.
  let option: @Sendable (Store, String) throws -> FormField.Option?
  /// Returns the first options that have a text in their label, at most a number of them.
  let search: @Sendable (Store, String, Int) throws -> [FormField.Option]
  /// Returns the option of any stored record, offered or not.
  let stored: @Sendable (Store, String) throws -> FormField.Option?
  /// The value that stands for no record.
  let none: AttributeValue

  /// Creates the options of records that are shown by a column.
  ///
  /// - Complexity: A search costs what `contains` costs in a finder.
  init<Target: Model>(
    of target: Target.Type, showing column: any KeyPath<Target, String> & Sendable,
    from choose: @escaping @Sendable (Finder<Target>) -> Finder<Target>
  ) {
    self.init(of: target, label: { $0[keyPath: column] }, from: choose) { finder, text, limit in
      try finder.where(column).contains(text, caseSensitive: false).first(limit)
    }
  }

  /// Creates the options of all records of a model, shown by the column that names them.
  ///
  /// - Complexity: A search reads all records.
  init<Target: Model>(of target: Target.Type) {
    let column = Self.naming(target)
    let label: @Sendable (Target) -> String = { column[$0].inputText }
    self.init(of: target, label: label, from: { $0 }) { finder, text, limit in
      let text = text.lowercased()
      return Array(try finder.all.lazy.filter { label($0).lowercased().contains(text) }.prefix(limit))
    }
  }

  private init<Target: Model>(
    of target: Target.Type, label: @escaping @Sendable (Target) -> String,
    from choose: @escaping @Sendable (Finder<Target>) -> Finder<Target>,
    _ search: @escaping @Sendable (Finder<Target>, String, Int) throws -> [Target]
  ) {
    let finder: @Sendable (Store) -> Finder<Target> = { store in
      Store.with(store) { choose(store.table(target).finder) }
    }
    let option: @Sendable (Target) -> FormField.Option = { FormField.Option($0.id.attribute.inputText, label($0)) }
    first = { store, limit in try finder(store).first(limit).map(option) }
    self.search = { store, text, limit in try search(finder(store), text, limit).map(option) }
    self.option = { store, value in
      guard let id = try? Target.ID(attribute: .string(value)), id.isAssigned else { return nil }
      return try finder(store).find(id).map(option)
    }
    stored = { store, value in
      guard let id = try? Target.ID(attribute: .string(value)), id.isAssigned else { return nil }
      return try store.table(target).find(id).map(option)
    }
    none = Target().id.attribute
  }

  /// Returns the column that names the records of a model: its name or title, else its first string, else its id.
  private static func naming<Target: Model>(_ target: Target.Type) -> Column<Target> {
    let columns = Target.schema.columns
    let strings = columns.filter { $0.type == .string && $0.name != Target.schema.idName }
    let names: Set<String> = ["name", "title", "label"]
    guard let column = strings.first(where: { names.contains($0.name.lowercased()) }) ?? strings.first ?? columns.first
    else { preconditionFailure("a schema without columns") }
    return column
  }

  /// Lists options in a field: all if they are few, otherwise the results of a search. Chosen records are always
  /// listed, even if they are no longer offered: leaving the field alone would otherwise replace them.
  func list(in field: inout FormField, search: String?, chosen: [String], _ store: Store) throws {
    var listed = try first(store, Self.listed + 1)
    if listed.count > Self.listed {
      (field.isSearched, field.search) = (true, search)
      listed = try search.map { try self.search(store, $0, Self.listed + 1) } ?? []
      field.hasMore = listed.count > Self.listed
      listed = Array(listed.prefix(Self.listed))
    }
    let present = Set(listed.map(\.value))
    let missing = chosen.filter { !$0.isEmpty && !present.contains($0) }
    field.options = try missing.compactMap { try stored(store, $0) } + listed
  }
}
