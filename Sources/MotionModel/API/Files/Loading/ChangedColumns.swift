/// Columns that have other types than in a file, although the model has the version of the file.
///
/// Values of one type read as another may mean something else: 5230 cents are not an amount of 5230. So they are
/// refused, unless the change is one of ``StoredType``. Added, removed and renamed columns are not such a change: files
/// of both kinds can be read. Neither is another order, another default or another case of an enum.
struct ChangedColumns: Hashable {
  let model: String
  /// Each column with both types: `"amount" was Cents and is Decimal`.
  let columns: [String]

  /// - Returns: Nil if there are none, or the file does not say its types.
  init?(_ section: FileSection, _ layout: TableLayout) {
    let history = layout.traits.history
    if section.version != history.version || section.fingerprint == history.fingerprint { return nil }
    let columnIndex = layout.columnIndex(amongst: section.allColumns)
    columns = section.types.sorted { $0.key < $1.key }.compactMap { name, was in
      guard let index = columnIndex(name), let type = history.types[layout.columns[index].name],
        !StoredType.keepsMeaning(from: was, to: type)
      else { return nil }
      return "\"\(layout.columns[index].name)\" was \(was) and is \(type)"
    }
    if columns.isEmpty { return nil }
    model = layout.name
  }

  /// The fault and its remedy, as the predicate of a sentence about a file or a store.
  static func description(_ model: String, _ columns: [String]) -> String {
    "has records of \(model) in which \(columns.joined(separator: ", ")), though the version is the same: raise the "
      + "version of the schema, and pass a migration."
  }
}

/// The type of a column as files say it: `String`, `Int?`, `[Date]`, `Status (String)`.
///
/// These changes of it keep the meaning of each value that can be read:
///
/// | was | is |
/// |---|---|
/// | any type | the same, or nil: `Int` to `Int?` |
/// | a whole number | one of another width: `Int32` to `Int`; a number that does not fit is refused with its record |
/// | `Float` | `Double` |
/// | strings or UUIDs, plain or as raw values of a type | the same in another type: `String` to `Status (String)` |
/// | an array or a dictionary | one whose elements have changed in one of these ways: `[Int32]` to `[Int]` |
///
/// Numbers as raw values are not among them, because their type may be a unit.
enum StoredType {
  static func keepsMeaning(from was: String, to type: String) -> Bool {
    if was == type { return true }
    if type.hasSuffix("?") {
      return keepsMeaning(from: was.hasSuffix("?") ? String(was.dropLast()) : was, to: String(type.dropLast()))
    }
    for opening in ["[String: ", "["] {
      if let element = element(of: type, behind: opening), let former = Self.element(of: was, behind: opening) {
        return keepsMeaning(from: former, to: element)
      }
    }
    if wholeNumbers.contains(was) && wholeNumbers.contains(type) || was == "Float" && type == "Double" { return true }
    return plain(was) == plain(type)
  }

  private static let wholeNumbers = Set(
    ["Int", "UInt"].flatMap { name in ["", "8", "16", "32", "64"].map { name + $0 } })

  private static func element(of type: String, behind opening: String) -> String? {
    type.hasPrefix(opening) && type.hasSuffix("]") ? String(type.dropFirst(opening.count).dropLast()) : nil
  }

  /// The type of raw values whose meaning does not depend on the type that has them.
  private static func plain(_ type: String) -> String {
    ["String", "UUID"].first { type.hasSuffix(" (\($0))") } ?? type
  }
}
