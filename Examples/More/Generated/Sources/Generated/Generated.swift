// The types Customer and Order are generated from Shop.xcdatamodeld:
// `swift run --package-path Examples/More/Generated`.

import Foundation
import MotionModel

@main struct Generated {
  static func main() throws {
    var ann = Customer()
    ann.name = "Ann"
    try ann.save()
    for (total, isPaid) in [(12, true), (30, false)] {
      var order = Order()
      (order.total, order.isPaid, order.customerID) = (Decimal(total), isPaid, ann.id)
      try order.save()
    }
    print("\(ann.name) has \(ann.orders.count) orders.")
    print("Open: \(Order.where(\.isPaid == false).sum(\.total))")
    try ann.destroy()
    print("Orders without her: \(Order.count)")
  }
}
