import MotionModel
import MotionModelInspector
import MotionModelValues

/// The models of a file: what the file says of them, and what an option says besides.
struct FileSchema: Sendable {
  var models: [Model]

  struct Model: Sendable {
    let name: String
    let version: Int
    var columns: [Column]
    /// The place of the column with the ids; nil if it is not known.
    let idPlace: Int?
    /// The places of columns that are unique together.
    var unique: [[Int]] = []
    var references: [Reference] = []

    /// Whether a column by itself is unique, other than the ids.
    func isUnique(_ place: Int) -> Bool { unique.contains([place]) }

    /// The model to which a column refers; nil if it refers to none.
    func target(of place: Int) -> Int? { references.first { $0.column == place }?.model }
  }

  struct Column: Sendable {
    let name: String
    /// The type as the file names it, without the mark of optional types; nil if the file names none.
    let typeName: String?
    /// The type; nil if neither the file says it nor values show it.
    var type: ColumnType?
    let isOptional: Bool
    /// Whether the type was inferred from values.
    var isInferred = false

    /// Whether the file does not say what values are.
    fileprivate var isOpen: Bool {
      if case .custom = type { true } else { isInferred || type == nil }
    }
  }

  /// A column that has ids of a model.
  struct Reference: Sendable {
    let column: Int
    /// The place of the model.
    let model: Int
  }

  /// - Parameters:
  ///   - document: What the file has.
  ///   - idColumn: The column with the ids, if a model has it; nil for the one that the file lets assume.
  init(_ document: StoreDocument, idColumn: String?) {
    models = document.models.map { model in
      let records = Records(model, idColumn: idColumn)
      return Model(
        name: model.name, version: model.version, columns: Self.columns(of: records), idPlace: records.idPlace)
    }
  }

  private static func columns(of records: Records) -> [Column] {
    let types = records.model.columns.map { $0.type.map { ColumnType(typeName: $0) } }
    let open = types.indices.filter { if case .custom? = types[$0] { true } else { types[$0] == nil } }
    let inferred = open.isEmpty ? [:] : InferredType.types(of: open, in: records)
    return records.model.columns.enumerated().map { place, column in
      let isID = place == records.idPlace
      guard let type = types[place] else {
        let found = inferred[place]
        return Column(
          name: column.name, typeName: nil, type: found?.type, isOptional: !isID && found?.isAlwaysThere != true,
          isInferred: found?.type != nil)
      }
      var (name, shape, isOptional) = (column.type ?? "", type, false)
      if case .optional(let wrapped) = type { (name, shape, isOptional) = (String(name.dropLast()), wrapped, true) }
      guard case .custom = shape, let found = inferred[place]?.type else {
        return Column(name: column.name, typeName: name, type: shape, isOptional: isOptional)
      }
      return Column(name: column.name, typeName: name, type: found, isOptional: isOptional, isInferred: true)
    }
  }
}

// MARK: - What options say

extension FileSchema {
  /// Adds a reference such as `Album.artistID=Artist`.
  mutating func addReference(_ text: String) throws(UsageError) {
    let spelling = try ReferenceSpelling(text)
    let (child, parent) = (try place(ofModel: spelling.model), try place(ofModel: spelling.target))
    let column = try models[child].place(of: spelling.column)
    guard let id = models[parent].idPlace else {
      throw UsageError("It is not known which column of \(spelling.target) has the ids: name it with --id.")
    }
    // Values of a file of text may look like numbers, but keys have the type of the ids.
    if models[child].columns[column].isOpen { models[child].columns[column].type = models[parent].columns[id].type }
    models[child].references.removeAll { $0.column == column }
    models[child].references.append(Reference(column: column, model: parent))
  }

  /// Adds columns that are unique together, such as `Track.albumID,number`.
  mutating func addUnique(_ text: String) throws(UsageError) {
    let parts = text.split(separator: ".", maxSplits: 1).map(String.init)
    guard parts.count == 2 else {
      throw UsageError("--unique expects the form Track.number or Track.albumID,number, and got \(text).")
    }
    let model = try place(ofModel: parts[0])
    var places: [Int] = []
    for name in parts[1].split(separator: ",") { places.append(try models[model].place(of: name.trimmingSpaces)) }
    if !places.isEmpty && !models[model].unique.contains(places) { models[model].unique.append(places) }
  }

  /// Returns one model, with its references to itself.
  func only(_ name: String) -> FileSchema {
    guard let place = models.firstIndex(where: { $0.name == name }) else { return self }
    var (copy, model) = (self, models[place])
    model.references = model.references.filter { $0.model == place }.map { Reference(column: $0.column, model: 0) }
    copy.models = [model]
    return copy
  }

  private func place(ofModel name: String) throws(UsageError) -> Int {
    guard let place = models.firstIndex(where: { $0.name == name }) else {
      throw UsageError(unknown: "model", name, known: models.map(\.name))
    }
    return place
  }
}

extension FileSchema.Model {
  fileprivate func place(of name: String) throws(UsageError) -> Int {
    guard let place = columns.firstIndex(where: { $0.name == name }) else {
      throw UsageError(unknown: "column", name, known: columns.map(\.name))
    }
    return place
  }
}

/// A reference as an option spells it: `Album.artistID=Artist`.
struct ReferenceSpelling {
  let model: String
  let column: String
  let target: String

  init(_ text: String) throws(UsageError) {
    let parts = text.split(separator: "=").map(String.init)
    let key = parts.first?.split(separator: ".", maxSplits: 1).map(String.init) ?? []
    guard parts.count == 2, key.count == 2 else {
      throw UsageError("--reference expects the form Album.artistID=Artist, and got \(text).")
    }
    (model, column, target) = (key[0], key[1], parts[1])
  }
}
