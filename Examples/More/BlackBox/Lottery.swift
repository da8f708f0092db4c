import Foundation
import MotionModel
import MotionModelReplay
import MotionModelTransactions

/// A ticket for a concert.
struct Ticket: Model {
  var id = ""
  var holder = ""
  var seat = 0
  var soldAt: Date?

  static let schema = Schema<Ticket> { Column(\.seat, .unique) }
}

/// What a person asks for.
struct Order: Codable {
  var holder: String
  var count: Int
}

enum LotteryError: Error, CustomStringConvertible {
  case soldOut(left: Int)

  var description: String {
    switch self {
    case .soldOut(let left): "Only \(left) seats are left."
    }
  }
}

/// The program: it draws seats by lot, at a price that a server says.
struct Lottery {
  static let seats = 12

  let session: Session
  /// Whether two tickets of one order may get the same seat: the fault that the recording shows.
  var isCareless = true

  /// Sells tickets. What it depends on comes from the session: the clock, the ids, the lot, and the server.
  func sell(_ order: Order) throws {
    try session.step("sell", order) { order in
      let price = try session.outside("price") { [20, 25, 30].randomElement() ?? 20 }
      var random = session.random
      try session.store.transaction { _ in
        var free = Set(1...Self.seats).subtracting(Ticket.pluck(\.seat))
        if free.count < order.count { throw LotteryError.soldOut(left: free.count) }
        for _ in 0..<order.count {
          let seat = free.sorted().randomElement(using: &random) ?? 0
          if !isCareless { free.remove(seat) }
          try Ticket.create { ($0.holder, $0.seat, $0.soldAt) = (order.holder, seat, session.clock()) }
        }
      }
      return try session.answer("takings", Ticket.count * price)
    }
  }

  /// Takes a recorded step.
  func take(_ step: Recording.Step) throws {
    switch step.name {
    case "sell": try sell(try step.input())
    default: throw ReplayError.unknownStep(step.name)
    }
  }
}
