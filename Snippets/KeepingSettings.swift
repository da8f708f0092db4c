// Single values beside the records of a store.

// snippet.hide
import Foundation
import MotionModel
import MotionModelTransactions

struct Todo: Model {
  var id = 0
  var name = ""
}

// snippet.show
// snippet.keys
struct Settings: Codable {
  enum Theme: String, Codable { case light, dark }

  var theme = Theme.light
  var fontSize = 12
}

extension Key<Settings> { static let settings = Key("settings", default: Settings()) }
extension Key<Date?> { static let lastSync = Key("lastSync") }  // nil while there is none
extension Key<Int> { static let invoiceNumber = Key("invoiceNumber", default: 1_000) }
// snippet.hide

struct VolumeError: Error {}

// snippet.show
// snippet.check
extension Key<Int> {
  static let volume = Key("volume", default: 5, was: "loudness") { volume in
    guard (0...11).contains(volume) else { throw VolumeError() }
  }
}
// snippet.hide

func main() throws {
  let store = Store()
  let history = UndoHistory(of: store)

  // snippet.show
  // snippet.values
  _ = store[.settings].fontSize  // => 12, the default
  store[.settings].theme = .dark
  store[.lastSync] = .now
  store[.lastSync] = nil  // removes it
  // snippet.hide
  precondition(store[.settings].fontSize == 12 && store[.settings].theme == .dark && store[.lastSync] == nil)

  // snippet.show
  // snippet.together
  try store.transaction {
    try store.table(Todo.self).create { $0.name = "Sweep" }
    store[.settings].fontSize = 20
  }
  try history.undo()
  _ = store[.settings].fontSize  // => 12
  // snippet.hide
  precondition(store[.settings].fontSize == 12 && store[.settings].theme == .dark)
  precondition(store.table(Todo.self).count == 0)

  // snippet.show
  // snippet.update
  let number = try store.update(.invoiceNumber) { number in
    number += 1
    return number
  }
  // snippet.hide
  precondition(number == 1_001 && store[.invoiceNumber] == 1_001)
  store[Key("loudness", default: 0)] = 7
  precondition(store[.volume] == 7)
  do { try store.set(12, for: .volume) } catch is VolumeError {}
  precondition(store[.volume] == 7)
}

try main()
