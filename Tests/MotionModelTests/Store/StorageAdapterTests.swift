import MotionModel
import MotionModelTestSupport
import Testing

/// An adapter that asks memory and fails when it is told to.
enum FlakyAdapter: StorageAdapter {
  struct Offline: Error, Equatable {}

  @TaskLocal static var isOffline = false

  static func find<Record: Model>(_ id: Record.ID, in store: Store) throws(Offline) -> Record? {
    if isOffline { throw Offline() }
    return ArrayAdapter.find(id, in: store)
  }

  static func records<Record: Model>(of finder: Finder<Record>) throws(Offline) -> [Record] {
    if isOffline { throw Offline() }
    return ArrayAdapter.records(of: finder)
  }
}

@Suite(.ownStore) struct StorageAdapterTests {
  struct Page: Model, Equatable {
    typealias Adapter = FlakyAdapter
    var id = 0
    var title = ""
    static let schema = Schema<Page> { Column(\.title) }
  }

  @Test func `a model asks its own adapter`() throws {
    var home = try Page.create { $0.title = "Home" }
    try Page.create { $0.title = "About" }
    #expect(try Page.find(1) == home)
    #expect(try Page.where(\.title == "Home").all == [home])
    #expect(try Page.records.order(by: \.title).first?.title == "About")
    #expect(try [Page.count, Page.where(\.title == "Home").count] == [2, 1] as [Int])
    #expect(try Page.records.last == Page.last)
    #expect(try Page.isEmpty == false && Page.records.exists && home.exists)
    #expect(try Page.ids == [1, 2] as [Int])
    #expect(try Page.pluck(\.title) == ["Home", "About"])
    #expect(try Page.records.page(size: 1).records == [home])
    #expect(try Page.group(by: \.title).count() == ["Home": 1, "About": 1])
    home.title = "Start"
    #expect(try home.changes.map(\.column) == ["title"])
    #expect(try home.hasChanges && !home.isNew)
    try home.save()
    #expect(try Page.updateAll { $0.title += "!" } == 2)
    #expect(try Page.deleteAll() == 2)
  }

  @Test func `what an adapter fails with reaches the reader, and nothing is changed`() throws {
    let home = try Page.create { $0.title = "Home" }
    let failure = FlakyAdapter.Offline()
    let store = Store.current
    FlakyAdapter.$isOffline.withValue(true) {
      #expect(throws: failure) { try Page.find(1) }
      #expect(throws: failure) { try Page.all }
      #expect(throws: failure) { try Page.first }
      #expect(throws: failure) { try Page.count }
      #expect(throws: failure) { try Page.records.isEmpty }
      #expect(throws: failure) { try Page.records.ids }
      #expect(throws: failure) { try Page.records.sum(\.id) }
      #expect(throws: failure) { try Page.records.group(by: \.title).all() }
      #expect(throws: failure) { try home.exists }
      #expect(throws: failure) { try home.changes }
      #expect(throws: failure) { try Page.require(1) }
      #expect(throws: failure) { try Page.updateAll { $0.title = "" } }
      #expect(throws: failure) { try Page.deleteAll() }
    }
    #expect(try Page.all == [home])
    #expect(store.commitCount == 1)
  }

  @Test func `the error's type is known`() {
    func titles() throws(FlakyAdapter.Offline) -> [String] { try Page.where(\.id > 0).all.map(\.title) }
    FlakyAdapter.$isOffline.withValue(true) { #expect(throws: FlakyAdapter.Offline()) { try titles() } }
  }
}
