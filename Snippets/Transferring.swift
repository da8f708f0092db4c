// Transactions: what belongs together happens together, or not at all.

// snippet.hide
import MotionModel
import MotionModelTransactions

struct Account: Model {
  var id = ""
  var balance = 0
}

for (id, balance) in [("ann", 100), ("bob", 20), ("carl", 50)] {
  try Account.create { ($0.id, $0.balance) = (id, balance) }
}

// snippet.show
// snippet.commit
struct Overdrawn: Error {}

func transfer(_ amount: Int, from giver: String, to taker: String) throws {
  try Account.transaction {
    var (from, to) = (try Account.require(giver), try Account.require(taker))
    try to.update { $0.balance += amount }
    try from.update { $0.balance -= amount }
    if from.balance < 0 { throw Overdrawn() }
  }
}

try transfer(30, from: "ann", to: "bob")
let balances = Account.pluck(\.balance)  // => [70, 50, 50]

do { try transfer(80, from: "ann", to: "bob") } catch is Overdrawn {}
let same = Account.pluck(\.balance)  // => [70, 50, 50]
// snippet.hide
precondition(balances == [70, 50, 50] && same == balances)

// snippet.show
// snippet.rollback
try Account.transaction { transaction in
  try Account.updateAll { $0.balance -= 60 }
  if Account.where(\.balance < 0).exists {
    transaction.rollback()
    return
  }
  try Account.create { $0.id = "bank" }
}
let afterwards = Account.pluck(\.balance)  // => [70, 50, 50]
// snippet.hide
precondition(afterwards == balances)

// snippet.show
// snippet.nested
var skipped: [String] = []
try Account.transaction {
  for account in Account.where(\.id != "carl") {
    do { try transfer(60, from: account.id, to: "carl") } catch { skipped.append(account.id) }
  }
}
let nested = Account.pluck(\.balance)  // => [10, 50, 110], and skipped is ["bob"]
// snippet.hide
precondition(nested == [10, 50, 110] && skipped == ["bob"])
