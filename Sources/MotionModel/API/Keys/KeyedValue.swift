import MotionModelValues

/// The stored value of a ``Key``, as a record.
///
/// Programs read and write values by their keys. As records, they are part of everything that covers all records:
/// changesets, history, conflicts of merges, middleware, notifications, files and the tool.
///
/// ```swift
/// try store.load(from: file, models: [Todo.self])          // also has the values of keys, without listing them
/// store.table(KeyedValue.self).map(\.id)                    // => ["settings", "lastSync"]
/// store.observeCommits { $0.changes(of: KeyedValue.self) }
/// ```
///
/// A store that has never had a value of a key has no table of this model, and its files do not mention it.
public struct KeyedValue: Model, Hashable {
  /// The name of the key.
  public var id = ""
  private var content: PortableValue?

  /// The value, as JSON has it; null if the value of an optional type is nil.
  public var value: AttributeValue { content.attribute }

  /// The columns `key` and `value`.
  public static let schema = Schema<KeyedValue> {
    Column(\.id, name: "key")
    Column(\.content, name: "value")
  }

  /// Creates a record without a name and a value.
  public init() {}

  init(_ name: String, _ content: PortableValue) {
    id = name
    // An optional column has no other null.
    self.content = content.attribute == .null ? nil : content
  }
}

extension KeyedValue {
  /// Returns some models and this model, which each store knows, unless its name is or was another model's.
  static func added(to models: [TableLayout]) -> [TableLayout] {
    models.contains { $0.fileNames.contains(tableLayout.name) } ? models : models + [tableLayout]
  }
}

extension TableLayout {
  /// Whether the records are the values of keys.
  var isOfKeys: Bool { slot == KeyedValue.tableLayout.slot }
}

/// An untyped value in its JSON form, which all file formats preserve: dates, for example, are strings.
///
/// Documents are decoded from it as from the value itself. Without it, a value read from JSON would differ from the
/// written one.
struct PortableValue: ColumnValue {
  static let columnType = ColumnType.custom(name: "JSON")

  let attribute: AttributeValue

  /// The form of a value that was read from a file, or given by attributes.
  init(attribute: AttributeValue) throws(CastError) { self.attribute = try attribute.portable(isRead: true) }

  /// The form of an encoded value.
  init(encoded attribute: AttributeValue) throws(CastError) { self.attribute = try attribute.portable() }
}
