import Foundation
import MotionModel
import MotionModelTestSupport
import Testing

/// Two models whose records a ``BytesAdapter`` keeps, and a child of one of them that is kept in memory.
private enum Site {
  struct Page: Model, Equatable {
    typealias Adapter = BytesAdapter
    var id = 0
    var title = ""
    var commentCount = 0
    init() {}
    init(title: String) { self.title = title }
    static let schema = Schema<Page> {
      Column(\.title, .unique)
      Derived(\.commentCount, count: \.comments)
    }
    struct Relations: Sendable { let comments = HasMany<Comment>(\.pageID, dependent: .destroy) }
    static let relations = Relations()
  }

  struct Comment: Model, Equatable {
    typealias Adapter = BytesAdapter
    var id = 0
    var words = ""
    var pageID = 0
    static let schema = Schema<Comment> {
      Column(\.words)
      Column(\.pageID)
    }
    struct Relations: Sendable { let page = BelongsTo<Page>(\.pageID) }
    static let relations = Relations()
  }

  struct Visit: Model, Equatable {
    var id = 0
    var pageID = 0
    static let schema = Schema<Visit> { Column(\.pageID) }
    struct Relations: Sendable { let page = BelongsTo<Page>(\.pageID) }
    static let relations = Relations()
  }
}

private struct Number: Model, Equatable {
  var id = 0
  var value = 0
  static let schema = Schema<Number> { Column(\.value) }
}

private struct Tally: Model {
  typealias Adapter = BytesAdapter
  var id = 0
  var value = 0
  static let schema = Schema<Tally> { Column(\.value) }
}

private typealias Page = Site.Page
private typealias Comment = Site.Comment
private typealias Visit = Site.Visit

/// Keeps records in arrays, and records the queries that it gets.
private final class RecordingAdapter: StorageAdapter {
  typealias Failure = Never
  let queries = Collector<String>()
  let ids = Collector<[Int]>()
  private let words = Locked<[Word]>([])

  func read<Record: Model>(_ query: RecordQuery<Record>) -> [Record] {
    queries.add("\(query)")
    if let wanted = query.ids as? [Int] { ids.add(wanted) }
    let records = words.withLock { $0 }.compactMap { $0 as? Record }
    #expect(query.records(from: records).allSatisfy(query.matches))
    return query.records(from: records)
  }

  func commit(_ changeset: Changeset) {
    words.withLock { words in
      for change in changeset.changes(of: Word.self) {
        words.removeAll { $0.id == change.id }
        if let new = change.new { words.append(new) }
      }
    }
  }
}

/// Keeps only the ids of its records.
private final class NumberAdapter: StorageAdapter {
  typealias Failure = Never
  private let ids = Locked<Set<Int>>([])

  func read<Record: Model>(_ query: RecordQuery<Record>) -> [Record] {
    let ids = ids.withLock { ids in (query.ids as? [Int])?.filter(ids.contains) ?? ids.sorted() }
    return query.records(from: ids.compactMap { Entry(id: $0) as? Record })
  }

  func commit(_ changeset: Changeset) {
    ids.withLock { ids in
      for change in changeset.changes(of: Entry.self) {
        if change.new == nil { ids.remove(change.id) } else { ids.insert(change.id) }
      }
    }
  }
}

private struct Entry: Model {
  typealias Adapter = NumberAdapter
  var id = 0
  static let schema = Schema<Entry> {}
}

private struct Word: Model, Equatable {
  typealias Adapter = RecordingAdapter
  var id = 0
  var name = ""
  static let schema = Schema<Word> { Column(\.name) }
}

@Suite struct StorageAdapterTests {
  private let adapter = BytesAdapter()
  private let store: Store

  init() { store = Store(notificationCenter: nil, adapters: [adapter]) }

  private func fill() throws {
    let pages = try Page.insert(contentsOf: ["a", "b", "c", "d"].map { Page(title: $0) })
    for number in 0..<4 {
      try Comment.create { ($0.words, $0.pageID) = ("\(number)", pages[number % 2].id) }
    }
    try Visit.create { $0.pageID = pages[3].id }
  }

  // MARK: - Failures

