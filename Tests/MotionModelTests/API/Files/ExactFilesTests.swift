import Foundation
import MotionModel
import MotionModelTestSupport
import Testing

/// In every format, each bit of a written value is read again, and values that could not be read are not written.
@Suite(.ownStore, .temporaryFolder) struct ExactFilesTests {
  private struct Plot: Model {
    var id = 0
    var thicket = Thicket()
    var maybeThicket: Thicket?
    static let schema = Schema<Plot> {
      Column(\.thicket)
      Column(\.maybeThicket)
    }
  }

  private struct Memo: Model {
    var id = 0
    var extra: AttributeValue = 1
    static let schema = Schema<Memo> { Column(\.extra) }
  }

  /// Its default depends on the store.
  private struct Counted: Model {
    var id = 0
    var number = 0
    static let schema = Schema<Counted> { Column(\.number, default: Memo.count) }
  }

  private let file = TemporaryFolder.current.appending(path: "store")

  @Test(arguments: FileFormat.allCases) func `a value that is written as null is read again, and not the default`(
    format: FileFormat
  ) throws {
    try Memo.insert(contentsOf: [Memo(extra: .null), Memo(extra: [.null]), Memo()])
    try reload(format, [Memo.self]) { #expect(Memo.pluck(\.extra) == [.null, [.null], 1]) }
  }

  @Test func `defaults ask the store that is loaded`() throws {
    try Data(#"{"id": 1}"#.utf8).write(to: file)
    let other = Store()
    try other.table(Memo.self).insert(contentsOf: [Memo(), Memo()])
    try other.table(Counted.self).load(from: file, as: .jsonLines)
    #expect(other.table(Counted.self).first?.number == 2)
  }

  /// Saves the current store, loads the file into a new store, and runs `body` in that.
  private func reload(_ format: FileFormat, _ models: [any Model.Type], _ body: () throws -> Void) throws {
    try Store.current.save(to: file, as: format)
    let other = Store()
    try other.load(from: file, as: format.ifNotShown, models: models)
    try Store.with(other) { try body() }
    let written = try Data(contentsOf: file)
    try other.save(to: file, as: format)
    let isStable = try Data(contentsOf: file) == written
    #expect(isStable, "seed \(TestSeed.current), \(format)")
  }

  /// Expects the same records; a failure names the columns that differ.
  private func expect<Record>(_ records: [Record], toBe others: [Record], _ comment: Comment) {
    #expect(records.count == others.count, comment)
    for (record, other) in zip(records, others) { #expect(exactDifferences(record, other) == [], comment) }
  }

  @Test(arguments: FileFormat.allCases, 0..<2) func `records with columns of all types are read again bit for bit`(
    format: FileFormat, part: Int
  ) throws {
    var random = TestSeed.generator(3_100 + part)
    let comment = Comment(rawValue: "seed \(TestSeed.current), part \(part), \(format)")
    let records = try AllTypes.insert(contentsOf: (1...60).map { AllTypes.random($0, using: &random) })
    try reload(format, [AllTypes.self]) {
      expect(AllTypes.all, toBe: records, comment)
    }
    try AllTypes.save(to: file, as: format)
    try Store.with(Store()) {
      try AllTypes.load(from: file, as: format)
      expect(AllTypes.all, toBe: records, comment)
    }
  }

  @Test(arguments: FileFormat.allCases, 0..<2) func `documents of any shape are read again bit for bit`(
    format: FileFormat, part: Int
  ) throws {
    var random = TestSeed.generator(3_200 + part)
    let comment = Comment(rawValue: "seed \(TestSeed.current), part \(part), \(format)")
    var plots: [Plot] = []
    for _ in 0..<6 {
      var plot = Plot()
      plot.thicket = .random(size: random.pick([1, 2, 10, 40]), using: &random)
      plot.maybeThicket = random.chance(50) ? nil : .random(size: random.pick([1, 5]), using: &random)
      plots.append(plot)
    }
    plots = try Plot.insert(contentsOf: plots)
    try reload(format, [Plot.self]) {
      expect(Plot.all, toBe: plots, comment)
    }
  }

  @Test(arguments: 0..<4) func `changesets are decoded again bit for bit`(part: Int) throws {
    var random = TestSeed.generator(3_300 + part)
    let comment = Comment(rawValue: "seed \(TestSeed.current), part \(part)")
    let records = try AllTypes.insert(contentsOf: (1...30).map { AllTypes.random($0, using: &random) })
    var plot = Plot()
    plot.thicket = .random(size: 8, using: &random)
    let plots = try Plot.insert(contentsOf: [plot])
    let changes = Changeset.difference(from: Store(), to: Store.current)
    let data = try JSONEncoder().encode(changes)
    let other = Store()
    try other.apply(JSONDecoder().decode(Changeset.self, from: data, configuration: [AllTypes.self, Plot.self]))
    expect(other.table(AllTypes.self).records.all, toBe: records, comment)
    expect(other.table(Plot.self).records.all, toBe: plots, comment)
  }

  // MARK: - Values that cannot be written

  private struct Remark: Codable, Sendable, Equatable {
    var answers: [Remark] = []
    var depth: Int {
      var (depth, comment) = (1, self)
      while let answer = comment.answers.first { (depth, comment) = (depth + 1, answer) }
      return depth
    }
    static func thread(_ depth: Int) -> Remark {
      (1..<depth).reduce(Remark()) { comment, _ in Remark(answers: [comment]) }
    }
  }
  private struct Post: Model {
    var id = 0
    var comment = Remark()
    static let schema = Schema<Post> { Column(\.comment) }
  }

  @Test(arguments: FileFormat.allCases)
  func `a document nested 500 deep is read again, and a deeper one is not written`(
    format: FileFormat
  ) throws {
    var post = try Post.create { $0.comment = .thread(250) }
    try reload(format, [Post.self]) { #expect(Post.first?.comment == .thread(250)) }
    let written = try Data(contentsOf: file)
    for depth in [251, 8_000] {
      post.comment = .thread(depth)
      try post.save()
      #expect(Post.find(1)?.comment.depth == depth)
      let error = #expect(throws: FileError.self) { try Store.current.save(to: file, as: format) }
      #expect(
        error.map { "\($0)" } == """
          The file store cannot be written, because of column "comment" of Post 1: expected a value of type Remark that can be \
          encoded, found one nested more than 500 deep at `answers[0].answers[0].answers[0].answers[0].answers[0].answers[0]\
          .….answers[0].answers[0].answers[0].answers[0]`.
          """)
      #expect(throws: FileError.self) { try Post.save(to: file, as: format) }
    }
    #expect(try Data(contentsOf: file) == written)
  }

  @Test func `a document that cannot be encoded is refused, not written as nil`() throws {
    struct Stubborn: Codable, Sendable {
      struct Secret: Error {}
      init() {}
      func encode(to encoder: any Encoder) throws { throw Secret() }
    }
    struct Safe: Model {
      var id = 0
      var content: Stubborn?
      static let schema = Schema<Safe> { Column(\.content) }
    }
    try Safe.create { $0.content = Stubborn() }
    let error = #expect(throws: FileError.self) { try Safe.save(to: file) }
    #expect(
      error.map { "\($0)" } == """
        The file store cannot be written, because of column "content" of Safe 1: expected a value of type Optional<Stubborn> that \
        can be encoded, found one that its type refuses to encode.
        """)
    #expect(!FileManager.default.fileExists(atPath: file.path(percentEncoded: false)))
    let changes = Changeset.difference(from: Store(), to: Store.current)
    #expect(throws: EncodingError.self) { try JSONEncoder().encode(changes) }
  }

  @Test func `attributes nested too deep are not written`() throws {
    struct Anything: ColumnValue {
      static let columnType = ColumnType.custom(name: "Anything")
      var attribute: AttributeValue = .null
      init() {}
      init(attribute: AttributeValue) { self.attribute = attribute }
    }
    struct Box: Model {
      var id = 0
      var content = Anything()
      static let schema = Schema<Box> { Column(\.content) }
    }
    func nested(_ depth: Int) -> AttributeValue { (0..<depth).reduce(1) { value, _ in .array([value]) } }
    var box = try Box.create { $0.content = Anything(attribute: nested(500)) }
    for format in FileFormat.allCases {
      try reload(format, [Box.self]) { #expect(Box.first?.content.attribute == nested(500)) }
    }
    box.content = Anything(attribute: nested(501))
    try box.save()
    #expect(
      throws: FileError.unwritableValue(
        file: "store", model: "Box", id: "1", column: "content",
        CastError(
          expected: "a value that can be read again from a file", found: "an array nested more than 500 deep"))
    ) { try Store.current.save(to: file) }
  }
}
