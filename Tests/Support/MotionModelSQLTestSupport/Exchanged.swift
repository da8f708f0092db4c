package import Foundation
package import MotionModel

/// A model with a unique column of each type that can be exchanged between two records.
package struct Exchanged<Adapter: StorageAdapter>: Model, Equatable {
  package enum Kind: String, ColumnValue, CaseIterable { case small, large }

  package var id = 0
  package var text = ""
  package var nickname: String?
  package var number = 0
  package var small: Int8 = 0
  package var large: UInt64 = 0
  package var fraction = 0.0
  package var amount = Decimal(0)
  package var date = Date(timeIntervalSinceReferenceDate: 0)
  package var uuid = UUID()
  package var bytes = Data()
  package var list: [Int] = []
  package var kind = Kind.small
  package var row = 0
  package var column = 0

  package init() {}

  package init(_ number: Int) {
    (text, nickname, self.number, small) = ("text \(number)", "name \(number)", number, Int8(number))
    (large, fraction, amount) = (UInt64.max - UInt64(number), Double(number) / 4, Decimal(number) / 8)
    (date, bytes, list) = (Date(timeIntervalSinceReferenceDate: Double(number)), Data([UInt8(number)]), [number])
    (kind, row, column) = (Kind.allCases[number % 2], number, 7)
  }

  package static var schema: Schema<Self> {
    Schema {
      Column(\.text, .unique)
      Column(\.nickname, .unique)
      Column(\.number, .unique)
      Column(\.small, .unique)
      Column(\.large, .unique)
      Column(\.fraction, .unique)
      Column(\.amount, .unique)
      Column(\.date, .unique)
      Column(\.uuid, .unique)
      Column(\.bytes, .unique)
      Column(\.list, .unique)
      Column(\.kind, .unique)
      Index(\.row, \.column, unique: true)
    }
  }

  /// Lets two records exchange all of their values in one commit, and returns them, and what they should be.
  package static func exchange(in store: Store) throws -> (found: [Self], expected: [Self]) {
    let table = store.table(Self.self)
    try table.insert(contentsOf: [Self(0), Self(1)])
    let before = try table.order(by: \.id).all
    var expected = [before[1], before[0]]
    for index in expected.indices { expected[index].id = before[index].id }
    let byID = Dictionary(uniqueKeysWithValues: expected.map { ($0.id, $0) })
    try table.updateAll { record in if let other = byID[record.id] { record = other } }
    return (try table.order(by: \.id).all, expected)
  }
}
