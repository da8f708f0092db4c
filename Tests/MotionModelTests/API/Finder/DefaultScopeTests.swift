import MotionModel
import MotionModelTestSupport
import MotionModelTesting
import Testing

/// A model whose finders leave out archived records.
private struct Memo: Model, Equatable {
  var id = 0
  var text = ""
  var weight = 0
  var isArchived = false
  var folderID: Int?

  static let schema = Schema<Memo> {
    Column(\.text)
    Column(\.weight, .ordered)
    Column(\.isArchived)
    Column(\.folderID)
  }
  struct Relations {
    let folder = BelongsTo<Folder>(\.folderID)
  }
  static let relations = Relations()
  static let defaultScope: RecordPredicate<Memo>? = \.isArchived == false
}

private struct Folder: Model, Equatable {
  var id = 0
  var memosCount = 0
  var isHidden = false
  var total = 0

  static let schema = Schema<Folder> {
    Derived(\.memosCount, count: \.memos)
    Column(\.isHidden)
    Derived(\.total, sum: \.memos, \.weight)
  }
  struct Relations {
    let memos = HasMany<Memo>(\.folderID, dependent: .destroy)
    let heaviest = HasOne<Memo>(\.folderID) { $0.order(by: \.weight, .descending) }
    let all = HasMany<Memo>(\.folderID) { $0.unscoped() }
  }
  static let relations = Relations()
  static let defaultScope: RecordPredicate<Folder>? = \.isHidden == false
}

@Suite(.store) struct DefaultScopeTests {
  private let folder: Folder
  private let shown: Memo
  private let archived: Memo

  init() throws {
    let folder = try Folder.create()
    shown = try folder.memos.create { ($0.text, $0.weight) = ("a", 1) }
    archived = try folder.memos.create { ($0.text, $0.weight, $0.isArchived) = ("b", 2, true) }
    self.folder = try Folder.require(folder.id)
  }

  @Test func `finders of a model and of a table begin with the default scope`() throws {
    #expect(Memo.all == [shown] && Memo.count == 1 && Memo.first == shown && Memo.pluck(\.text) == ["a"])
    #expect(Memo.where(\.weight > 0).or(\.weight == 2).all == [shown])
    #expect(Memo.where(\.weight == 9).not().all == [shown] && Memo.order(by: \.weight, .descending).first == shown)
    let table = Store.current.table(Memo.self)
    #expect(Array(table) == [shown] && table.where(\.weight == 2).isEmpty && table.sum(\.weight) == 1)
    #expect(Memo.where(\.weight > 0).description == "Memo where isArchived == false && weight > 0")
    #expect(!Memo.records.matches(archived) && Memo.records.matches(shown))
  }

  @Test func `without it, a finder has all records, and keeps its other conditions`() {
    #expect(Memo.unscoped().all == [shown, archived] && Memo.where(\.weight > 1).unscoped().all == [archived])
    #expect(Store.current.table(Memo.self).unscoped().count == 2)
    #expect(folder.memos.unscoped().all == [shown, archived] && folder.all.all == [shown, archived])
    #expect(Memo.unscoped() != Memo.records && Memo.unscoped() == Store.current.table(Memo.self).unscoped())
    #expect(Memo.where(\.isArchived == true).without(\.isArchived).all == [shown])
  }

  @Test func `and and or of finders keep the default scope of the first one`() {
    let heavy = Memo.unscoped().where(\.weight > 1)
    #expect(Memo.records.and(heavy).all == [] && heavy.and(Memo.records).all == [archived])
    #expect(Memo.where(\.weight == 1).or(heavy).all == [shown])
    #expect(heavy.or(Memo.where(\.weight == 1)).all == [shown, archived])
  }

  @Test func `related records have it, and parents do not`() throws {
    #expect(folder.memos.all == [shown] && folder.heaviest == shown)
    #expect(Folder.records.including(\.memos).all.map(\.1) == [[shown]])
    try Memo.unscoped().where(\.id == archived.id).updateAll { $0.weight = 3 }
    var hidden = folder
    try hidden.update { $0.isHidden = true }
    #expect(Folder.isEmpty && shown.folder?.id == folder.id)
    #expect(Memo.records.including(\.folder).all.map(\.1?.id) == [folder.id])
    #expect(Memo.where { $0.folder.isHidden == true }.all == [shown])
    #expect(Folder.unscoped().where { $0.memos.count == 2 }.count == 1)
  }

  @Test func `a record that is known by its id is found, and saved`() throws {
    #expect(Memo.find(archived.id) == archived && Memo.exists(archived.id))
    var memo = try Memo.require(archived.id)
    try memo.update { $0.text = "c" }
    try memo.reload()
    #expect(memo.text == "c" && memo.exists && !memo.isNew)
    #expect(Memo.records.find(archived.id) == nil, "A finder has its conditions.")
  }

  @Test func `new records have what it requires by equality`() throws {
    var memo = archived
    memo.id = 0
    #expect(try Memo.create(memo).isArchived && Memo.count == 1 && Memo.unscoped().count == 3)
    #expect(try folder.memos.create(memo).folderID == folder.id)
    #expect(Memo.where(\.weight).eq(7).new() == Memo.new { $0.weight = 7 })
  }

  @Test func `writing by a finder leaves other records alone, and what the store does by itself does not`() throws {
    #expect(folder.memosCount == 2 && folder.total == 3)
    #expect(try Memo.updateAll { $0.weight += 10 } == 1 && Memo.find(archived.id)?.weight == 2)
    #expect(try Memo.deleteAll() == 1 && Memo.unscoped().all == [archived])
    #expect(try Store.current.verify() == [])
    #expect(try folder.destroy() && Memo.unscoped().isEmpty)
  }

  @Test func `files have all records`() throws {
    let data = try Store.current.data(as: .json)
    let copy = Store()
    try copy.load(from: .data(data), models: [Folder.self, Memo.self])
    #expect(copy.table(Memo.self).unscoped().all == [shown, archived])
  }

  @Test func `random chains agree with an array`() throws {
    var random = TestSeed.generator()
    try Memo.unscoped().deleteAll()
    for _ in 0..<60 {
      try Memo.create(
        Memo().with(\.weight, random.number(0...9)).with(\.isArchived, random.number(0...2) == 0))
    }
    let memos = Memo.unscoped().all
    for round in 0..<300 {
      var (finder, isScoped) = (Memo.records, true)
      var test: (Memo) -> Bool = { _ in true }
      for step in 0..<random.number(1...5) {
        let (bound, before) = (random.number(0...9), test)
        switch random.number(0...(step == 0 ? 2 : 5)) {
        case 0, 1:
          finder = finder.where(\.weight > bound)
          test = { before($0) && $0.weight > bound }
        case 2:
          finder = finder.unscoped()
          isScoped = false
        case 3:
          finder = finder.or(\.weight == bound)
          test = { before($0) || $0.weight == bound }
        case 4:
          finder = finder.not()
          test = { !before($0) }
        default:
          finder = finder.and(Memo.unscoped().where(\.weight < bound))
          test = { before($0) && $0.weight < bound }
        }
      }
      let expected = memos.filter { test($0) && (!isScoped || !$0.isArchived) }
      #expect(finder.all == expected && finder.count == expected.count, "\(finder), round \(round)")
    }
  }
}

extension Memo {
  fileprivate func with<Value>(_ property: WritableKeyPath<Memo, Value>, _ value: Value) -> Memo {
    var memo = self
    memo[keyPath: property] = value
    return memo
  }
}