  /// Writes of all kinds. Each calls the adapter several times.
  private static let writes: [(name: String, body: @Sendable () throws -> Void)] = [
    ("create", { try Page.create { $0.title = "new" } }),
    ("insert", { try Page.insert(contentsOf: [Page(title: "x"), Page(title: "y")]) }),
    (
      "save",
      {
        var page = Page(title: "A")
        page.id = 1
        try page.save()
      }
    ),
    ("update all", { try Page.updateAll { $0.title += "!" } }),
    ("delete", { try Comment.delete(1) }),
    ("delete all", { try Comment.deleteAll() }),
    ("destroy", { try Page.find(1)?.destroy() }),
    (
      "move",
      {
        var comment = try Comment.require(1)
        try comment.update { $0.pageID = 3 }
      }
    ),
    ("a child", { try Page.require(3).comments.create { $0.words = "new" } }),
    ("a child in memory", { try Visit.create { $0.pageID = 2 } }),
    (
      "transaction",
      {
        try Store.current.inTransaction {
          let page = try Page.create { $0.title = "new" }
          try Visit.create { $0.pageID = page.id }
          try Comment.where(\.pageID == 1).deleteAll()
          _ = try Comment.all
        }
      }
    ),
  ]

  @Test(arguments: Self.writes.indices) func `a write changes nothing, whichever call of the adapter fails`(index: Int)
    throws
  {
    let (name, body) = Self.writes[index]
    var call = 0
    while true {
      let adapter = BytesAdapter()
      let store = Store(notificationCenter: nil, adapters: [adapter])
      let isDone = try Store.with(store) {
        try fill()
        let (before, commits, visits) = (adapter.contents, store.commitCount, Visit.all)
        let changesets = Collector<Changeset>()
        let observation = store.observeCommits { changesets.add($0) }
        defer { observation.cancel() }
        do {
          try adapter.failing(at: call, body)
          #expect(store.commitCount == commits + 1, "\(name), call \(call)")
          #expect(changesets.values.count == 1, "\(name), call \(call)")
          return true
        } catch is BytesAdapter.Offline {
          #expect(adapter.contents == before, "\(name), call \(call)")
          #expect(store.commitCount == commits, "\(name), call \(call)")
          #expect(changesets.values.isEmpty, "\(name), call \(call)")
          #expect(Visit.all == visits, "\(name), call \(call)")
          try body()
          #expect(store.commitCount == commits + 1, "\(name), again after call \(call)")
          return false
        }
      }
      if isDone { break }
      call += 1
    }
    #expect(call > 0, "\(name) asks the adapter")
  }

