package import MotionModel
import MotionModelTransactions
import Testing

/// The ids that programs with one database give.
package enum GivenIDsOracle<Adapter: StorageAdapter> {
  /// - Parameter store: Returns the store of a program that starts.
  package static func check(_ store: () throws -> Store) throws {
    let (first, second) = (try store().table(Chore<Adapter>.self), try store().table(Chore<Adapter>.self))
    #expect(try first.insert(contentsOf: [Chore(), Chore(), Chore()]).map(\.id) == [1, 2, 3])
    let last = try second.create()
    try second.delete(last)
    // Not again, whoever gives it.
    let next = try first.create()
    try first.delete(next)
    let third = try store().table(Chore<Adapter>.self).create()
    #expect([last.id, next.id, third.id] == [4, 5, 6])
    // Ids of the caller's own are behind it, too, and a transaction that is undone uses none twice.
    var own = Chore<Adapter>()
    own.id = 100
    try second.insert(&own)
    try second.delete(own)
    try first.store.transaction { transaction in
      _ = try first.create()
      transaction.rollback()
    }
    let later = [try first.create().id, try second.create().id]
    #expect(Set(later).count == 2 && later.allSatisfy { $0 > 100 })
  }
}
