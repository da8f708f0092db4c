import Foundation

/// The contents of a file: the records of some models in untyped form.
struct StoreFile {
  /// The records of one model.
  struct Section {
    let model: String
    /// The columns that were written. A record leaves out the ones that are nil.
    let columns: [String]
    /// The number from which the next id is made.
    let nextNumber: Int
    let rows: [[String: AttributeValue]]
  }

  /// The version of the format that is written.
  static let version = 1

  var sections: [Section]

  // MARK: - Tables

  /// The records of some tables.
  init(_ tables: [TableVersion]) { sections = tables.map(Section.init) }

  /// A name that two models have, such as types of one name in two modules: they could not be told apart by it.
  var sharedName: String? {
    var names: Set<String> = []
    return sections.map(\.model).first { !names.insert($0).inserted }
  }

  // MARK: - Bytes

  /// The file in a format.
  func data(as format: FileFormat) throws -> Data {
    switch format {
    case .json:
      Data(json.utf8)
    case .xml: try PlistFile(self, .xml).data(as: .xml)
    case .binary: try PlistFile(self, .binary).data(as: .binary)
    }
  }

  /// JSON with a line for each record.
  private var json: String {
    var text = "{\n\"format\": \"MotionModel\",\n\"version\": \(Self.version),\n\"models\": {"
    for (index, section) in sections.enumerated() {
      text += "\(index == 0 ? "\n" : ",\n")\(JSONText.quoted(section.model)): {\n\"columns\": ["
      text += section.columns.map(JSONText.quoted).joined(separator: ", ")
      text += "],\n\"nextNumber\": \(section.nextNumber),\n\"rows\": ["
      for (row, values) in section.rows.enumerated() {
        text += row == 0 ? "\n" : ",\n"
        JSONText.append(values, in: section.columns, to: &text)
      }
      text += section.rows.isEmpty ? "]\n}" : "\n]\n}"
    }
    return text + (sections.isEmpty ? "}\n}\n" : "\n}\n}\n")
  }

  /// Reads a file.
  ///
  /// - Parameter name: What to call it in errors.
  init(_ data: Data, as format: FileFormat, name: String) throws(FileError) {
    let root = try Self.root(of: data, as: format, name: name)
    guard case .dictionary(let members) = root, members["format"] == "MotionModel" else {
      throw .notRecords(file: name, expected: "a member \"format\" that says MotionModel")
    }
    guard let version = members["version"].flatMap({ try? Int(attribute: $0) }), version > 0 else {
      throw .notRecords(file: name, expected: "a member \"version\" with a number")
    }
    if version > Self.version { throw .newer(file: name, version: version) }
    guard case .dictionary(let models)? = members["models"] else {
      throw .notRecords(file: name, expected: "a member \"models\" with the records of each model")
    }
    sections = []
    for (model, value) in models.sorted(by: { $0.key < $1.key }) {
      guard let section = Section(model: model, value) else {
        throw .notRecords(file: name, expected: "columns, nextNumber and rows for \(model)")
      }
      sections.append(section)
    }
  }

  private static func root(of data: Data, as format: FileFormat, name: String) throws(FileError) -> AttributeValue {
    let found = FileFormat(of: data)
    if found != format { throw .wrongFormat(file: name, expected: format, found: found) }
    switch format {
    case .json:
      guard let text = String(validating: data, as: UTF8.self), case .success(let value) = JSONText.read(text) else {
        throw .malformed(file: name, format: format)
      }
      return value
    case .xml, .binary:
      guard let object = try? PropertyListSerialization.propertyList(from: data, format: nil),
        let value = try? AttributeValue(any: object), let plain = PlistCoder.value(value)
      else { throw .malformed(file: name, format: format) }
      return plain
    }
  }
}

extension StoreFile.Section {
  init(_ table: TableVersion) {
    let columns = table.layout.columns
    var rows: [[String: AttributeValue]] = []
    rows.reserveCapacity(table.count)
    Selection(table, where: .constant(true)).forEach { row, _ in
      var values: [String: AttributeValue] = [:]
      for column in columns where !column.operations.isNil(row) {
        values[column.name] = column.operations.attribute(row)
      }
      rows.append(values)
    }
    self.init(model: table.layout.name, columns: columns.map(\.name), nextNumber: table.nextNumber, rows: rows)
  }

  init?(model: String, _ value: AttributeValue) {
    guard case .dictionary(let members) = value,
      let columns = members["columns"].flatMap({ try? [String](attribute: $0) }),
      let nextNumber = members["nextNumber"].flatMap({ try? Int(attribute: $0) }),
      case .array(let values)? = members["rows"]
    else { return nil }
    var rows: [[String: AttributeValue]] = []
    rows.reserveCapacity(values.count)
    for value in values {
      guard case .dictionary(let row) = value else { return nil }
      rows.append(row)
    }
    self.init(model: model, columns: columns, nextNumber: nextNumber, rows: rows)
  }
}
