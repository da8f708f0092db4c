import Foundation
import MotionModel
import MotionModelReplay
import MotionModelTransactions

/// An account of the bank whose program is recorded.
struct Account: Model, Equatable {
  var id = ""
  var owner = ""
  var balance = 0
  var openedAt: Date?

  static let schema = Schema<Account> {
    Column(\.owner)
    Column(\.balance)
    Column(\.openedAt)
  }
}

struct Entry: Model, Equatable {
  var id = 0
  var accountID = ""
  var amount = 0
  var createdAt: Date?
  var updatedAt: Date?

  static let schema = Schema<Entry> {
    Column(\.accountID)
    Column(\.amount)
    Timestamps(\.createdAt, \.updatedAt)
  }
}

enum BankError: Error, Equatable { case overdrawn(by: Int) }

/// A program: what it does depends on the clock, on ids, on random numbers, and on what comes from outside.
struct Bank {
  struct Transfer: Codable, Equatable {
    var from: String
    var to: String
    var amount: Int
  }

  let session: Session
  /// A fault that was not there when the program was recorded.
  var fault = Fault.none

  enum Fault { case none, write, answer, error, order, random, time }

  @discardableResult
  func open(_ owner: String) throws -> String {
    try session.step("open", owner) { owner in
      var random = session.random
      let bonus = Int.random(in: 1...1000, using: &random)
      let rate = try session.outside("rate") { Double.random(in: 1...2) }
      var account = Account()
      (account.owner, account.openedAt) = (fault == .write ? owner.uppercased() : owner, session.clock())
      account.balance = Int(Double(100 * bonus) * rate)
      if fault == .random { account.balance += Int.random(in: 1...1000, using: &random) * 0 }
      try account.save()
      try session.answer("owners", Account.pluck(\.owner) + (fault == .answer ? ["nobody"] : []))
      return account.id
    }
  }

  func transfer(_ transfer: Transfer) throws {
    try session.step("transfer", transfer) { transfer in
      try session.store.transaction(metadata: Changeset.Metadata(author: "ann")) { _ in
        let (from, to) = (try Account.require(transfer.from), try Account.require(transfer.to))
        if from.balance < transfer.amount && fault != .error {
          throw BankError.overdrawn(by: transfer.amount - from.balance)
        }
        let updates = [(from, -transfer.amount), (to, transfer.amount)]
        for (account, amount) in fault == .order ? updates.reversed() : updates {
          var account = account
          try account.update { $0.balance += amount }
          try Entry.create { ($0.accountID, $0.amount) = (account.id, amount) }
        }
      }
      session.answer("entries", records: Entry.order(by: \.id))
    }
  }

  /// Takes a recorded step.
  func take(_ step: Recording.Step) throws {
    switch step.name {
    case "open": try open(try step.input())
    case "transfer": try transfer(try step.input())
    default: throw ReplayError.unknownStep(step.name)
    }
  }

  /// Random calls of the program.
  func work(_ random: inout some RandomNumberGenerator) throws {
    for number in 0..<12 {
      let accounts = session.store.table(Account.self).records.all
      guard let from = accounts.randomElement(using: &random), let to = accounts.randomElement(using: &random),
        Int.random(in: 0..<3, using: &random) > 0
      else {
        try open("owner \(number) \"#ü")
        continue
      }
      let amount = Int.random(in: 0...from.balance * 2, using: &random)
      do { try transfer(Transfer(from: from.id, to: to.id, amount: amount)) } catch is BankError {}
    }
  }
}
