// A program's use of a store is recorded, and replayed in a test.

// snippet.hide
import Foundation
import MotionModel
import MotionModelReplay

// snippet.show
// snippet.program
struct Ticket: Model {
  var id = UUID?.none
  var holder = ""
  var price = 0
  var soldAt: Date?
}

struct Desk {
  let session: Session
  var discount = 0

  func sell(_ holder: String) throws {
    try session.step("sell", holder) { holder in
      let price = try session.outside("price") { 25 }  // asks a server
      var random = session.random
      let lucky = Int.random(in: 1...6, using: &random) == 6
      try Ticket.create {
        ($0.holder, $0.price, $0.soldAt) = (holder, lucky ? 0 : price - discount, session.clock())
      }
      return try session.answer("takings", Ticket.sum(\.price))
    }
  }
}
// snippet.hide

// snippet.show
// snippet.record
let session = try Session()
let desk = Desk(session: session)
for holder in ["ann", "bob", "eve"] { try desk.sell(holder) }

let text = session.recording.text  // as a file has it
// snippet.hide

// snippet.show
// snippet.replay
let recording = try Recording(text: text)
let replayed = try recording.replay { step, session in
  switch step.name {
  case "sell": try Desk(session: session).sell(try step.input())
  default: throw ReplayError.unknownStep(step.name)
  }
}
let tickets = replayed.store.table(Ticket.self).count  // => 3, with the same ids, prices and times

var difference: ReplayError?
do {
  try recording.replay { step, session in try Desk(session: session, discount: 5).sell(try step.input()) }
} catch let error as ReplayError {
  difference = error  // Step 1, sell, is not what was recorded: expected commit + Ticket …, and found …
}
// snippet.hide
precondition(tickets == 3)
let (records, recorded) = (try replayed.store.string(), try session.store.string())
precondition(records == recorded)
let prices = session.store.table(Ticket.self).records.pluck(\.price)
precondition(difference != nil || prices == [0, 0, 0])
