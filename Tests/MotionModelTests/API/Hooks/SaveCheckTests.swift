import MotionModel
import MotionModelTestSupport
import MotionModelTesting
import Testing

/// A model whose names must not be empty; the name "quick" is valid without a check.
private struct Guest: Model, Equatable {
  var id = 0
  var name = ""

  static let schema = Schema<Guest> { Column(\.name, .unique) }

  static let checked = Collector<String>()

  static let saveCheck: SaveCheck<Guest>? = SaveCheck(isMet: { $0.name == "quick" }) { guest, context in
    checked.add("\(context.operation) \(context.stored?.name ?? "") \(guest.name)")
    if guest.name.isEmpty { throw Nameless() }
  } explain: { error, guest in
    if case .notUnique = error { Taken(name: guest.name) } else { error }
  }
}

private struct Nameless: Error, Equatable {}

private struct Taken: Error, Equatable { let name: String }

@Suite(.store) struct SaveCheckTests {
  @Test func `a check sees the record, may refuse it, and may replace the store's error`() throws {
    let store = Store.current
    #expect(throws: Nameless()) { try Guest.create() }
    var guest = try Guest.create { $0.name = "Bob" }
    try guest.update { $0.name = "Eve" }
    #expect(throws: Nameless()) { try guest.update { $0.name = "" } }
    #expect(Guest.checked.values == ["create  ", "create  Bob", "update Bob Eve", "update Eve "])
    #expect(throws: Taken(name: "Eve")) { try Guest.create { $0.name = "Eve" } }
    try guest.delete()
    #expect(throws: StoreError.recordGone(model: "Guest", id: "1")) { try guest.save() }
    #expect(Guest.isEmpty && store.commitCount == 3)
    let count = Guest.checked.values.count
    try Guest.create { $0.name = "quick" }
    #expect(throws: Taken(name: "quick")) { try Guest.create { $0.name = "quick" } }
    #expect(Guest.checked.values.count == count && Guest.count == 1)
  }
}
