import Foundation
import MotionModel
import MotionModelValidation

struct Shop: Model, Validatable {
  var id = 0
  var name = ""
  var city = ""

  static let schema = Schema<Shop> {
    Column(\.name, .unique)
    Column(\.city)
  }
  struct Relations { let orders = HasMany<Order>(\.shopID, dependent: .destroy) }
  static let relations = Relations()
  static let validations = Validations<Shop> { Presence(\.city) }

  init() {}
  init(_ name: String, in city: String) { (self.name, self.city) = (name, city) }
}

struct Order: Model {
  var id = 0
  var title = ""
  var total = 0
  var state = State.open
  var placed: Date?
  var isPaid = false
  var shopID: Int?

  enum State: String, ColumnValue, CaseIterable { case open, packed, sent }

  static let schema = Schema<Order> {
    Column(\.title)
    Column(\.total, .ordered)
    Column(\.state)
    Column(\.placed)
    Column(\.isPaid)
    Column(\.shopID)
  }
  struct Relations {
    let shop = BelongsTo<Shop>(\.shopID)
    let lines = HasMany<Line>(\.orderID, dependent: .delete)
  }
  static let relations = Relations()
  static let hooks: Hooks<Order> = [
    .beforeSave("never less than nothing") { order, _ in order.total = max(0, order.total) },
    .afterCommit("tell the warehouse") { _, _ in },
  ]

  init() {}
  init(_ title: String, total: Int, in shop: Shop) { (self.title, self.total, shopID) = (title, total, shop.id) }
}

struct Line: Model {
  var id = 0
  var text = ""
  var count = 1
  var orderID: Int?

  static let schema = Schema<Line> {
    Column(\.text)
    Column(\.count)
    Column(\.orderID)
  }
  struct Relations { let order = BelongsTo<Order>(\.orderID) }
  static let relations = Relations()

  init() {}
  init(_ text: String, of order: Order) { (self.text, orderID) = (text, order.id) }
}
