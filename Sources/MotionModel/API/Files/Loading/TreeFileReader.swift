import Foundation

/// Reads a file as a whole, as a tree of values: a property list, or JSON whatever the order of its members.
struct TreeFileReader: FileReader {
  let head: FileHead
  private var sections: [(FileSection, rows: [[String: AttributeValue]])]
  private var places: [String: Int] = [:]
  private var section = -1
  private var row = 0

  /// The limit of nesting in a file: a value in a row is inside five containers, and may be escaped.
  private static let depthLimit = AttributeValue.depthLimit + 6

  /// - Parameters:
  ///   - name: The file's name in errors.
  ///   - isBare: Whether JSON may be an object that is one record.
  init(_ data: Data, as format: FileFormat, name: String, isBare: Bool = false) throws(FileError) {
    let tree = try Self.root(of: data, as: format, name: name)
    let records = format == .json ? Self.records(in: tree, isBare: isBare) : nil
    let root = records.map(JSONLines.tree) ?? tree
    guard case .dictionary(let members) = root, members["format"] == .string(FileHeader.format) else {
      throw .notRecords(file: name, expected: "a member \"format\" that says MotionModel")
    }
    guard let version = members.number("version"), version > 0 else {
      throw .notRecords(file: name, expected: "a member \"version\" with a number")
    }
    if version > FileHeader.version { throw .newer(file: name, version: version) }
    guard case .dictionary(let models)? = members["models"] else {
      throw .notRecords(file: name, expected: "a member \"models\" with the records of each model")
    }
    guard let head = FileHead(members) else {
      throw .notRecords(file: name, expected: "a scope that is models or store")
    }
    self.head = head
    sections = []
    for (model, value) in models.sorted(by: { $0.key < $1.key }) {
      let isNamed = model != JSONLines.unnamedModel
      guard isNamed || format == .jsonLines || records != nil, let section = Self.section(of: model, value) else {
        let expected =
          isNamed
          ? "columns and rows for \(model)"
          : format == .jsonLines ? "an object on each line" : "an object for each record"
        throw .notRecords(file: name, expected: expected)
      }
      sections.append(section)
    }
  }

  /// Returns the records of JSON that is an array of them, or one record; nil if it is neither.
  private static func records(in root: AttributeValue, isBare: Bool) -> [AttributeValue]? {
    if case .array(let records) = root { return records }
    guard isBare, case .dictionary(let members) = root, members["format"] != .string(FileHeader.format) else {
      return nil
    }
    return [root]
  }

  private static func root(of data: Data, as format: FileFormat, name: String) throws(FileError) -> AttributeValue {
    do {
      switch format {
      case .json:
        guard let text = String(validating: data, as: UTF8.self) else { throw JSONFormat.Failure.malformed }
        return try JSONFormat.read(text, depthLimit: depthLimit).get()
      case .jsonLines: return try JSONLines.tree(of: data)
      case .xml: return try XMLPlistReader.value(in: data, depthLimit: depthLimit)
      case .binary: return try BinaryPlistReader.value(in: data, depthLimit: depthLimit)
      // These are read part by part only.
      case .compact, .csv, .csvWithSemicolons, .tsv: throw JSONFormat.Failure.malformed
      }
    } catch {
      if format == .binary && BinaryPlistReader.isKeyedArchive(data) {
        throw .unreadable(
          file: name, reason: "It is a keyed archive, so let the program that wrote it save a property list.")
      }
      throw .malformed(file: name, format: format, place: place(of: error, in: data, as: format))
    }
  }

  /// Returns where a file has a fault, and which; nil for a file that only lacks its end, or is damaged.
  private static func place(of error: any Error, in data: Data, as format: FileFormat) -> String? {
    switch error {
    case let failure as XMLPlistReader.Failure: return failure.place
    case let failure as BinaryPlistReader.Failure:
      return failure.hasSameKeyTwice ? "where a key comes a second time" : nil
    default: break
    }
    let fault = data.withUnsafeBytes { bytes in
      JSONFault(
        in: bytes.bindMemory(to: UInt8.self), isLines: format == .jsonLines,
        depthLimit: format == .json ? depthLimit : FileHeader.valueDepthLimit + 1)
    }
    if let fault { return fault.isEnd ? nil : "\(fault)" }
    return error as? JSONFormat.Failure == .sameKeyTwice ? "where a model comes a second time" : nil
  }

  private static func section(
    of model: String, _ value: AttributeValue
  ) -> (FileSection, rows: [[String: AttributeValue]])? {
    guard case .dictionary(let members) = value,
      var section = FileSection(model, members), case .array(let values)? = members["rows"]
    else { return nil }
    var (rows, unlisted): ([[String: AttributeValue]], Set<String>) = ([], [])
    let listed = Set(section.allColumns)
    rows.reserveCapacity(values.count)
    for value in values {
      guard case .dictionary(let row) = value else { return nil }
      for name in row.keys where !listed.contains(name) { unlisted.insert(name) }
      rows.append(row)
    }
    section.unlisted += unlisted.sorted()
    return (section, rows)
  }

  mutating func nextSection() -> FileSection? {
    section += 1
    row = 0
    guard section < sections.count else { return nil }
    places = Dictionary(sections[section].0.allColumns.enumerated().map { ($1, $0) }) { first, _ in first }
    return sections[section].0
  }

  mutating func readRow(into row: inout FileRow) -> Bool {
    guard self.row < sections[section].rows.count else { return false }
    for (name, value) in sections[section].rows[self.row] {
      if let place = places[name] { _ = row.set(value, at: place) }
    }
    self.row += 1
    return true
  }
}
