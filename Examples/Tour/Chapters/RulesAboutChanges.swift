import Foundation
import MotionModel
import MotionModelValidation
import MusicShop

/// An order of the shop, with the states that it goes through.
private struct Order: Model, Validatable {
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
      .message("of a closed order stays")
  }
}

extension Tour {
  /// Rules about what a record was and what it becomes.
  func rulesAboutChanges() throws {
    printer.chapter(
      "20 Rules about changes",
      """
      An order that is closed is not a draft again. A state machine names the events that lead from one state to another; \
      a rule has every commit follow it, however the records are written.
      """)
    try Store.with(Store()) {
      var order = try Order.create { $0.total = 100 }
      printer.examples(("Order.lifecycle.events(for: order)", Order.lifecycle.events(for: order)))
      try Order.lifecycle.apply("submit", to: &order)
      try order.save()
      printer.refusals(
        (
          #"try Order.updateAll { $0.status = .draft }"#, refusal { try Order.updateAll { $0.status = .draft } }
        ),
        (
          #"try Order.lifecycle.apply("submit", to: &order)"#,
          refusal {
            var copy = order
            try Order.lifecycle.apply("submit", to: &copy)
          }
        ))
      try order.update { $0.status = .closed }
      printer.refusals(
        (#"try order.update { $0.total = 90 }"#, refusal { try order.update { $0.total = 90 } }))
      printer.note("Order.lifecycle.diagram, for Mermaid:")
      printer.code(Order.lifecycle.diagram.split(separator: "\n").map(String.init))
    }
  }
}
