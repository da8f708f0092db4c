import Foundation
import MotionModelTestSupport
import Testing

@testable import MotionModel

extension Key<Thicket> { fileprivate static let thicket = Key("thicket", default: Thicket()) }
extension Key<Thicket?> { fileprivate static let maybe = Key("maybe", default: Thicket()) }
extension Key<String> {
  fileprivate static let text = Key("text", default: "none")
  fileprivate static let blank = Key("blank", default: "none")
}
extension Key<Double> { fileprivate static let number = Key("number", default: 0) }

@Suite(.ownStore, .temporaryFolder) struct KeyFilesTests {
  private var store: Store { Store.current }

  private func file(_ name: String) -> URL { TemporaryFolder.current.appending(path: name) }

  private func values(_ store: Store) -> [String] {
    [
      exactText(store[.thicket]), exactText(store[.maybe] as Any), exactText(store[.text]), exactText(store[.blank]),
      exactText(store[.number]),
    ]
  }

  private func fill(_ store: Store, using random: inout SplitMix64) {
    store[.thicket] = .random(size: 5, using: &random)
    store[.maybe] = nil
    store[.text] = .nasty(using: &random)
    store[.blank] = random.pick(["", " ", "null", "5", "{"])
    store[.number] =
      random.chance(50)
      ? .nasty(using: &random) : random.pick([-3.243428835744066e+17, Double(bitPattern: random.next())])
  }

  @Test(arguments: FileFormat.ofStores) func `values are read again exactly, and nothing changes the second time`(
    format: FileFormat
  ) throws {
    var random = TestSeed.generator(15_701)
    for round in 0..<20 {
      fill(store, using: &random)
      if round == 0 { try Todo.create { $0.name = "one" } }
      let data = try store.data(as: format)
      let other = Store(notificationCenter: nil)
      try other.load(from: .data(data), as: format, models: [Todo.self])
      #expect(values(other) == values(store), "seed \(TestSeed.current)")
      #expect(other.table(KeyedValue.self).records.all == KeyedValue.all)
      #expect(try other.load(from: .data(data), as: format, models: [Todo.self]).changes.isEmpty)
      #expect(try store.load(from: .data(data), as: format).changes.isEmpty, "seed \(TestSeed.current)")
      #expect(try other.data(as: format) == data)
    }
  }

  @Test(arguments: FileFormat.allCases) func `values are a model of their own in any format`(format: FileFormat) throws
  {
    var random = TestSeed.generator(15_702)
    fill(store, using: &random)
    let data = try KeyedValue.data(as: format)
    let other = Store(notificationCenter: nil)
    try Store.with(other) { _ = try KeyedValue.load(from: .data(data), as: format) }
    #expect(values(other) == values(store), "seed \(TestSeed.current)")
  }

  @Test(arguments: FileFormat.ofStores) func `a store without values writes the same file as before, without a table`(
    format: FileFormat
  ) throws {
    try Todo.create { $0.name = "one" }
    let data = try store.data(as: format)
    #expect(store[.text] == "none" && store[.number] == 0)
    #expect(throws: CancellationError.self) {
      try store.update(.text) { _ in throw CancellationError() }
    }
    #expect(try store.data(as: format) == data)
    #expect(store.tables.all.map(\.layout.name) == ["Todo"])
    #expect(try StoreDocument(FileInput(.data(data)), as: format).models.map(\.name) == ["Todo"])
    try store.load(from: .data(data), as: format)
    #expect(store.tables.all.map(\.layout.name) == ["Todo"])
  }

  @Test func `a file has values as documents, and is read from another program`() throws {
    store[.text] = "one"
    store[Key("dates", default: [Date]())] = [Date(timeIntervalSince1970: 0)]
    let text = try store.string()
    #expect(text.contains(#"{"key": "dates", "value": ["1970-01-01T00:00:00Z"]}"#), "\(text)")
    let other = Store(notificationCenter: nil)
    try other.load(
      from: .data(Data(text.replacing("\"one\"", with: "\"two\"").utf8)), models: [])
    #expect(other[.text] == "two")
  }

  @Test func `values are loaded without listing their model; a file without them leaves them, unless it is listed`()
    throws
  {
    try Todo.create { $0.name = "one" }
    let without = try store.data(as: .compact)
    store[.text] = "mine"
    let with = try store.data(as: .compact)
    store[.text] = "changed"
    store[.number] = 5
    try store.load(from: .data(without))
    #expect(store[.text] == "changed")
    try store.load(from: .data(with))
    #expect(store[.text] == "mine" && store[.number] == 0)
    try store.load(from: .data(without), models: [KeyedValue.self])
    #expect(store[.text] == "none" && KeyedValue.count == 0)
  }

  @Test func `a file is merged value by value, with conflicts`() throws {
    let theirs = Store(notificationCenter: nil)
    theirs[.text] = "theirs"
    theirs[.number] = 5
    let data = try theirs.data(as: .json)
    store[.text] = "mine"
    store[.blank] = "kept"
    #expect(throws: ChangeConflicts.self) { try store.load(from: .data(data), policy: .merge(onConflict: .fail)) }
    #expect(store[.text] == "mine" && store[.number] == 0)
    let report = try store.load(from: .data(data), policy: .merge(onConflict: .theirs))
    #expect(report.conflicts.count == 1)
    #expect(store[.text] == "mine" && store[.number] == 5 && store[.blank] == "kept")
    try store.load(from: .data(data), policy: .merge(onConflict: .ours))
    #expect(store[.text] == "theirs" && store[.blank] == "kept")
    #expect(throws: ChangesetError.self) { try store.load(from: .data(data), policy: .append) }
  }

  @Test func `a changeset with values is decoded without listing their model`() throws {
    let changes = Collector<Changeset>()
    let observation = store.observeCommits { changes.add($0) }
    store[.text] = "one"
    try store.inTransaction {
      store[.text] = "two"
      try Todo.create { $0.name = "one" }
    }
    store[.maybe] = nil
    let data = try JSONEncoder().encode(changes.values)
    let other = Store(notificationCenter: nil)
    for changeset in try JSONDecoder().decode([Changeset].self, from: data, configuration: [Todo.self]) {
      try other.apply(changeset)
    }
    #expect(values(other) == values(store) && other.table(Todo.self).count == 1)
    withExtendedLifetime(observation) {}
  }

  @Test func `a model of the program with the name of that of values is the one of its files`() throws {
    enum Own {
      struct KeyedValue: Model {
        var id = 0
        var amount = 0
        static let schema = Schema<KeyedValue> { Column(\.amount) }
      }
    }
    let own = store.table(Own.KeyedValue.self)
    try own.create { $0.amount = 5 }
    let data = try store.data(as: .json)
    let other = Store(notificationCenter: nil)
    try other.load(from: .data(data), models: [Own.KeyedValue.self])
    #expect(other.table(Own.KeyedValue.self).first?.amount == 5)
    store[.text] = "one"
    #expect(throws: FileError.sameName(file: "in memory", model: "KeyedValue")) { try store.data(as: .json) }
  }
}
