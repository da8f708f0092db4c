package import Foundation
package import MotionModel

/// A model of the world, with the properties that the naive store needs. They repeat the schema independently, so that
/// mistakes in the schema are found.
package protocol WorldModel: Model, Equatable where ID: WorldID, Adapter == ArrayAdapter {
  static var kind: Kind { get }
  /// The property of the naive store that holds the records.
  static var rows: WritableKeyPath<NaiveStore, NaiveTable<Self>> { get }
  /// The columns that steps write.
  static var fields: [Field<Self>] { get }
  /// The columns in which two changes of a record can conflict.
  static var mergedColumns: [MergedColumn<Self>] { get }
  /// The foreign keys of the model.
  static var links: [any NaiveLinking] { get }
  /// What happens to other records when a record is destroyed, in the order of the relations.
  static var dependents: [any NaiveDepending] { get }
  static var uniqueKeys: [NaiveUnique<Self>] { get }
  static var readOnly: [NaiveUnique<Self>] { get }
  static var counters: [any WritableKeyPath<Self, Int> & Sendable] { get }
  /// The columns of other types that the store keeps up.
  static var kept: [MergedColumn<Self>] { get }
  /// Whether a hook runs around saving, so that many records are saved one after the other.
  static var hasAroundSave: Bool { get }
  static var lockVersion: (any WritableKeyPath<Self, Int> & Sendable)? { get }
  static var ownTimestamps: NaiveTimestamps<Self>? { get }
  /// What finders compute.
  static var computations: [Computation<Self>] { get }
  /// What finders aggregate.
  static var summaries: [Summary<Self>] { get }
  static var naturalKey: NaturalKey<Self>? { get }
  /// The searches for words, and where these are; nil for a model that is not searched.
  static var searches: WordSearches<Self>? { get }

  /// Whether the default scope of the model selects the record.
  var isInScope: Bool { get }

  /// Whether two records hold the same, including bits and letters that `==` does not distinguish.
  func isSame(as other: Self) -> Bool

  // Hooks and rules
  func validateAlone() throws(Refusal)
  /// - Parameter old: The record that is replaced, if only this record is saved.
  func validate(in naive: NaiveStore, replacing old: Self?) throws(Refusal)
  /// Checks the step from the stored record to this one, or the creation of this one.
  func validateChange(from old: Self?) throws(Refusal)
  func aroundSaveBegins() throws(Refusal)
  func aroundSaveEnds() throws(Refusal)
  mutating func beforeSave() throws(Refusal)
  func afterCreate(in naive: inout NaiveStore) throws(Refusal)
  func beforeDelete() throws(Refusal)
  static func checkCommit(of naive: NaiveStore) throws(Refusal)
  /// Checks what a commit makes of all records.
  static func checkChanges(from before: [Self], to now: [Self]) throws(Refusal)
  /// Sets the columns that follow from other records, besides counters.
  static func derive(in naive: inout NaiveStore)
}

extension WorldModel {
  package static var mergedColumns: [MergedColumn<Self>] {
    fields.map { MergedColumn(isSame: $0.isSame, copy: $0.copy) }
  }
  package static var links: [any NaiveLinking] { [] }
  package static var dependents: [any NaiveDepending] { [] }
  package static var uniqueKeys: [NaiveUnique<Self>] { [] }
  package static var readOnly: [NaiveUnique<Self>] { [] }
  package static var counters: [any WritableKeyPath<Self, Int> & Sendable] { [] }
  package static var kept: [MergedColumn<Self>] { [] }
  package static var hasAroundSave: Bool { false }
  package static var lockVersion: (any WritableKeyPath<Self, Int> & Sendable)? { nil }
  package static var ownTimestamps: NaiveTimestamps<Self>? { nil }
  package static var computations: [Computation<Self>] { [] }
  package static var summaries: [Summary<Self>] { [] }
  package static var naturalKey: NaturalKey<Self>? { nil }
  package static var searches: WordSearches<Self>? { nil }
  package var isInScope: Bool { true }
  package func validateAlone() throws(Refusal) {}
  package func validate(in naive: NaiveStore, replacing old: Self?) throws(Refusal) {}
  package func validateChange(from old: Self?) throws(Refusal) {}
  package func aroundSaveBegins() throws(Refusal) {}
  package func aroundSaveEnds() throws(Refusal) {}
  package mutating func beforeSave() throws(Refusal) {}
  package func afterCreate(in naive: inout NaiveStore) throws(Refusal) {}
  package func beforeDelete() throws(Refusal) {}
  package static func checkCommit(of naive: NaiveStore) throws(Refusal) {}
  package static func checkChanges(from before: [Self], to now: [Self]) throws(Refusal) {}
  package static func derive(in naive: inout NaiveStore) {}

  /// The name of the model, as in files and in relations to several models.
  static var name: String { String(describing: Self.self) }
}

/// A column that is merged by itself.
package struct MergedColumn<Record: WorldModel>: Sendable {
  let isSame: @Sendable (Record, Record) -> Bool
  let copy: @Sendable (_ source: Record, _ target: inout Record) -> Void
}

extension MergedColumn {
  init<Value: ColumnValue>(_ column: any WritableKeyPath<Record, Value> & Sendable) {
    isSame = { $0[keyPath: column] == $1[keyPath: column] }
    copy = { $1[keyPath: column] = $0[keyPath: column] }
  }
}

/// Values that no two records may share; nil equals no other value.
package struct NaiveUnique<Record: WorldModel>: Sendable {
  let name: String
  let value: @Sendable (Record) -> AnyHashable?

  init(_ name: String, _ value: @escaping @Sendable (Record) -> (any Hashable)?) {
    self.name = name
    self.value = { value($0).map { AnyHashable($0) } }
  }
}

/// The columns of the times of the first and the latest save.
package struct NaiveTimestamps<Record: WorldModel>: Sendable {
  let created: any WritableKeyPath<Record, Date?> & Sendable
  let updated: any WritableKeyPath<Record, Date?> & Sendable
}

/// A type of ids that the world can create itself.
package protocol WorldID: ModelID, SwiftLiteral {
  /// Returns an id that no store gives by itself, or only much later.
  static func byHand(_ number: Int) -> Self
}

extension Int: WorldID { package static func byHand(_ number: Int) -> Int { number } }
extension Optional: WorldID where Wrapped: WorldID {
  package static func byHand(_ number: Int) -> Wrapped? { .some(.byHand(number)) }
}
extension String: WorldID { package static func byHand(_ number: Int) -> String { "x\(number)" } }
extension RemarkID: WorldID { package static func byHand(_ number: Int) -> RemarkID { RemarkID(Int32(number)) } }
extension UUID: WorldID {
  package static func byHand(_ number: Int) -> UUID { numbered(number, 0xFF) }

  /// Returns a UUID that is computed from a number.
  static func numbered(_ number: Int, _ mark: UInt8 = 0xA0) -> UUID {
    UUID(
      uuid: (
        mark, 0, 0, 0, 0, 0, 0x40, 0, 0x80, 0, 0, UInt8(truncatingIfNeeded: number >> 32),
        UInt8(truncatingIfNeeded: number >> 24), UInt8(truncatingIfNeeded: number >> 16),
        UInt8(truncatingIfNeeded: number >> 8), UInt8(truncatingIfNeeded: number)
      ))
  }
}
