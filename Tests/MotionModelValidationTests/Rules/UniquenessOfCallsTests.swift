import Foundation
import MotionModel
import MotionModelTestSupport
import MotionModelValidation
import Testing

/// A record whose hooks run code of the test.
private struct Label: Model, Validatable, Equatable {
  var id = 0
  var name = ""
  var size = 0

  static let schema = Schema<Label> {
    Column(\.name)
    Column(\.size)
  }
  static let validations = Validations<Label> {
    Uniqueness(\.name)
    Numericality(\.size, .lessThan(10))
  }

  /// The hooks of a test. It is a structure because task-local closures crash when they are optimised (Swift 6.3 on
  /// Linux).
  struct Interference {
    var before: @Sendable (inout Label) throws -> Void = { _ in }
    var after: @Sendable (Label) throws -> Void = { _ in }
  }

  @TaskLocal static var interference = Interference()
  static let hooks: Hooks<Label> = [
    .beforeSave { label, _ in try interference.before(&label) },
    .afterSave { label, _ in try interference.after(label) },
  ]

  static func with(_ interference: Interference, _ body: () throws -> Void) throws {
    try $interference.withValue(interference, operation: body)
  }

  init() {}
  init(_ name: String, size: Int = 0) { (self.name, self.size) = (name, size) }
}

/// A record with a unique column, and a parent that takes nested attributes.
private struct Tag: Model, Validatable, Equatable {
  var id = 0
  var name = ""
  var code: String?
  var listID: Int?

  static let schema = Schema<Tag> {
    Column(\.name)
    Column(\.code, .unique)
    Column(\.listID)
  }
  static let validations = Validations<Tag> { Uniqueness(\.name, scope: \.listID) }

  init() {}
  init(_ name: String, code: String? = nil) { (self.name, self.code) = (name, code) }
}

private struct List: Model, Equatable {
  var id = 0
  var name = ""
  static let schema = Schema<List> { Column(\.name) }
  struct Relations { let tags = HasMany<Tag>(\.listID, dependent: .destroy).acceptingAttributes() }
  static let relations = Relations()
}

/// A record without rules.
private struct Plain: Model, Equatable {
  var id = 0
  var code = ""
  static let schema = Schema<Plain> { Column(\.code, .unique) }

  init() {}
  init(_ code: String) { self.code = code }
}

/// A record without rules that is saved inside a hook.
private struct Wrapped: Model, Equatable {
  var id = 0
  var code = ""
  static let schema = Schema<Wrapped> { Column(\.code, .unique) }
  static let hooks: Hooks<Wrapped> = [.aroundSave { record, _, proceed in try proceed(&record) }]

  init() {}
  init(_ code: String) { self.code = code }
}

@Suite(.ownStore) struct UniquenessOfCallsTests {
  private func refusal(_ body: () throws -> Void) throws -> RecordInvalid {
    try #require(throws: RecordInvalid.self, performing: body)
  }

  // MARK: - Many

