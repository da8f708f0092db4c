// Derived columns: sums, numbers and extremes of children, and values of the record's other columns.

// snippet.hide
import Foundation
import MotionModel

// snippet.show
// snippet.declare
struct Order: Model {
  var id = 0
  var paid = 0
  var linesCount = 0
  var total = 0
  var due = 0
  var dearest: Int?

  static let schema = Schema<Order> {
    Derived(\.linesCount, count: \.lines)
    Derived(\.total, .ordered, sum: \.lines, \.amount)
    Derived(\.due) { $0.total - $0.paid }
    Derived(\.dearest, maximum: \.lines, \.price, where: \.quantity > 0)
  }
  struct Relations: ModelRelations { let lines = HasMany<Line>(\.orderID, dependent: .destroy) }
}

struct Line: Model {
  var id = 0
  var orderID = 0
  var price = 0
  var quantity = 1
  var amount = 0

  static let schema = Schema<Line> { Derived(\.amount) { $0.price * $0.quantity } }
  struct Relations: ModelRelations { let order = BelongsTo<Order>(\.orderID) }
}

// snippet.use
let order = try Order.create { $0.paid = 10 }
try Line.create { ($0.orderID, $0.price, $0.quantity) = (order.id, 30, 2) }
try Line.create { ($0.orderID, $0.price) = (order.id, 5) }
let stored = try Order.require(order.id)
print(stored.linesCount, stored.total, stored.due)  // => 2 65 55

try Line.where(\.price < 10).deleteAll()
let large = Order.where(\.due > 40).order(by: \.total, .descending).all  // as of any other column
let faults = try Store.current.verify()  // => []
// snippet.hide
precondition(stored.linesCount == 2 && stored.total == 65 && stored.due == 55 && stored.dearest == 30)
precondition(large.map(\.total) == [60] && faults.isEmpty)
