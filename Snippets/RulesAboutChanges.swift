// States, events that lead from one to another, and rules about what a record was and becomes.

// snippet.hide
import MotionModel
import MotionModelValidation

// snippet.show
// snippet.declare
struct Order: Model, Validatable {
  enum Status: String, ColumnValue { case draft, open, closed, cancelled }

  var id = 0
  var status = Status.draft
  var total = 0
  static let lifecycle = StateMachine<Order, Status>(\.status, from: .draft) {
    StateEvent("submit", from: .draft, to: .open, if: { $0.total > 0 })
    StateEvent("close", from: .open, to: .closed)
    StateEvent("cancel", from: .draft, .open, to: .cancelled)
  }
  static let validations = Validations<Order> {
    StateTransition(lifecycle)
    ChangeRule("closedStays", on: \.total) { old, new in old.status != .closed || new.total == old.total }
    ChangeRule("keepsClosed") { change in change.kind != .delete || change.old?.status != .closed }
  }
}

// snippet.hide
func isRefused(_ body: () throws -> Void) -> Bool {
  do {
    try body()
    return false
  } catch { return error is RecordInvalid }
}

// snippet.show
// snippet.use
var order = try Order.create { $0.total = 100 }
let possible = Order.lifecycle.events(for: order)  // => ["submit", "cancel"]
try Order.lifecycle.apply("submit", to: &order)
try order.save()

// Each of these throws RecordInvalid, and changes nothing:
let toDraft = isRefused { try Order.updateAll { $0.status = .draft } }
let backwards = isRefused { try order.update { $0.status = .draft } }
try order.update { $0.status = .closed }
let deletion = isRefused { try Order.deleteAll() }
let cheaper = isRefused { try order.update { $0.total = 90 } }
print(Order.lifecycle.diagram)  // a state diagram for Mermaid
// snippet.hide
precondition(possible == ["submit", "cancel"] && toDraft && backwards && deletion && cheaper)
