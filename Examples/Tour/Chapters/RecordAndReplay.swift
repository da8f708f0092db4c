import Foundation
import MotionModel
import MotionModelReplay

/// A sale, whose price is drawn by lot.
private struct Sale: Model {
  var id = ""
  var customer = ""
  var price = 0
  var soldAt: Date?
}

extension Tour {
  /// A program's calls, recorded and replayed.
  func recordAndReplay() throws {
    printer.chapter(
      "24 Record and replay",
      """
      What a program does follows from its calls, the time, ids, random choices, and what comes from outside. A session records \
      them and each commit; a test makes the same calls again and compares.
      """)
    let session = try Session()
    for customer in ["ann", "bob"] { try Self.sell(customer, in: session) }
    printer.code(["try session.step(\"sell\", customer) { … }", "print(session.recording)"])
    printer.code("\(session.recording)".split(separator: "\n").map(String.init))
    let text = session.recording.text
    let recording = try Recording(text: text)
    let replayed = try recording.replay { step, session in try Self.sell(try step.input(), in: session) }
    printer.examples(
      (
        "try recording.replay { step, session in … }   // the same records",
        try replayed.store.string() == session.store.string()
      ))
    printer.note("The program was changed, and asks for one more per cent:")
    printer.refusals(
      (
        "try recording.replay { … }",
        refusal { try recording.replay { step, session in try Self.sell(try step.input(), in: session, more: 1) } }
      ))
  }

  private static func sell(_ customer: String, in session: Session, more: Int = 0) throws {
    try session.step("sell", customer) { customer in
      let rate = try session.outside("rate") { 107 }
      var random = session.random
      let price = Int.random(in: 10...99, using: &random) * (rate + more)
      try Sale.create { ($0.customer, $0.price, $0.soldAt) = (customer, price, session.clock()) }
      return price
    }
  }
}