  @Test func `a bulk insert of two equal records is refused, and the error has a record without an id`() throws {
    let invalid = try refusal {
      try RuledPlate.insert(contentsOf: [RuledPlate("a"), RuledPlate("b"), RuledPlate("a")])
    }
    #expect(invalid.record as? RuledPlate == RuledPlate("a"))
    #expect(invalid.errors.description == "[name: taken]")
    #expect(
      invalid.description == "The RuledPlate cannot be saved, because it is not valid: Name has already been taken.")
    #expect(RuledPlate.count == 0)
    #expect(Store.current.commitCount == 0)
  }

  @Test func `an updateAll that makes records equal is refused`() throws {
    let plates = try RuledPlate.insert(contentsOf: [RuledPlate("a"), RuledPlate("b")])
    let invalid = try refusal { try RuledPlate.updateAll { $0.name = "c" } }
    #expect(invalid.errors.description == "[name: taken]")
    #expect(RuledPlate.all == plates)
  }

  @Test func `an updateAll of records that are equal already is refused, unless it makes them different`() throws {
    for _ in 0..<2 {
      var plate = RuledPlate("a")
      try plate.save(validate: false)
    }
    let invalid = try refusal { try RuledPlate.updateAll { _ in } }
    #expect(invalid.errors.description == "[name: taken]")
    try RuledPlate.updateAll { if $0.id == 2 { $0.name = "b" } }
    #expect(RuledPlate.all.map(\.name) == ["a", "b"])
  }

  private func shiftAndSwap<Record: Plate>(_ model: Record.Type) throws {
    try Record.insert(contentsOf: ["1", "2", "3"].map { Record($0) })
    try Record.updateAll { $0.name = "\((Int($0.name) ?? 0) + 1)" }
    #expect(Record.all.map(\.name) == ["2", "3", "4"], "\(model)")
    try Record.updateAll { $0.name = $0.name == "2" ? "3" : $0.name == "3" ? "2" : "4" }
    #expect(Record.all.map(\.name) == ["3", "2", "4"], "\(model)")
    let invalid = try refusal { try Record.updateAll { if $0.id == 1 { $0.name = "4" } } }
    #expect(Set(invalid.errors.map(\.rule)) == [.taken], "\(model)")
    #expect(Record.all.map(\.name) == ["3", "2", "4"], "\(model)")
    #expect(Store.current.violation() == nil, "\(model)")
  }

  @Test
  func `updateAll can shift and swap unique values, whichever rule or index makes them unique`()
    throws
  {
    try shiftAndSwap(RuledPlate.self)
    try shiftAndSwap(HookedPlate.self)
    try shiftAndSwap(WrappedPlate.self)
    try shiftAndSwap(LoweredPlate.self)
    try shiftAndSwap(WrappedLoweredPlate.self)
    try shiftAndSwap(IndexedPlate.self)
    try shiftAndSwap(WrappedIndexedPlate.self)
  }

  @Test func `each record of a call is compared once`() throws {
    let entries = Collector<String>()
    let log = Store.current.logFinders(slowerThan: .zero, repeatedMoreThan: nil) { entries.add("\($0)") }
    defer { log.cancel() }
    try RuledPlate.insert(contentsOf: (0..<100).map { RuledPlate("\($0)") })
    #expect(entries.values.count == 100)
  }

  @Test func `a warning does not refuse a call`() throws {
    struct Loose: Model, Validatable {
      var id = 0
      var name = ""
      static let schema = Schema<Loose> { Column(\.name) }
      static let validations = Validations<Loose> { Uniqueness(\.name).severity(.warning) }
    }
    try Loose.insert(contentsOf: [Loose(), Loose()])
    #expect(Loose.count == 2)
  }

  @Test func `options apply to each record of a call`() throws {
    struct Optional: Model, Validatable {
      var id = 0
      var name = ""
      static let schema = Schema<Optional> { Column(\.name) }
      static let validations = Validations<Optional> { Uniqueness(\.name).on(.create).unless { $0.name.isEmpty } }
    }
    try Optional.insert(contentsOf: [Optional(), Optional()])
    _ = try refusal { try Optional.insert(contentsOf: ["a", "a"].map { name in Optional.new { $0.name = name } }) }
    try Optional.updateAll { $0.name = "a" }
    #expect(Optional.all.map(\.name) == ["a", "a"])
  }

  // MARK: - One

  @Test func `a single record is refused with all of its errors`() throws {
    try Label("a").saved()
    let invalid = try refusal { try Label("a", size: 12).saved() }
    #expect(invalid.errors.description == "[name: taken, size: lessThan(other: 10)]")
    let alone = try refusal { try Label.insert(contentsOf: [Label("a", size: 12)]) }
    #expect(alone.errors == invalid.errors)
  }

  @Test func `inside a transaction a single record is refused at once, and the transaction continues`() throws {
    let store = Store.current
    var (first, second) = (RuledPlate("a"), RuledPlate("b"))
    try store.inTransaction {
      try first.save()
      try second.save()
      second.name = "a"
      _ = try refusal { try second.save() }
      #expect(try !second.saveIfValid())
      try RuledPlate.updateAll { $0.name = $0.name == "a" ? "b" : "a" }
    }
    #expect(RuledPlate.all.map(\.name) == ["b", "a"])
  }

  @Test func `a record is refused if a hook makes it equal to another`() throws {
    try Label("a").saved()
    try Label.with(.init(before: { $0.name = "a" })) {
      let invalid = try refusal { try Label("b").saved() }
      #expect(invalid.record as? Label == Label("b"))
      #expect(invalid.errors.description == "[name: taken]")
      _ = try refusal { try Label.insert(contentsOf: [Label("b")]) }
      _ = try refusal { try Label.insert(contentsOf: [Label("b"), Label("c")]) }
    }
    #expect(Label.all.map(\.name) == ["a"])
  }

  @Test func `a record is refused if a hook saves an equal one`() throws {
    try Label.with(.init(before: { if $0.size == 0 { try Label($0.name, size: 1).saved() } })) {
      _ = try refusal { try Label("b").saved() }
      _ = try refusal { try Label.insert(contentsOf: [Label("b")]) }
    }
    try Label.with(.init(after: { if $0.size == 0 { try Label($0.name, size: 1).saved() } })) {
      _ = try refusal { try Label("b").saved() }
    }
    #expect(Label.isEmpty)
    #expect(Store.current.commitCount == 0)
  }

  @Test func `a record is saved if a hook makes it unique again`() throws {
    try Label("a").saved()
    let renaming = Label.Interference(after: { label in
      var label = label
      if label.name == "b" { try label.update { $0.name = "c" } }
    })
    try Label.with(renaming) { try Label("b").saved() }
    #expect(Label.all.map(\.name) == ["a", "c"])
  }

  // MARK: - Other ways of writing

  @Test func `attributes, relations and imports are validated for uniqueness`() throws {
    var list = try List.create(attributes: ["tags": [["name": "a"], ["name": "b"]]])
    _ = try refusal { try list.update(attributes: ["tags": [["name": "c"], ["name": "c"]]]) }
    _ = try refusal { try list.update(attributes: ["tags": [["id": 1, "name": "b"]]]) }
    _ = try refusal { try list.tags.append(contentsOf: [Tag("d"), Tag("d")]) }
    _ = try refusal { try list.tags.replace(with: [Tag("d"), Tag("d")]) }
    _ = try refusal { try list.tags.create { $0.name = "a" } }
    _ = try refusal { try list.tags.updateAll { $0.name = "z" } }
    #expect(list.tags.pluck(\.name) == ["a", "b"])
    let report = try Tag.importRows([["name": "x"], ["name": "x"], ["name": "y"]])
    #expect(report.records.map(\.name) == ["x", "y"])
    #expect(report.failures.map(\.row) == [2])
    #expect((report.failures.first?.error as? RecordInvalid)?.errors.description == "[name: taken]")
  }

  // MARK: - Unique columns

  @Test func `a bulk call and a save that violate a unique column throw the same error`() throws {
    try Tag("a", code: "x").saved()
    let alone = try refusal { try Tag("b", code: "x").saved() }
    let together = try refusal { try Tag.insert(contentsOf: [Tag("b", code: "x"), Tag("c")]) }
    let alike = try refusal { try Tag.insert(contentsOf: [Tag("b", code: "y"), Tag("c", code: "y")]) }
    #expect(alone.errors.description == "[code: taken]")
    #expect(together.errors == alone.errors)
    #expect(alike.errors == alone.errors)
    #expect(together.record as? Tag == Tag("b", code: "x"))
    #expect(Tag.count == 1)
  }

  @Test func `a refusal names the stored record by its id, and one of the same call by its number`() throws {
    try Plain("x").saved()
    #expect(throws: StoreError.notUnique(model: "Plain", columns: ["code"], id: "1")) {
      try Plain.insert(contentsOf: [Plain("y"), Plain("x")])
    }
    let error = #expect(throws: StoreError.self) { try Plain.insert(contentsOf: [Plain("y"), Plain("z"), Plain("y")]) }
    #expect(error == .notUnique(model: "Plain", columns: ["code"], id: nil, number: 3))
    #expect(
      error?.description
        == "The Plain cannot be saved, because record 3 of the same call has the same value in its unique column \"code\"."
    )
    let plains = try Plain.insert(contentsOf: [Plain("y"), Plain("z")])
    #expect(throws: StoreError.notUnique(model: "Plain", columns: ["code"], id: "2")) {
      try Plain.updateAll { $0.code = "c" }
    }
    #expect(Plain.all.suffix(2) == plains[...])
    try Wrapped("x").saved()
    #expect(throws: StoreError.notUnique(model: "Wrapped", columns: ["code"], id: "1")) {
      try Wrapped.insert(contentsOf: [Wrapped("y"), Wrapped("x")])
    }
    #expect(throws: StoreError.notUnique(model: "Wrapped", columns: ["code"], id: nil, number: 3)) {
      try Wrapped.insert(contentsOf: [Wrapped("y"), Wrapped("z"), Wrapped("y")])
    }
    #expect(Wrapped.count == 1)
    #expect(Store.current.violation() == nil)
  }
}

extension Model {
  @discardableResult
  fileprivate func saved() throws -> Self {
    var record = self
    try record.save()
    return record
  }
}
