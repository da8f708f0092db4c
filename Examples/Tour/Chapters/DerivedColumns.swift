import MotionModel
import MusicShop

/// An order whose totals the store keeps up.
private struct Order: Model {
  var id = 0
  var paid = 0
  var total = 0
  var due = 0
  var dearest: Int?

  static let schema = Schema<Order> {
    Derived(\.total, .ordered, sum: \.lines, \.amount)
    Derived(\.due) { $0.total - $0.paid }
    Derived(\.dearest, maximum: \.lines, \.price)
  }
  struct Relations: ModelRelations { let lines = HasMany<Line>(\.orderID, dependent: .destroy) }
}

private struct Line: Model {
  var id = 0
  var orderID = 0
  var price = 0
  var quantity = 1
  var amount = 0

  static let schema = Schema<Line> { Derived(\.amount) { $0.price * $0.quantity } }
  struct Relations: ModelRelations { let order = BelongsTo<Order>(\.orderID) }
}

extension Tour {
  /// Derived columns.
  func derivedColumns() throws {
    printer.chapter(
      "21 Values that keep themselves",
      """
      The total of an order is the sum of its lines. Declared so, it is right after every commit, whoever writes the lines: \
      a save, a bulk call, an undo or a file.
      """)
    try Store.with(Store()) {
      let order = try Order.create { $0.paid = 10 }
      _ = try Line.insert(contentsOf: [
        Line(orderID: order.id, price: 30, quantity: 2), Line(orderID: order.id, price: 5),
      ])
      let before = try Order.require(order.id)
      printer.examples(("order.total", before.total), ("order.due", before.due), ("order.dearest", before.dearest))
      try Line.where(\.price > 10).deleteAll()
      let after = try Order.require(order.id)
      printer.note("After Line.where(\\.price > 10).deleteAll():")
      printer.examples(
        ("order.total", after.total), ("order.dearest", after.dearest),
        ("try Store.current.verify()", try Store.current.verify().count))
    }
  }
}
