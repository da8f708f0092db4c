import MotionModel
import MotionModelTestSupport
import MotionModelTesting
import MotionModelTransactions
import Testing

/// The expectations and factories with records that an adapter keeps.
@Suite(.store(.adapters([BytesAdapter()]))) struct ExpectAdapterChangesTests {
  @Test func `changes of records that an adapter keeps are compared`() throws {
    let page = try Page.sample.create()
    try expectChanges("- Page 1: title \"Page 1\"\n+ Page 2: title \"Page 2\"") {
      try page.delete()
      try Page.sample.create()
    }
  }

  @Test func `inside a transaction, too`() throws {
    try Store.current.transaction {
      try Page.sample.create()
      try expectChanges("+ Page 2: title \"Page 2\"") { try Page.sample.create() }
    }
    #expect(try Page.count == 2)
  }

  @Test func `a change that is not expected is an issue`() {
    #expect(recordedIssues { _ = try expectNoChanges { try Page.sample.create() } }.count == 1)
  }

  @Test func `an adapter that fails leaves no changes`() throws {
    let adapter = BytesAdapter()
    let store = try Store.forTest(.adapters([adapter]))
    expectNoChanges(in: store) {
      #expect(throws: (any Error).self) { try adapter.failing { try Page.sample.create(count: 2) } }
    }
  }

  @Test func `the text of a store has no records of an adapter`() throws {
    try Page.sample.create(count: 2)
    #expect(Store.current.text() == "")
  }
}

private struct Page: Model {
  typealias Adapter = BytesAdapter

  var id = 0
  var title = ""

  static let schema = Schema<Page> { Column(\.title) }
  static let sample = Factory<Page> { $0.title = "Page \($1)" }
}
