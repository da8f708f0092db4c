import Foundation
import MotionModel
import MotionModelTestSupport
import Testing

/// Every column option works for columns of every type, optional or not.
@Suite(.ownStore) struct ColumnOptionsTests {
  /// The options of a column.
  protocol Declaration: Sendable {
    static var options: ColumnOptions { get }
  }
  enum Plain: Declaration { static var options: ColumnOptions { [] } }
  enum Unique: Declaration { static var options: ColumnOptions { .unique } }
  enum ReadOnly: Declaration { static var options: ColumnOptions { .readOnly } }
  enum Indexed: Declaration { static var options: ColumnOptions { .indexed } }
  enum Ordered: Declaration { static var options: ColumnOptions { .ordered } }

  struct Cell<Value: ColumnValue & NastyValue, Kind: Declaration>: Model {
    var id = 0
    var note = ""
    var value = Self.values[0]

    init() {}

    /// Two different values, neither nil nor NaN.
    static var values: [Value] {
      var random = SplitMix64(seed: 3)
      var values: [Value] = []
      while values.count < 2 {
        let value = Value.nasty(using: &random)
        if value == value, value.attribute != .null, !values.contains(value) { values.append(value) }
      }
      return values
    }

    static var schema: Schema<Cell> {
      Schema {
        Column(\.note)
        Column(\.value, Kind.options, default: values[1])
      }
    }
  }

  // MARK: - One type

  private func check<Value: ColumnValue & NastyValue>(_ type: Value.Type) throws {
    try reflect(type)
    try unique(type)
    try readOnly(type)
    try find(Cell<Value, Plain>.self)
    try find(Cell<Value, Indexed>.self)
    try find(Cell<Value, Ordered>.self)
  }

  private func reflect<Value: ColumnValue & NastyValue>(_ type: Value.Type) throws {
    let column = try #require(Cell<Value, Unique>.schema["value"])
    #expect(column.options == [.unique, .indexed], "\(type)")
    let isOptional = if case .optional = Value.columnType { true } else { false }
    #expect(column.isOptional == isOptional, "\(type)")
    #expect("\(column.type)\(isOptional ? "?" : "")" == "\(Value.columnType)")
    #expect(column.defaultValue == Cell<Value, Unique>.values[1].attribute, "\(type)")
    #expect(try Cell<Value, Plain>.create().value == Cell<Value, Plain>.values[1], "\(type)")
    #expect(Cell<Value, Plain>().value == Cell<Value, Plain>.values[0], "\(type)")
  }

  private func unique<Value: ColumnValue & NastyValue>(_ type: Value.Type) throws {
    let values = Cell<Value, Unique>.values
    try Cell<Value, Unique>.create { $0.value = values[0] }
    var other = try Cell<Value, Unique>.create { $0.value = values[1] }
    let refusal = StoreError.notUnique(model: Cell<Value, Unique>.schema.modelName, columns: ["value"], id: "1")
    #expect(throws: refusal, "\(type)") { try Cell<Value, Unique>.create { $0.value = values[0] } }
    #expect(throws: refusal, "\(type)") { try other.update { $0.value = values[0] } }
    #expect(Cell<Value, Unique>.pluck(\.value) == values, "\(type)")
  }

  private func readOnly<Value: ColumnValue & NastyValue>(_ type: Value.Type) throws {
    let values = Cell<Value, ReadOnly>.values
    var cell = try Cell<Value, ReadOnly>.create { $0.value = values[0] }
    try cell.update { $0.note = "changed" }
    let refusal = StoreError.readOnlyColumn(model: Cell<Value, ReadOnly>.schema.modelName, column: "value", id: "1")
    #expect(throws: refusal, "\(type)") { try cell.update { $0.value = values[1] } }
    #expect(throws: refusal, "\(type)") { try Cell<Value, ReadOnly>.updateAll { $0.value = values[1] } }
    #expect(Cell<Value, ReadOnly>.first?.value == values[0] && Cell<Value, ReadOnly>.first?.note == "changed")
  }

  private func find<Value: ColumnValue & NastyValue, Kind: Declaration>(_ model: Cell<Value, Kind>.Type) throws {
    try model.deleteAll()
    let values = model.values
    let cells = try model.insert(contentsOf: (0..<4).map { number in model.new { $0.value = values[number % 2] } })
    for value in values {
      #expect(model.where(\.value == value).ids == cells.filter { $0.value == value }.map(\.id), "\(model)")
    }
    let (low, high) = Value.precedes(values[0], values[1]) ? (values[0], values[1]) : (values[1], values[0])
    #expect(model.where(\.value > low).pluck(\.value) == [high, high], "\(model)")
    #expect(model.order(by: \.value, .descending).pluck(\.value) == [high, high, low, low], "\(model)")
    try model.updateAll { $0.value = low }
    #expect(model.where(\.value == low).count == 4 && model.where(\.value == high).isEmpty, "\(model)")
  }

  // MARK: - All types

  @Test func `strings, booleans and numbers`() throws {
    try check(String.self)
    try check(Bool.self)
    try check(Int.self)
    try check(Int8.self)
    try check(Int16.self)
    try check(Int32.self)
    try check(Int64.self)
    try check(UInt.self)
    try check(UInt8.self)
    try check(UInt16.self)
    try check(UInt32.self)
    try check(UInt64.self)
    try check(Double.self)
    try check(Float.self)
    try check(Decimal.self)
  }

  @Test func `dates, identifiers, data, collections and enums`() throws {
    try check(Date.self)
    try check(UUID.self)
    try check(URL.self)
    try check(Data.self)
    try check([String].self)
    try check([Int].self)
    try check([String: Int].self)
    try check(Word.self)
    try check(Level.self)
  }

  @Test func `optionals of strings, booleans and numbers`() throws {
    try check(String?.self)
    try check(Bool?.self)
    try check(Int?.self)
    try check(Int8?.self)
    try check(Int16?.self)
    try check(Int32?.self)
    try check(Int64?.self)
    try check(UInt?.self)
    try check(UInt8?.self)
    try check(UInt16?.self)
    try check(UInt32?.self)
    try check(UInt64?.self)
    try check(Double?.self)
    try check(Float?.self)
    try check(Decimal?.self)
  }

  @Test func `optionals of dates, identifiers, data, collections and enums`() throws {
    try check(Date?.self)
    try check(UUID?.self)
    try check(URL?.self)
    try check(Data?.self)
    try check([String]?.self)
    try check([Int]?.self)
    try check([String: Int]?.self)
    try check(Word?.self)
    try check(Level?.self)
  }
}
