import Foundation

/// The contents of a file: untyped records of some models.
struct StoreFile {
  /// The records of one model.
  struct Section {
    let model: String
    /// The names of the columns. Rows leave out columns whose value is nil.
    let columns: [String]
    /// The number from which the next id is created.
    let nextNumber: Int
    let rows: [[String: AttributeValue]]
  }

  /// What a file holds.
  enum Scope: String {
    /// The records of the models that it names.
    case models
    /// The records of a whole store; models that it does not name had no records.
    case store
  }

  /// The version of the format that this library writes.
  static let version = 1

  /// The limit of nesting in a file: a value in a row is inside five containers, and may be escaped.
  private static let depthLimit = AttributeValue.depthLimit + 6

  let scope: Scope
  var sections: [Section]

  // MARK: - Tables

  /// Creates a file of the records of some tables.
  ///
  /// - Parameter name: The file's name in errors.
  init(_ tables: [TableVersion], _ scope: Scope, name: String) throws(FileError) {
    self.scope = scope
    sections = []
    for table in tables { sections.append(try Section(table, file: name)) }
  }

  /// A name that two models share, such as types of the same name in two modules; nil when all names differ.
  var sharedName: String? {
    var names: Set<String> = []
    return sections.map(\.model).first { !names.insert($0).inserted }
  }

  // MARK: - Bytes

  /// The members before the records.
  var header: [(String, AttributeValue)] {
    [("format", "MotionModel"), ("version", .int(Int64(Self.version))), ("scope", .string(scope.rawValue))]
  }

  /// Returns the file's bytes in a format.
  func data(as format: FileFormat) -> Data {
    switch format {
    case .json: return Data(json.utf8)
    case .xml:
      var writer = XMLPlistWriter()
      writer.write(self)
      return writer.data()
    case .binary:
      var writer = BinaryPlistWriter()
      writer.write(self)
      return writer.data()
    }
  }

  /// The file as JSON, with a line for each record.
  private var json: String {
    var text = "{\n"
    for (name, value) in header { text += "\(JSONFormat.quoted(name)): \(JSONFormat.written(value)),\n" }
    text += "\"models\": {"
    for (index, section) in sections.enumerated() {
      text += "\(index == 0 ? "\n" : ",\n")\(JSONFormat.quoted(section.model)): {\n\"columns\": ["
      text += section.columns.map(JSONFormat.quoted).joined(separator: ", ")
      text += "],\n\"nextNumber\": \(section.nextNumber),\n\"rows\": ["
      for (row, values) in section.rows.enumerated() {
        text += row == 0 ? "\n" : ",\n"
        JSONFormat.append(values, in: section.columns, to: &text)
      }
      text += section.rows.isEmpty ? "]\n}" : "\n]\n}"
    }
    return text + (sections.isEmpty ? "}\n}\n" : "\n}\n}\n")
  }

  /// Reads a file.
  ///
  /// - Parameter name: The file's name in errors.
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
    // NB: Older files have no scope.
    scope = Scope(rawValue: (try? members["scope"].map(String.init(attribute:))) ?? "") ?? .models
    sections = []
    for (model, value) in models.sorted(by: { $0.key < $1.key }) {
      guard let section = Section(model: model, value) else {
        throw .notRecords(file: name, expected: "columns and rows for \(model)")
      }
      sections.append(section)
    }
  }

  private static func root(of data: Data, as format: FileFormat, name: String) throws(FileError) -> AttributeValue {
    let found = FileFormat(of: data)
    if found != format { throw .wrongFormat(file: name, expected: format, found: found) }
    do {
      switch format {
      case .json:
        guard let text = String(validating: data, as: UTF8.self) else { throw JSONFormat.Failure.malformed }
        return try JSONFormat.read(text, depthLimit: depthLimit).get()
      case .xml: return try XMLPlistReader.value(in: data, depthLimit: depthLimit)
      case .binary: return try BinaryPlistReader.value(in: data, depthLimit: depthLimit)
      }
    } catch {
      throw .malformed(file: name, format: format)
    }
  }
}

extension StoreFile.Section {
  init(_ table: TableVersion, file: String) throws(FileError) {
    var (rows, refusal): ([[String: AttributeValue]], FileError?) = ([], nil)
    rows.reserveCapacity(table.count)
    Selection(table, where: .constant(true)).forEach { row, _ in
      if refusal != nil { return }
      do throws(FileError) {
        rows.append(try Self.values(row, table.layout, file))
      } catch {
        refusal = error
      }
    }
    if let refusal { throw refusal }
    let columns = table.layout.columns.map(\.name)
    self.init(model: table.layout.name, columns: columns, nextNumber: table.nextNumber, rows: rows)
  }

  private static func values(
    _ row: UnsafeRawPointer, _ layout: TableLayout, _ file: String
  ) throws(FileError) -> [String: AttributeValue] {
    var values = [String: AttributeValue](minimumCapacity: layout.columns.count)
    for column in layout.columns where !column.operations.isNil(row) {
      do throws(CastError) {
        values[column.name] = try column.operations.written(row)
      } catch {
        throw .unwritableValue(
          file: file, model: layout.name, id: layout.id.text(row), column: column.name, error)
      }
    }
    return values
  }

  init?(model: String, _ value: AttributeValue) {
    guard case .dictionary(let members) = value,
      let columns = members["columns"].flatMap({ try? [String](attribute: $0) }),
      // A file made by another program may leave it out: records with ids raise the store's next number themselves.
      let nextNumber = members["nextNumber"].map({ try? Int(attribute: $0) }) ?? 1,
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
