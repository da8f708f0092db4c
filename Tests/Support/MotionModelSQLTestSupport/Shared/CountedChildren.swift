package import MotionModel
import MotionModelSQL
import MotionModelTransactions
import Testing

/// A number and a sum of children, to which another program adds children without counting them.
package enum CountedChildren<Adapter: TransactionalAdapter> {
  /// - Parameters:
  ///   - store: A store with the adapter, whose tables have no foreign keys.
  ///   - run: Runs a statement as another program.
  package static func check(_ store: Store, run: (String) throws -> Void) throws {
    let (orders, lines) = (store.table(Order<Adapter>.self), store.table(Line<Adapter>.self))
    func totals(_ id: Int) throws -> [Int] {
      let order = try orders.require(id)
      return [order.linesCount, order.total]
    }
    func create(_ amount: Int) throws { try lines.create { ($0.orderID, $0.amount) = (1, amount) } }
    func createElsewhere(_ id: Int, in order: Int, _ amount: Int) throws {
      try run(#"INSERT INTO "Line" (id, "orderID", amount) VALUES (\#(id), \#(order), \#(amount))"#)
    }
    try orders.create()
    for _ in 0..<3 { try create(10) }
    #expect(try totals(1) == [3, 30])

    // What is written here is added to what the order says, whatever else there is.
    try createElsewhere(-1, in: 1, 5)
    try create(1)
    #expect(try totals(1) == [4, 31])
    try store.transaction {
      var all = try lines.records.order(by: \.id).all
      #expect(all.map(\.amount) == [5, 10, 10, 10, 1])
      try lines.update(&all[1]) { $0.amount = 20 }
      try lines.update(&all[0]) { $0.amount = 6 }
      try create(100)
      #expect(try totals(1) == [5, 142])
      try lines.destroy(all[0])
      #expect(try totals(1) == [4, 136])
    }
    #expect(try totals(1) == [4, 136])
    #expect(try lines.records.sum(\.amount) == 141)

    // All lines are added up again, also in a transaction that has relied on the column before.
    #expect(try orders.rebuildDerived() == 1)
    #expect(try totals(1) == [5, 141])
    try createElsewhere(-2, in: 1, 7)
    try store.transaction {
      try create(2)
      #expect(try orders.rebuildDerived() == 1)
      #expect(try totals(1) == [7, 150])
      try create(3)
    }
    #expect(try totals(1) == [8, 153])

    // A record that is not stored says nothing.
    try createElsewhere(-3, in: 50, 3)
    try orders.create { $0.id = 50 }
    #expect(try totals(50) == [1, 3])
    var moved = try lines.require(-3)
    try lines.update(&moved) { $0.orderID = 1 }
    #expect(try totals(50) == [0, 0])
    #expect(try totals(1) == [9, 156])
    #expect(try orders.rebuildDerived() == 0)
  }
}
