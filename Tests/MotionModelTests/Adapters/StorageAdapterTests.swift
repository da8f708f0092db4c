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
    init() {}
    init(title: String) { self.title = title }
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

  @Test func `pages stay where they are when records are inserted and deleted before them`() throws {
    try Page.insert(contentsOf: ["b", "c", "c", "c", "c", "d"].map { Page(title: $0) })
    let finder = Page.order(by: \.title)
    let first = try finder.page(size: 3)
    #expect(first.records.map(\.id) == [1, 2, 3])
    try Page.insert(contentsOf: ["a", "a", "a"].map { Page(title: $0) })
    try Page.delete(1)
    #expect(try finder.page(after: first.next, size: 2).records.map(\.id) == [4, 5])
    try Page.delete(2)
    #expect(try finder.page(after: first.next, size: 9).records.map(\.id) == [4, 5, 6], "its own record is there")
  }

  @Test func `a page begins behind a record that is gone`() throws {
    try Page.insert(contentsOf: ["b", "c", "c", "c", "d"].map { Page(title: $0) })
    let finder = Page.order(by: \.title).reversed()
    let first = try finder.page(size: 2)
    #expect(first.records.map(\.title) == ["d", "c"])
    try Page.delete(first.records[1].id)
    let rest = try finder.page(after: first.next, size: 9)
    #expect(rest.records.map(\.title) == ["c", "c", "b"])
    #expect(rest.next == nil)
  }

  @Test(arguments: 0..<4) func `pages of an adapter have every record once, as those in memory do`(part: Int) throws {
    var random = TestSeed.generator(900 + part)
    try Page.insert(contentsOf: (0..<60).map { _ in Page(title: random.pick(["a", "b", "c"])) })
    for finder in [Page.records, Page.order(by: \.title), Page.order(by: \.title, .descending).reversed()] {
      let size = random.number(1...9)
      var (ids, page) = ([Int](), try finder.page(size: size))
      ids += page.records.map(\.id)
      while let next = page.next, ids.count < 100 {
        page = try finder.page(after: next, size: size)
        ids += page.records.map(\.id)
      }
      #expect(try ids == finder.ids, "seed \(TestSeed.current)")
    }
  }

  @Test func `the error's type is known`() {
    func titles() throws(FlakyAdapter.Offline) -> [String] { try Page.where(\.id > 0).all.map(\.title) }
    FlakyAdapter.$isOffline.withValue(true) { #expect(throws: FlakyAdapter.Offline()) { try titles() } }
  }
}
