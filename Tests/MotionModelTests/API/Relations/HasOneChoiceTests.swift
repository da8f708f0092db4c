import MotionModel
import MotionModelTestSupport
import MotionModelTesting
import Testing

private struct Binder: Model, Equatable {
  var id = 0
  var newest: Int?
  var editedCount = 0
  static let schema = Schema<Binder> {
    Derived(\.newest, maximum: \.latest, \.number)
    Derived(\.editedCount, count: \.edited)
  }
  struct Relations {
    let sheets = HasMany<Sheet>(\.binderID, dependent: .destroy)
    let latest = HasOne<Sheet>(\.binderID, dependent: .destroy) { $0.order(by: \.number, .descending) }
      .acceptingAttributes(allowingRemoval: true)
    let oldest = HasOne<Sheet>(\.binderID)
    let second = HasOne<Sheet>(\.binderID) { $0.order(by: \.number).offset(1) }
    let edited = HasOne<Sheet>(\.binderID) { $0.where(\.editorID != nil).order(by: \.number) }
    let editor = HasOne<Editor>(through: \.latest, \.editor)
    let topMark = HasOne<Grading>(through: \.sheets, \.marks) { $0.order(by: \.value, .descending) }
    let marks = HasMany<Grading>(through: \.latest, \.marks)
  }
  static let relations = Relations()
}

private struct Sheet: Model, Equatable {
  var id = 0
  var binderID = 0
  var number = 0
  var editorID: Int?
  static let schema = Schema<Sheet> {
    Column(\.binderID)
    Column(\.number)
    Column(\.editorID)
  }
  struct Relations {
    let binder = BelongsTo<Binder>(\.binderID, required: false)
    let editor = BelongsTo<Editor>(\.editorID)
    let marks = HasMany<Grading>(\.sheetID, dependent: .destroy)
  }
  static let relations = Relations()
}

private struct Editor: Model, Equatable {
  var id = 0
  var name = ""
  static let schema = Schema<Editor> { Column(\.name) }
  struct Relations {
    let sheets = HasMany<Sheet>(\.editorID)
    let binders = HasMany<Binder>(through: \.sheets, \.binder)
  }
  static let relations = Relations()
}

private struct Grading: Model, Equatable {
  var id = 0
  var sheetID = 0
  var value = 0
  static let schema = Schema<Grading> {
    Column(\.sheetID)
    Column(\.value)
  }
  struct Relations { let sheet = BelongsTo<Sheet>(\.sheetID, required: false) }
  static let relations = Relations()
}

/// A relation to one of several records means the record that reading gives, in every call.
@Suite(.store) struct HasOneChoiceTests {
  private func binder(_ numbers: Int...) throws -> Binder {
    var binder = try Binder.create()
    for number in numbers { try binder.sheets.create { $0.number = number } }
    try binder.reload()
    return binder
  }

  private typealias One<Target: Model> = any KeyPath<Binder.Relations, Binder.HasOne<Target>> & Sendable