  @Test func `a record that an adapter refuses is unchanged`() throws {
    try Store.with(store) {
      var page = Page(title: "new")
      _ = adapter.failing(at: 2) { #expect(throws: BytesAdapter.Offline()) { try page.save() } }
      #expect(page == Page(title: "new"))
      try page.save()
      #expect(try Page.find(page.id) == page)
    }
  }

  @Test func `an adapter's error reaches the caller of a query`() throws {
    try Store.with(store) {
      try fill()
      let (failure, page) = (BytesAdapter.Offline(), try Page.require(1))
      adapter.failing {
        #expect(throws: failure) { try Page.find(1) }
        #expect(throws: failure) { try Page.all }
        #expect(throws: failure) { try Page.first }
        #expect(throws: failure) { try Page.count }
        #expect(throws: failure) { try Page.records.isEmpty }
        #expect(throws: failure) { try Page.records.ids }
        #expect(throws: failure) { try Page.records.sum(\.id) }
        #expect(throws: failure) { try Page.records.page(size: 2) }
        #expect(throws: failure) { try Page.records.group(by: \.title).all() }
        #expect(throws: failure) { try Page.where { $0.comments.any { $0.words == "1" } }.all }
        #expect(throws: failure) { try page.comments.count }
        #expect(throws: failure) { try Visit.require(1).page }
        #expect(throws: failure) { try page.exists }
        #expect(throws: failure) { try page.changes }
        #expect(throws: failure) { try Page.require(1) }
      }
    }
  }

  @Test func `the type of an adapter's error is known at compile time`() {
    func titles() throws(BytesAdapter.Offline) -> [String] { try Page.where(\.id > 0).all.map(\.title) }
    Store.with(store) { adapter.failing { #expect(throws: BytesAdapter.Offline()) { try titles() } } }
  }

  // MARK: - Commits

  @Test func `an adapter gets one changeset for each commit, with the changes of its models only`() throws {
    let commits = Collector<Changeset>()
    let observation = store.observeCommits { commits.add($0) }
    defer { observation.cancel() }
    try Store.with(store) {
      try store.inTransaction {
        let page = try Page.create { $0.title = "a" }
        try Comment.create { $0.pageID = page.id }
        try Visit.create { $0.pageID = page.id }
      }
      #expect(commits.values.map(\.description) == ["Page: 1 inserted; Comment: 1 inserted; Visit: 1 inserted"])
      #expect(adapter.contents.mapValues(\.count) == ["Page": 1, "Comment": 1])
    }
  }

  @Test func `a transaction writes nothing to the adapter before its end`() throws {
    try Store.with(store) {
      try store.inTransaction {
        try Page.create { $0.title = "a" }
        #expect(try Page.count == 1)
        #expect(adapter.contents.isEmpty)
      }
      #expect(adapter.contents["Page"]?.count == 1)
    }
  }

  @Test func `other threads do not see a transaction`() throws {
    try Store.with(store) {
      try fill()
      let (store, counts) = (store, Collector<Int>())
      try store.inTransaction {
        try Page.where(\.id).in([2, 3]).destroyAll()
        onThreads(1) { _ in if let count = try? store.table(Page.self).count { counts.add(count) } }
        counts.add(try Page.count)
      }
      #expect(counts.values == [4, 2])
    }
  }

  @Test func `loading a file of a store leaves the records of an adapter alone`() throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).json")
    defer { try? FileManager.default.removeItem(at: url) }
    try Store.with(store) {
      try fill()
      try store.save(to: url)
      let changes = try store.load(from: url, models: [Page.self, Comment.self]).changes
      #expect(changes.isEmpty)
      #expect(try Page.count == 4)
    }
  }

  @Test func `a deleted record that another program stored again can be saved again`() throws {
    let other = Store(notificationCenter: nil, adapters: [adapter])
    try Store.with(store) { try fill() }
    try store.table(Page.self).delete(3)
    var page = Page(title: "again")
    page.id = 3
    try other.table(Page.self).insert(&page)
    page.title = "and again"
    try store.table(Page.self).save(&page)
    #expect(try other.table(Page.self).find(3) == page)
  }

  // MARK: - Calls

  @Test func `a transaction does not read from the adapter what it has written`() throws {
    try Store.with(store) {
      try fill()
      try store.inTransaction {
        var page = try #require(try Page.find(1))
        page.title = "changed"
        try page.save()
        try Comment.delete(2)
        let before = adapter.callCount
        for _ in 0..<100 { #expect(try Page.find(1)?.title == "changed") }
        for _ in 0..<100 { #expect(try Comment.find(2) == nil) }
        #expect(adapter.callCount == before)
      }
    }
  }

  @Test func `a transaction that is partly undone finds the records again that it had deleted`() throws {
    try Store.with(store) {
      try fill()
      try store.inTransaction {
        _ = try? store.inTransaction {
          try Comment.delete(2)
          #expect(try Comment.find(2) == nil)
          throw BytesAdapter.Offline()
        }
        let found = try Comment.find(2)
        #expect(found?.id == 2)
      }
    }
  }

  /// A table's list of deleted ids is bounded, so a transaction needs its own.
  @Test func `a transaction knows all records that it deleted, however many`() throws {
    let count = 2 * 65_536 + 100
    try Store.with(Store(notificationCenter: nil, adapters: [NumberAdapter()])) {
      try Entry.insert(contentsOf: (1...count).map { Entry(id: $0) })
      try Store.current.inTransaction {
        try Entry.deleteAll()
        let found = [Entry.find(1), Entry.find(count)].compactMap(\.self)
        #expect(found.isEmpty)
      }
      #expect(Entry.isEmpty)
    }
  }

  @Test func `a transaction saves the sixteen records that it found last without reading them again`() throws {
    try Store.with(store) {
      for _ in 1...20 { try Tally.create() }
      try store.inTransaction {
        var calls: [Int] = []
        for var tally in try (1...20).map({ try #require(try Tally.find($0)) }) {
          let before = adapter.callCount
          tally.value = 10 * tally.id
          try tally.save()
          calls.append(adapter.callCount - before)
        }
        #expect(calls == Array(repeating: 1, count: 4) + Array(repeating: 0, count: 16))
      }
      let values = try Tally.all.map(\.value)
      #expect(values == (1...20).map { 10 * $0 })
    }
  }

  @Test func `the highest id is read once in a transaction`() throws {
    func calls(creating count: Int) throws -> Int {
      let adapter = BytesAdapter()
      let store = Store(notificationCenter: nil, adapters: [adapter])
      return try Store.with(store) {
        try store.inTransaction {
          for number in 0..<count { try Tally.create { $0.value = number } }
        }
        return adapter.callCount
      }
    }
    let (few, many) = try (calls(creating: 5), calls(creating: 50))
    #expect(few == many)
  }

  // MARK: - Queries

  @Test func `an adapter that cannot fail is queried without try, and gets the whole query`() throws {
    let adapter = RecordingAdapter()
    try Store.with(Store(notificationCenter: nil, adapters: [adapter])) {
      for name in ["b", "a", "c"] { try Word.create { $0.name = name } }
      let before = adapter.queries.values.count
      #expect(Word.where(\.name != "c").order(by: \.name, .descending).limit(2).all.map(\.id) == [1, 2])
      #expect(Word.find(3)?.name == "c")
      #expect(Word.where(\.id).in([1, 3]).and(\.name == "b").count == 1)
      #expect(Word.where(.none).isEmpty)
      let wanted = Array(adapter.queries.values.dropFirst(before))
      #expect(
        wanted == [
          "where name != \"c\" order by name descending limit 2", "where id in [3]",
          "where id in [1, 3] && name == \"b\"", "where false limit 1",
        ])
      #expect(adapter.ids.values.suffix(3) == [[3], [1, 3], []])
    }
  }

  @Test func `memory is an adapter too`() throws {
    let other = Store(notificationCenter: nil)
    let before = other.snapshot()
    try Store.with(other) { for id in 1...3 { try Number.create { $0.value = id } } }
    let changes = Changeset.difference(from: before, to: other)
    let empty = Store(notificationCenter: nil)
    try ArrayAdapter(empty).commit(changes)
    #expect(ArrayAdapter(empty).records(of: Number.self, withIDs: [3, 9, 1]).map(\.value) == [3, 1])
    #expect(ArrayAdapter(store).records(of: Number.self, withIDs: [1]) == [])
  }

  // MARK: - Misuse

  @Test func `a transaction can use one adapter besides memory`() throws {
    let store = Store(notificationCenter: nil, adapters: [adapter, RecordingAdapter()])
    Store.with(store) {
      #expect(throws: StoreError.severalAdapters(models: ["Page", "Word"])) {
        try store.inTransaction {
          try Page.create { $0.title = "a" }
          try Word.create { $0.name = "a" }
        }
      }
      #expect(adapter.contents.isEmpty)
      #expect(Word.isEmpty)
    }
    #expect(
      "\(StoreError.severalAdapters(models: ["Page", "Word"]))"
        == "A transaction cannot write records of Page and Word, because different adapters keep them: only one adapter, and memory, "
        + "can take part in a commit.")
  }

  #if os(macOS) || os(Linux)
    @Test func `a store without the adapter traps with a sentence`() async {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = try Store(notificationCenter: nil).table(Page.self).find(1)
      }
      expectSentence("The records of Page are kept by BytesAdapter, which this store does not have", result)
    }

    @Test func `a snapshot traps with a sentence`() async {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let store = Store(notificationCenter: nil, adapters: [BytesAdapter()])
        _ = try store.snapshot().table(Page.self).find(1)
      }
      expectSentence("a snapshot or a branch of the store has none of them", result)
    }

    @Test func `records in memory cannot be found by records that an adapter keeps`() async {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let store = Store(notificationCenter: nil, adapters: [BytesAdapter()])
        Store.with(store) { _ = Visit.where { $0.page.title == "a" }.all }
      }
      expectSentence("is about Page, whose records are kept by another adapter", result)
    }
  #endif
}
