import Foundation
import MotionModel
import MotionModelTestSupport
import Testing

/// A record is changed if its content differs, also where `==` considers the values equal.
@Suite(.ownStore) struct SameContentTests {
  struct Reading: Model {
    var id = 0
    var value = 0.0
    var small: Float?
    var name = ""
    var taken = Date(timeIntervalSinceReferenceDate: 0)
    var tags: [String] = []
    var notes: [String: Double] = [:]
    var document = Sample()

    static let schema = Schema<Reading> {
      Column(\.value)
      Column(\.small)
      Column(\.name, .unique)
      Column(\.taken)
      Column(\.tags)
      Column(\.notes)
      Column(\.document)
    }
  }

  /// A document whose `==` ignores a property.
  struct Sample: Codable, Sendable, Hashable {
    var text = ""
    var marks: Set<String> = []
    var note = ""

    static func == (first: Sample, second: Sample) -> Bool { first.text == second.text && first.marks == second.marks }
    func hash(into hasher: inout Hasher) { hasher.combine(text) }
  }

  /// A type that is stored as a number, and whose `==` is true for numbers of the same grade.
  struct Grade: ColumnValue {
    var points = 0

    init(points: Int) { self.points = points }
    init(attribute: AttributeValue) throws(CastError) { points = try Int(attribute: attribute) }
    var attribute: AttributeValue { points.attribute }
    static var columnType: ColumnType { .int(bits: 64) }
    static func == (first: Grade, second: Grade) -> Bool { first.points / 10 == second.points / 10 }
    static func < (first: Grade, second: Grade) -> Bool { first.points / 10 < second.points / 10 }
    func hash(into hasher: inout Hasher) { hasher.combine(points / 10) }
  }

  struct Paper: Model {
    var id = 0
    var grade = Grade(points: 0)
    static let schema = Schema<Paper> { Column(\.grade) }
  }

  private func isSaved(_ before: (inout Reading) -> Void, _ after: (inout Reading) -> Void) throws -> Bool {
    var reading = try Reading.create { before(&$0) }
    after(&reading)
    let commits = Store.current.commitCount
    try reading.save()
    return Store.current.commitCount == commits + 1
  }

  @Test func `negative zero and zero are different values`() throws {
    #expect(try isSaved({ $0.value = 0 }, { $0.value = -0.0 }))
    #expect(Reading.last?.value.sign == .minus)
    #expect(try isSaved({ ($0.small, $0.name) = (0, "b") }, { $0.small = -0.0 }))
    #expect(try isSaved({ ($0.notes, $0.name) = (["a": 0], "c") }, { $0.notes = ["a": -0.0] }))
  }

  @Test func `strings in different normal forms are different values`() throws {
    #expect(try isSaved({ $0.name = "\u{E9}" }, { $0.name = "e\u{301}" }))
    #expect(Reading.last.map { Array($0.name.unicodeScalars.map(\.value)) } == [0x65, 0x301])
    #expect(try isSaved({ ($0.tags, $0.name) = (["\u{E9}"], "b") }, { $0.tags = ["e\u{301}"] }))
    #expect(try isSaved({ ($0.notes, $0.name) = (["\u{E9}": 1], "c") }, { $0.notes = ["e\u{301}": 1] }))
    #expect(throws: StoreError.notUnique(model: "Reading", columns: ["name"], id: "1")) {
      try Reading.create { $0.name = "\u{E9}" }
    }
  }

  @Test func `all NaN are the same value`() throws {
    #expect(try !isSaved({ $0.value = .nan }, { $0.value = -.nan }))
    #expect(try !isSaved({ ($0.notes, $0.name) = (["a": .nan], "b") }, { $0.notes = ["a": .signalingNaN] }))
    #expect(try isSaved({ $0.name = "c" }, { $0.value = .nan }))
  }

  @Test func `stored values are compared, not the values by their own equality`() throws {
    var paper = try Paper.create { $0.grade = Grade(points: 81) }
    paper.grade = Grade(points: 89)
    try paper.save()
    #expect(Paper.find(paper.id)?.grade.points == 89)
  }

  @Test func `the contents of documents are compared, not the documents by their own equality`() throws {
    #expect(try isSaved({ $0.name = "a" }, { $0.document.note = "changed" }))
    #expect(try isSaved({ $0.name = "b" }, { $0.document.text = "changed" }))
  }

  @Test func `sets that were built in different orders are the same`() throws {
    let words = (0..<40).map { "word \($0)" }
    var sets: [Set<String>] = []
    for count in [0, 100, 3_000] {
      var set = Set<String>(minimumCapacity: count)
      for word in words.shuffled() { set.insert(word) }
      sets.append(set)
    }
    for (number, set) in sets.enumerated() {
      #expect(
        try !isSaved({ ($0.document.marks, $0.name) = (sets[0], "\(number)") }, { $0.document.marks = set }))
    }
  }

  @Test func `a changeset from negative zero to zero is not empty`() throws {
    var reading = try Reading.create { $0.value = -0.0 }
    let before = Store.current.snapshot()
    try reading.update { $0.value = 0 }
    #expect(Changeset.difference(from: before, to: .current).count == 1)
    #expect(
      Changeset.difference(from: before, to: .current).changes(of: Reading.self)[0].columns.map(\.column) == ["value"])
    try Store.current.apply(Changeset.difference(from: .current, to: before))
    #expect(Reading.first?.value.sign == .minus)
  }

  @Test func `changes to the same value do not conflict, and changes to values that are only equal do`() throws {
    try Reading.create { $0.name = "a" }
    func merged(_ ours: (inout Reading) -> Void, _ theirs: (inout Reading) -> Void) throws -> Reading? {
      let store = Store.current.snapshot()
      func changes(_ change: (inout Reading) -> Void) throws -> Changeset {
        let fork = store.fork()
        try Store.with(fork) {
          var reading = try Reading.require(1)
          try reading.update { change(&$0) }
        }
        return .difference(from: store, to: fork)
      }
      let (own, other) = (try changes(ours), try changes(theirs))
      try Store.current.apply(other)
      defer { _ = try? Store.current.apply(.difference(from: .current, to: store)) }
      try Store.current.merge(own)
      return Reading.find(1)
    }
    #expect(try merged({ $0.value = .nan }, { $0.value = -.nan })?.value.isNaN == true)
    #expect(try merged({ $0.value = 2 }, { $0.value = 2 })?.value == 2)
    #expect(throws: ChangeConflicts.self) { try merged({ $0.name = "\u{E9}" }, { $0.name = "e\u{301}" }) }
  }

  @Test(arguments: 0..<10) func `random values are saved exactly when they differ`(part: Int) throws {
    var random = TestSeed.generator(44_000 + part)
    for number in 0..<60 {
      var record = try AllTypes.random(number * 2, using: &random).inserted()
      let other = AllTypes.random(number * 2, using: &random)
      let commits = Store.current.commitCount
      record.double = other.double
      record.string = other.string
      record.document = other.document
      let stored = try AllTypes.require(record.id)
      let isSame = exactText(stored) == exactText(record)
      try record.save()
      let isWritten = Store.current.commitCount > commits
      #expect(isWritten != isSame, "record \(number), part \(part), seed \(TestSeed.current)")
    }
  }
}

extension AllTypes {
  fileprivate func inserted() throws -> AllTypes {
    var copy = self
    try copy.insert()
    return copy
  }
}
