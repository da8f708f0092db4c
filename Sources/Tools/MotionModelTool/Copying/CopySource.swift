import MotionModel
import MotionModelInspector
import MotionModelSQL
import MotionModelValues

/// What is copied: models, whose rows are read some at a time.
protocol CopySource {
  var models: [CopiedModel] { get }

  /// Passes the rows of a model on in their order: a value or none for each column.
  func rows(ofModel index: Int, _ body: (_ rows: [[AttributeValue?]]) throws -> Void) throws
}

/// The content of a file.
struct DocumentSource: CopySource {
  private let document: StoreDocument
  let models: [CopiedModel]

  /// - Parameter idColumn: The column with the ids, if a model has it; nil for the one that the file lets assume.
  init(_ document: StoreDocument, idColumn: String?) throws(UsageError) {
    self.document = document
    var models: [CopiedModel] = []
    for model in document.models where !model.columns.isEmpty {
      models.append(try Self.model(Records(model, idColumn: idColumn)))
    }
    self.models = models
  }

  private static func model(_ records: Records) throws(UsageError) -> CopiedModel {
    let model = records.model
    guard let idPlace = records.idPlace else {
      throw UsageError("It is not known which column of \(model.name) has the ids: name it with --id.")
    }
    var kinds = [ValueKinds](repeating: ValueKinds(), count: model.columns.count)
    for index in 0..<records.count {
      let row = records.row(index)
      for place in kinds.indices { kinds[place].add(row[place]) }
    }
    let columns = zip(model.columns, kinds).map { column, kinds -> CopiedColumn in
      guard let type = column.type else { return CopiedColumn(column.name, valuesOf: kinds.type) }
      var copied = CopiedColumn(column.name, typeName: type)
      // A record without a value gets the default of its model, which the file does not say.
      if kinds.hasNil { copied.isOptional = true }
      return copied
    }
    return CopiedModel(
      name: model.name, version: model.version, nextNumber: model.nextNumber, columns: columns, idPlace: idPlace)
  }

  func rows(ofModel index: Int, _ body: ([[AttributeValue?]]) throws -> Void) throws {
    guard let rows = document[models[index].name]?.rows else { return }
    let places = models[index].columns.indices
    for start in stride(from: 0, to: rows.count, by: SQLCursor.pieceSize) {
      try body(
        (start..<min(start + SQLCursor.pieceSize, rows.count)).map { number in
          let values = rows.values(at: number)
          return places.map { values[$0] }
        })
    }
  }
}

/// What the values of a column have in common, where nothing says their type.
struct ValueKinds {
  private var types: Set<ColumnType?> = []
  private(set) var hasNil = false
  /// Whether there are integers that no `Double` has.
  private var hasLargeIntegers = false

  mutating func add(_ value: AttributeValue?) {
    guard let value, !value.isNull else {
      hasNil = true
      return
    }
    // The greatest numbers without a sign are no numbers of every database.
    if case .uint = value { types.insert(nil) } else { types.insert(value.columnType) }
    if case .int(let number) = value, number.magnitude > UInt64(1) << 53 { hasLargeIntegers = true }
  }

  /// The type of all values; nil if they have to be stored as JSON.
  var type: ColumnType? {
    if types == [.int(bits: 64), .double] { return hasLargeIntegers ? nil : .double }
    return types.count == 1 ? types.first ?? nil : nil
  }
}