  /// Compares all ways to ask for a column of a relation with what reading the relation gives.
  private func check<Target: Model & Equatable>(
    _ relation: One<Target>, _ property: any KeyPath<Target, Int> & Sendable, _ words: String,
    location: SourceLocation = #_sourceLocation
  ) where Target.Adapter == ArrayAdapter {
    let binders = Binder.all
    let one = Dictionary(uniqueKeysWithValues: binders.map { ($0.id, $0[dynamicMember: relation]) })
    func expect(_ found: [Int], _ isMet: (Target?) -> Bool, _ call: String) {
      let expected = binders.map(\.id).filter { isMet(one[$0] ?? nil) }
      #expect(found == expected, "\(call), \(words)", sourceLocation: location)
    }
    let records = Binder.records
    expect(records.where { $0[dynamicMember: relation].exists }.ids, { $0 != nil }, "exists")
    expect(records.where { $0[dynamicMember: relation].isMissing }.ids, { $0 == nil }, "missing")
    for value in 0..<6 {
      func isEqual(_ record: Target?) -> Bool { record.map { $0[keyPath: property] == value } ?? false }
      expect(
        records.where { $0[dynamicMember: relation][dynamicMember: property] == value }.ids, isEqual, "== \(value)")
      expect(
        records.where { $0[dynamicMember: relation][dynamicMember: property] != value }.ids,
        { $0.map { $0[keyPath: property] != value } ?? false }, "!= \(value)")
      expect(
        records.where { $0[dynamicMember: relation].matches { $0[dynamicMember: property] == value } }.ids, isEqual,
        "matches \(value)")
      expect(
        records.where { $0[dynamicMember: relation][dynamicMember: property] + 0 == value }.ids, isEqual,
        "computed \(value)")
      #expect(
        binders.filter(records.where { $0[dynamicMember: relation][dynamicMember: property] == value }.matches).map(
          \.id)
          == binders.filter { isEqual(one[$0.id] ?? nil) }.map(\.id), "one record, \(words)", sourceLocation: location)
    }
    func key(_ binder: Binder) -> Int { (one[binder.id] ?? nil)?[keyPath: property] ?? .max }
    let ordered = binders.enumerated().sorted { (key($0.element), $0.offset) < (key($1.element), $1.offset) }
    #expect(
      records.order(by: { $0[dynamicMember: relation][dynamicMember: property] }).ids == ordered.map(\.element.id),
      "order, \(words)", sourceLocation: location)
    #expect(
      records.including(relation).all.map(\.1) == binders.map { one[$0.id] ?? nil }, "including, \(words)",
      sourceLocation: location)
    #expect(
      records.join(relation).map(\.1) == binders.compactMap { one[$0.id] ?? nil }, "join, \(words)",
      sourceLocation: location)
  }

  private func checkAll(_ words: String, location: SourceLocation = #_sourceLocation) throws {
    check(\.latest, \.number, "latest, \(words)", location: location)
    check(\.oldest, \.number, "oldest, \(words)", location: location)
    check(\.second, \.number, "second, \(words)", location: location)
    check(\.edited, \.number, "edited, \(words)", location: location)
    check(\.editor, \.id, "editor, \(words)", location: location)
    check(\.topMark, \.value, "topMark, \(words)", location: location)
    for binder in Binder.all {
      #expect(binder.newest == binder.latest?.number, "\(words)", sourceLocation: location)
      #expect(binder.editedCount == (binder.edited == nil ? 0 : 1), "\(words)", sourceLocation: location)
      #expect(binder.marks.all == binder.latest?.marks.all ?? [], "\(words)", sourceLocation: location)
      #expect(
        Binder.where { $0.marks.count > 0 }.ids.contains(binder.id) == (binder.marks.count > 0), "\(words)",
        sourceLocation: location)
    }
    #expect(try Store.current.verify() == [], "\(words)", sourceLocation: location)
  }

  @Test func `every call means the record that reading gives`() throws {
    _ = try [binder(3, 5, 4), binder(1, 5, 2), binder(), binder(4)]
    #expect(Binder.all.map { $0.latest?.number } == [5, 5, nil, 4])
    #expect(Binder.where { $0.latest.number == 3 }.isEmpty && Binder.where { $0.oldest.number == 3 }.ids == [1])
    try checkAll("as created")
  }

  @Test func `random writes agree with reading`() throws {
    var random = TestSeed.generator()
    for name in ["a", "b"] { try Editor.create { $0.name = name } }
    for _ in 0..<4 { try Binder.create() }
    for step in 0..<120 {
      let binder = try #require(Binder.find(random.number(1...4)))
      let sheet = random.pick(Sheet.all + [Sheet()])
      switch random.number(0...9) {
      case 0...3:
        try binder.sheets.create {
          ($0.number, $0.editorID) = (random.number(0...5), random.pick([nil, 1, 2]))
        }
      case 4: try Sheet.where(\.id == sheet.id).updateAll { $0.number = random.number(0...5) }
      case 5: try Sheet.where(\.id == sheet.id).updateAll { $0.binderID = binder.id }
      case 6: try Sheet.where(\.id == sheet.id).updateAll { $0.editorID = random.pick([nil, 1, 2]) }
      case 7: if sheet.id != 0 { try sheet.marks.create { $0.value = random.number(0...5) } }
      case 8: _ = try sheet.id != 0 ? sheet.destroy() : binder.remove(\.edited)
      default: try binder.create(\.latest) { $0.number = random.number(0...5) }
      }
      if step % 5 == 4 { try checkAll("step \(step), seed \(TestSeed.current)") }
    }
  }

  @Test func `only the record that reading gives is replaced`() throws {
    let first = try binder(3, 5, 4)
    var same = try #require(first.latest)
    try first.set(\.latest, to: &same)
    #expect(first.sheets.pluck(\.number) == [3, 5, 4])
    try first.create(\.latest) { $0.number = 9 }
    #expect(first.sheets.pluck(\.number) == [3, 4, 9])
    #expect(try first.remove(\.latest) && first.sheets.pluck(\.number) == [3, 4])
    var moved = try #require(try binder(7, 8).latest)
    try first.set(\.latest, to: &moved)
    #expect(first.sheets.pluck(\.number) == [3, 8] && first.latest == moved)
    #expect(try Store.current.verify() == [])
  }

  @Test func `attributes mean the record that reading gives`() throws {
    var first = try binder(3, 5, 4)
    try first.update(attributes: ["latest": ["number": 1]])
    #expect(first.sheets.pluck(\.number) == [3, 4, 1])
    let latest = try #require(first.latest)
    try first.update(attributes: ["latest": ["id": .int(Int64(latest.id)), "number": 6]])
    #expect(first.latest?.number == 6 && first.latest?.id == latest.id)
    let other = try #require(first.sheets.where(\.number == 1).first)
    #expect(throws: (any Error).self) {
      try first.update(attributes: ["latest": ["id": .int(Int64(other.id)), "number": 7]])
    }
    try first.update(attributes: ["latest": ["id": .int(Int64(latest.id)), "_destroy": true]])
    #expect(first.sheets.pluck(\.number) == [3, 1])
  }

  @Test func `no record keeps the key of an owner that was destroyed`() throws {
    let first = try binder(3, 5, 4)
    #expect(try first.destroy() && Sheet.isEmpty)
  }

  @Test func `the explanation of a condition is about the record that reading gives`() throws {
    let first = try binder(3, 5, 4)
    let explanation = "\(Binder.where { $0.latest.number == 3 }.explain(first))"
    #expect(explanation.contains("number == 3"), "\(explanation)")
  }
}
