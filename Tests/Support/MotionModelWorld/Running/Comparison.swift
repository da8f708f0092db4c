import Foundation
import MotionModel

/// Compares the records of a store with those of a naive one, in order.
struct Comparison: ModelVisitor {
  let store: Store
  var naive: NaiveStore
  var difference: Difference?

  init(_ store: Store, _ naive: NaiveStore) { (self.store, self.naive) = (store, naive) }

  mutating func visit<Record: WorldModel>(_ model: Record.Type) {
    if difference != nil { return }
    let records = store.table(model).unscoped().all
    let rows = naive[keyPath: Record.rows].rows
    if records.count == rows.count && zip(records, rows).allSatisfy({ $0.isSame(as: $1.record) }) { return }
    difference = Self.difference(records, rows.map(\.record))
  }

  private static func difference<Record: WorldModel>(_ real: [Record], _ naive: [Record]) -> Difference {
    let ids = (real.map(\.id), naive.map(\.id))
    if Set(ids.0) != Set(ids.1) {
      return Difference("\(Record.name) ids", "\(ids.0.map(\.swift)), expected \(ids.1.map(\.swift))")
    }
    for record in naive {
      guard let other = real.first(where: { $0.id == record.id }), !other.isSame(as: record) else { continue }
      let names = record.differences(from: other)
      return Difference("\(Record.name) \(names.joined(separator: ", "))", "\(other.text), expected \(record.text)")
    }
    return Difference("\(Record.name) order", "\(ids.0.map(\.swift)), expected \(ids.1.map(\.swift))")
  }

  static func of(_ store: Store, _ naive: NaiveStore) -> Difference? {
    var comparison = Comparison(store, naive)
    comparison.visitAll()
    return comparison.difference
  }
}

extension WorldModel {
  /// Returns the columns in which two records differ.
  func differences(from other: Self) -> [String] {
    let (first, second) = (attributes, other.attributes)
    return Self.schema.columns.map(\.name).filter { first[$0]?.isSame(as: second[$0] ?? .null) == false }
  }

  /// The record in one line. Dates are numbers, because Foundation's description of a date that is NaN
  /// ends the process.
  var text: String {
    let attributes = attributes
    let columns = Self.schema.columns.map { column in
      if case .date(let date)? = attributes[column.name] {
        return "\(column.name): \(date.timeIntervalSinceReferenceDate)"
      }
      return "\(column.name): \(attributes[column.name] ?? .null)"
    }
    return "\(Self.name)(\(columns.joined(separator: ", ")))"
  }
}

/// Copies the ids that the library gave to the naive store: those of records that the naive store does not have yet.
struct Taping: ModelVisitor {
  let store: Store
  var naive: NaiveStore

  mutating func visit<Record: WorldModel>(_ model: Record.Type) {
    let rows = naive[keyPath: Record.rows].rows
    let ids = store.table(model).unscoped().ids
    if ids.count == rows.count && zip(ids, rows).allSatisfy({ $0 == $1.record.id }) {
      naive[keyPath: Record.rows].tape = []
      return
    }
    let known = Set(rows.map(\.record.id))
    naive[keyPath: Record.rows].tape = ids.filter { !known.contains($0) }[...]
  }
}

extension NaiveStore {
  mutating func tape(_ store: Store) {
    var taping = Taping(store: store, naive: self)
    self = NaiveStore()
    taping.visitAll()
    self = taping.naive
  }
}

/// A record that equals another when all but their versions is the same. Versions are compared in the stored records.
struct Same<Record: WorldModel>: Equatable, CustomStringConvertible {
  let record: Record
  init(_ record: Record) { self.record = record }

  static func == (first: Same, second: Same) -> Bool {
    var other = second.record
    if let lock = Record.lockVersion { other[keyPath: lock] = first.record[keyPath: lock] }
    return first.record.isSame(as: other)
  }

  var description: String { record.text }
}
