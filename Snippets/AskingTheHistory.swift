// Which commit gave a column its value, and since which commit a statement is false.

// snippet.hide
import MotionModel
import MotionModelTransactions

struct Account: Model {
  var id = 0
  var owner = ""
  var balance = 0
}

let store = Store.current
// snippet.show
// snippet.blame
let history = StoreHistory(of: store, keeping: .count(1000))
var account = try Account.create { $0.owner = "Ann" }
try store.transaction(metadata: Changeset.Metadata(author: "ann", reason: "Payday")) {
  try account.update { $0.balance = 100 }
}
try store.transaction(metadata: Changeset.Metadata(author: "import", reason: "Fees of May")) {
  try account.update { $0.balance = -20 }
}
try account.update { $0.owner = "Ann B." }

let blame = try history.blame(account, \.balance)
// => commit 3 of 2026-11-26T10:20:30Z by import: Fees of May, 100 → -20
let commits = try history.timeline(of: account, \.balance).map(\.commit)  // => [1, 2, 3]
let authors = try history.blame(account).map { $0.blame?.metadata.author }  // of id, owner and balance
// snippet.hide
precondition(blame?.commit == 3 && blame?.metadata.author == "import" && commits == [1, 2, 3])
precondition(authors.last == "import")

// snippet.show
// snippet.bisect
let found = try history.bisect { _ in Account.where(\.balance < 0).isEmpty }
// => It is false since commit 3, by import: Fees of May (Account: 1 updated), found in 4 trials.
// snippet.hide
precondition("\(found)".hasPrefix("It is false since commit 3, by import: Fees of May (Account: 1 updated), found in"))
