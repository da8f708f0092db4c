public import Foundation

extension LegacyFormat {
  /// Reads the objects of a file that State or Spot wrote, as rows in the form of today.
  ///
  /// ```swift
  /// // {"name": "Acme", "employees": [{"name": "Ann", "gender": {"value": 1}}]}
  /// try LegacyFormat(.rawValues).rows(in: data, at: "employees", carrying: ["name": "company"])
  /// // => [["name": "Ann", "gender": 1, "company": "Acme"]]
  /// ```
  ///
  /// The file is JSON, or a property list of XML or in binary. Keyed archives are not read: let the old program write
  /// another format.
  ///
  /// - Parameters:
  ///   - data: The content of the file.
  ///   - path: The names of properties that lead from the outermost object to the rows. Arrays on the way are entered,
  ///     and `*` stands for every value of a dictionary. Without a path, the outermost object is the row, or each
  ///     object of the outermost array.
  ///   - carried: The properties of the object around a row that become columns of the row, with the names of the
  ///     columns. `*` is the key in a dictionary.
  /// - Throws: ``CastError`` if the data cannot be read, or if there is something else than objects on the path, and
  ///   any error of a migration.
  /// - Complexity: O(*n*) in the size of the file.
  public func rows(
    in data: Data, at path: String..., carrying carried: [String: String] = [:]
  ) throws -> [[String: AttributeValue]] {
    try rows(of: Self.content(of: data), path, carried)
  }

  /// Returns the objects in a value, as rows in the form of today; see ``rows(in:at:carrying:)``.
  public func rows(
    of value: AttributeValue, at path: String..., carrying carried: [String: String] = [:]
  ) throws -> [[String: AttributeValue]] {
    try rows(of: value, path, carried)
  }

  private func rows(
    of value: AttributeValue, _ path: [String], _ carried: [String: String]
  ) throws -> [[String: AttributeValue]] {
    if value.isNested(deeperThan: AttributeValue.depthLimit) {
      throw CastError(expected: "objects", found: "a value \(AttributeValue.tooDeep)")
    }
    var search = RowSearch(format: self, path: path, carried: carried)
    try search.visit(value, at: 0, carrying: [:])
    if let missing = search.missingName {
      throw CastError(expected: "a property \(missing) in the objects of the file", found: "none")
    }
    return search.rows
  }

  private static func content(of data: Data) throws(CastError) -> AttributeValue {
    switch FileFormat(of: data) {
    case .binary?:
      return try content { () throws(BinaryPlistReader.Failure) in
        try BinaryPlistReader.value(in: data, depthLimit: AttributeValue.depthLimit)
      } or: {
        BinaryPlistReader.isKeyedArchive(data) ? "a keyed archive" : "a binary property list that is damaged"
      }
    case .xml?:
      return try content { () throws(XMLPlistReader.Failure) in
        try XMLPlistReader.value(in: data, depthLimit: AttributeValue.depthLimit)
      } or: {
        "XML that is not a property list"
      }
    default:
      guard let text = String(validating: data, as: UTF8.self) else {
        throw CastError(expected: expected, found: "bytes that are not UTF-8")
      }
      return try JSONFormat.value(from: text, expected: expected)
    }
  }

  private static let expected = "JSON or a property list of State or Spot"

  private static func content<Failure>(
    _ read: () throws(Failure) -> AttributeValue, or found: () -> String
  ) throws(CastError) -> AttributeValue {
    do { return try read() } catch { throw CastError(expected: expected, found: found()) }
  }
}

/// Follows a path to the objects that are rows.
private struct RowSearch {
  let format: LegacyFormat
  let path: [String]
  let carried: [String: String]
  private(set) var rows: [[String: AttributeValue]] = []
  /// The names on the path that objects should have had, and whether one had them.
  private var wanted: [Bool?]

  /// Stands for every value of a dictionary.
  static let all = "*"

  init(format: LegacyFormat, path: [String], carried: [String: String]) {
    (self.format, self.path, self.carried) = (format, path, carried)
    wanted = path.map { _ in nil }
  }

  /// The first name on the path that no object has; nil if there is none, or if there is no object.
  var missingName: String? { wanted.firstIndex { $0 == false }.map { path[$0] } }

  mutating func visit(_ value: AttributeValue, at step: Int, carrying columns: [String: AttributeValue]) throws {
    switch value {
    case .null where step > 0: break
    case .array(let elements): for element in elements { try visit(element, at: step, carrying: columns) }
    case .dictionary(let members) where step == path.count:
      rows.append(try format.row(members).merging(columns) { $1 })
    case .dictionary(let members): try enter(format.migrated(members), at: step)
    default:
      let place = step == 0 ? "outermost" : "at \(path[..<step].joined(separator: "."))"
      throw CastError(expected: "an object or an array of objects \(place)", found: value.kind)
    }
  }

  private mutating func enter(_ members: [String: AttributeValue], at step: Int) throws {
    let name = path[step]
    if name == Self.all {
      for (key, value) in members.sorted(by: { $0.key < $1.key }) {
        try visit(value, at: step + 1, carrying: columns(around: step, [Self.all: .string(key)]))
      }
    } else {
      wanted[step] = members[name] != nil || wanted[step] == true
      guard let value = members[name] else { return }
      try visit(value, at: step + 1, carrying: columns(around: step, members))
    }
  }

  /// The columns that rows get from the object around them.
  private func columns(around step: Int, _ members: [String: AttributeValue]) throws -> [String: AttributeValue] {
    guard step == path.count - 1 else { return [:] }
    var columns: [String: AttributeValue] = [:]
    for (name, column) in carried {
      if let value = members[name] { columns[column] = try format.converted(value, of: name) }
    }
    return columns
  }
}
