import Foundation
import MotionModel
import MotionModelTestSupport
import MotionModelTool

/// A part of the library that reads input from outside.
struct Target: Sendable {
  let name: String
  /// How much memory reading an input may take.
  let bound: MemoryBound
  /// Pieces of the input's language, which mutations insert.
  let words: [String]
  /// Makes a valid input.
  let seed: @Sendable (inout SplitMix64) throws -> Data
  /// Corrects the checksums of a mutated input, so that readers go on behind them.
  let seal: @Sendable (inout Mutation) -> Void
  private let reader: @Sendable (Data, MemoryBound) throws -> Bool

  init(
    _ name: String, _ bound: MemoryBound = .records(of: MemoryLayout<AllTypes>.stride), words: [String] = [],
    seal: @escaping @Sendable (inout Mutation) -> Void = { _ in },
    seed: @escaping @Sendable (inout SplitMix64) throws -> Data,
    read: @escaping @Sendable (Data, MemoryBound) throws -> Bool
  ) {
    (self.name, self.bound, self.words, self.seal, self.seed, reader) = (name, bound, words, seal, seed, read)
  }

  static let all = files + changes + requests + languages

  static func named(_ name: some StringProtocol) -> Target? { all.first { $0.name == name } }

  /// Reads an input, and checks that reading stays within the bound of memory, and that the result can be written and
  /// read again.
  ///
  /// - Returns: False if the input was refused.
  /// - Throws: An error if the input was not handled correctly.
  func read(_ input: Data) throws -> Bool { try reader(input, bound) }

  /// Files of a store and of records. Strings of binary property lists may be shared.
  private static let files = [
    Target("json", seed: { try Seeds.file(.json, using: &$0) }, read: { try load($0, $1, .json) }),
    Target("lines", seed: { try Seeds.file(.jsonLines, using: &$0) }, read: { try load($0, $1, .jsonLines) }),
    Target("xml", seed: { try Seeds.file(.xml, using: &$0) }, read: { try load($0, $1, .xml) }),
    Target(
      "binary", .records(of: MemoryLayout<AllTypes>.stride).adding(1 << 24),
      seed: { try Seeds.file(.binary, using: &$0) }, read: { try load($0, $1, .binary, .untyped.adding(1 << 24)) }),
    Target(
      "compact", seal: { $0.seal() }, seed: { try Seeds.file(.compact, using: &$0) },
      read: { try load($0, $1, .compact) }),
    Target(
      "coded", .records(of: MemoryLayout<AllTypes>.stride).adding(1 << 24), seal: { $0.sealPieces() },
      seed: { try Seeds.coded(using: &$0) }, read: { try decode($0, $1) }),
    Target("csv", seed: { try Seeds.list(using: &$0).data(as: .csv) }, read: { try load(records: $0, $1, .csv) }),
    Target(
      "records", seed: { try Seeds.rows(using: &$0) },
      read: { try load(records: $0, $1, $0.count.isMultiple(of: 2) ? .json : .jsonLines) }),
    Target("rows", seed: { try Seeds.rows(using: &$0) }, read: { try importRows($0, $1) }),
    Target(
      "damaged", .untyped, seed: { try Seeds.file($0.pick([.json, .jsonLines, .compact]), using: &$0) },
      read: { try recover($0, $1) }),
  ]

  /// Changes and values. A record in a journal may be at a high place.
  private static let changes = [
    Target("changeset", seed: { try Seeds.changeset(using: &$0) }, read: { try apply($0, $1) }),
    Target(
      "commit", .records(of: MemoryLayout<AllTypes>.stride).adding(1 << 26), seed: { try Seeds.commit(using: &$0) },
      read: { try applyCommit($0, $1) }),
    Target("cursor", seed: { try Seeds.cursor(using: &$0) }, read: { try page($0, $1) }),
    Target(
      "attributes", seed: { try Seeds.encoder.encode(AllTypes.random(1, using: &$0).attributes) },
      read: { try cast($0, $1) }),
    Target("message", seed: { LogicalMessages.seed(using: &$0) }, read: { try LogicalMessages.read($0, $1) }),
    Recordings.target,
  ]

  private static let requests =
    [
      Target("body", seed: { try Bodies.seed(using: &$0) }, read: { try submit($0, $1) }), Forms.target, Answers.target,
    ] + Inspections.targets

  private static let languages =
    [
      Target("condition", .untyped, seed: { Data($0.pick(Seeds.conditions).utf8) }, read: { try query($0, $1) }),
      Searches.target,
    ] + Schemas.targets

  /// The error that a value changes when it is written and read again.
  struct Changed: Error { let what: String }

  static let models: [any Model.Type] = [
    AllTypes.self, Plot.self, Todo.self, Project.self, Recipe.self, RecipeStep.self,
  ]
  static let file = FileManager.default.temporaryDirectory.appending(
    path: "fuzz-store-\(ProcessInfo.processInfo.processIdentifier)")
  static var ordered: Finder<AllTypes> {
    AllTypes.order(by: \.double).order(by: \.string).order(by: \.maybeDate).order(by: \.strings)
  }

  static let clock: @Sendable () -> Date = { Date(timeIntervalSince1970: 1_000_000) }

  /// Returns a store with the records that the changesets expect.
  static func startingStore() throws -> Store {
    let store = Store(clock: clock, notificationCenter: nil)
    try Store.with(store) {
      try Todo.insert(contentsOf: (1...3).map { Todo("todo \($0)") })
      try Project.create { $0.name = "House" }
    }
    return store
  }

  private static func load(
    _ input: Data, _ bound: MemoryBound, _ format: FileFormat, _ untyped: MemoryBound = .untyped
  ) throws -> Bool {
    try checkDocument(of: input, format, untyped)
    try input.write(to: file)
    return try load(input, bound) { try $0.load(from: file, as: format, models: models) }
  }

  private static func decode(_ input: Data, _ bound: MemoryBound) throws -> Bool {
    try load(input, bound) { try $0.load(from: .data(input), models: models, coding: FuzzCoding()) }
  }

  private static func load(_ input: Data, _ bound: MemoryBound, _ body: (Store) throws -> Void) throws -> Bool {
    let store = Store(notificationCenter: nil)
    do { try bound.check(input.count) { try body(store) } } catch let error
      where error is FileError || error is StoreError
    { return false }
    try check(store, input.count)
    return true
  }

  /// Reads records of one model, without their model's name, and loads them into a store that has records.
  private static func load(records input: Data, _ bound: MemoryBound, _ format: FileFormat) throws -> Bool {
    let store = try startingStore()
    try Store.with(store) { _ = try AllTypes.insert(contentsOf: [AllTypes()]) }
    do {
      _ = try bound.check(input.count) { try [AllTypes](from: .data(input), as: format) }
      let policies: [LoadPolicy] = [.replace, .merge(onConflict: .ours), .append]
      try store.load(
        from: .data(input), as: format, models: [AllTypes.self], policy: policies[input.count % policies.count])
    } catch let error where error is FileError || error is StoreError || error is ChangesetError {
      return false
    }
    try check(store, input.count)
    try checkList(store)
    return true
  }

  /// Throws unless records stay the same when they are written as CSV and read.
  private static func checkList(_ store: Store) throws {
    let records = store.table(AllTypes.self).records.all
    let again = try [AllTypes](from: .string(records.string(as: .csv)), as: .csv)
    guard records.map(exactText) == again.map(exactText) else { throw Changed(what: "a list as CSV") }
  }

  private static func importRows(_ input: Data, _ bound: MemoryBound) throws -> Bool {
    let store = Store(notificationCenter: nil)
    let report = try Store.with(store) {
      do throws(any Error) {
        return try bound.check(input.count) { try AllTypes.importRows(json: input).failures.isEmpty }
      } catch is CastError {
        return false
      }
    }
    try check(store, input.count)
    return report
  }

  private static func apply(_ input: Data, _ bound: MemoryBound) throws -> Bool {
    let store = try startingStore()
    do {
      let changes = try bound.check(input.count) {
        try JSONDecoder().decode(Changeset.self, from: input, configuration: models)
      }
      _ = "\(changes)"
      try store.apply(changes)
      try check(store, input.count)
      try store.apply(changes.inverted)
    } catch let error where error is DecodingError || error is ChangesetError || error is StoreError {
      return false
    }
    return true
  }

  /// Reads the bytes of a commit, as they are in a journal.
  private static func applyCommit(_ input: Data, _ bound: MemoryBound) throws -> Bool {
    try readCommit(input, bound)
    var records = StoredRecords(of: models, unknown: .keep)
    do { try bound.check(input.count) { _ = try records.apply([UInt8](input)) } } catch is CommitFault { return false }
    try check(Store(snapshotOf: records), input.count)
    return true
  }

  /// Reads the bytes of a commit without the types of its models, and checks that what is read can be written.
  private static func readCommit(_ input: Data, _ bound: MemoryBound) throws {
    var records = UntypedRecords()
    do { try bound.check(input.count) { _ = try records.apply([UInt8](input)) } } catch is CommitFault { return }
    let document = records.document
    do {
      let written = try StoreDocument(document.data(as: .compact))
      guard written.models.map(\.rows.count) == document.models.map(\.rows.count) else {
        throw Changed(what: "a commit without types")
      }
    } catch FileError.unwritableValue {}
  }

  /// Reads the body of a request, and submits it to forms.
  private static func submit(_ input: Data, _ bound: MemoryBound) throws -> Bool {
    guard let store = try Bodies.read(input, bound) else { return false }
    try check(store, input.count)
    return true
  }

  private static func page(_ input: Data, _ bound: MemoryBound) throws -> Bool {
    var random = SplitMix64(seed: 1)
    return try Store.with(Store(notificationCenter: nil)) {
      try AllTypes.insert(contentsOf: (1...6).map { AllTypes.random($0, using: &random) })
      let decoded = try bound.check(input.count) {
        try? JSONDecoder().decode(PageCursor<AllTypes>.self, from: input)
      }
      guard let cursor = decoded else { return false }
      let page = ordered.page(after: cursor, size: 2)
      let again = try JSONDecoder().decode(PageCursor<AllTypes>.self, from: JSONEncoder().encode(cursor))
      guard ordered.page(after: again, size: 2).records.map(\.id) == page.records.map(\.id) else {
        throw Changed(what: "a page")
      }
      return true
    }
  }

  private static func cast(_ input: Data, _ bound: MemoryBound) throws -> Bool {
    let decoded = try bound.check(input.count) {
      try? JSONDecoder().decode([String: AttributeValue].self, from: input)
    }
    guard let attributes = decoded else { return false }
    _ = (attributes.description, attributes.hashValue, attributes == attributes)
    let store = Store(notificationCenter: nil)
    // Each value is tried in each column, and then all values together.
    var record = AllTypes()
    for value in attributes.values {
      for column in AllTypes.schema.columns where column.name != "id" {
        do { try record.set(column.name, to: value) } catch {}
      }
    }
    try Store.with(store) { () throws in
      record.id = 0
      try record.save()
      if var whole = try? AllTypes(attributes: attributes) {
        whole.id = 0
        try whole.save()
      }
    }
    try check(store, input.count)
    return true
  }

  /// Whatever can be read of a damaged file can be written.
  private static func recover(_ input: Data, _ bound: MemoryBound) throws -> Bool {
    let formats: [FileFormat] = [.json, .jsonLines, .compact]
    let recovered = try formats.compactMap { format in
      try bound.check(input.count) { try? RecoveredDocument(input, as: format, name: "input") }
    }
    for document in recovered.map(\.document) {
      let written = try StoreDocument(document.data(as: .compact))
      guard written.models.map(\.rows.count) == document.models.map(\.rows.count) else {
        throw Changed(what: "a document")
      }
    }
    return !recovered.isEmpty
  }

  /// The tool finds records by a condition, or says what is wrong with it.
  private static func query(_ input: Data, _ bound: MemoryBound) throws -> Bool {
    if !FileManager.default.fileExists(atPath: file.path(percentEncoded: false) + "-query.json") {
      var random = SplitMix64(seed: 1)
      let store = Store(notificationCenter: nil)
      try store.table(AllTypes.self).insert(contentsOf: (1...6).map { AllTypes.random($0, using: &random) })
      try store.save(to: URL(filePath: file.path(percentEncoded: false) + "-query.json"))
    }
    let console = Console(output: { _ in }, errors: { _ in }, input: { Data() })
    let words = ["query", file.path(percentEncoded: false) + "-query.json", "AllTypesRecord<Unindexed>"]
    let status = try bound.check(input.count) {
      Tool.run(words + ["--", String(decoding: input, as: UTF8.self)], on: console)
    }
    if status == .file { throw Changed(what: "a file that is only read") }
    return status != .usage
  }

  // MARK: - Checking

  /// Reads a file without the types of its models, and throws unless what is written of it stays the same when it is
  /// read and written again, in one of the formats.
  private static func checkDocument(of input: Data, _ format: FileFormat, _ bound: MemoryBound) throws {
    let others: [FileFormat] = [.json, .jsonLines, .xml, .binary, .compact]
    let other = others[input.count % others.count]
    let written: Data
    do {
      written = try bound.check(input.count) { try StoreDocument(input, as: format) }.data(as: other)
    } catch is FileError { return }
    // Some formats have an order of their own.
    let ordered = try StoreDocument(written, as: other).data(as: other)
    guard try StoreDocument(ordered, as: other).data(as: other) == ordered else {
      throw Changed(what: "a document in \(other)")
    }
  }

  /// Throws unless the records stay the same when they are written and read, in one of the formats and as a changeset.
  static func check(_ store: Store, _ number: Int) throws {
    try checkFile(store, formats[number % formats.count])
    if number.isMultiple(of: 5) { try checkChangeset(store) }
  }

  private static let formats = FileFormat.allCases.filter(\.holdsSeveralModels)

  /// Property lists refuse names of kept columns that they cannot have; JSON can have all of them.
  private static func checkFile(_ store: Store, _ format: FileFormat) throws {
    do { try store.save(to: file, as: format) } catch FileError.unwritable where [.xml, .binary].contains(format) {
      return try checkFile(store, .json)
    }
    let other = Store(notificationCenter: nil)
    try other.load(from: file, as: format, models: models)
    guard contents(store) == contents(other) else { throw Changed(what: "a store in \(format)") }
  }

  private static func checkChangeset(_ store: Store) throws {
    let changes = Changeset.difference(from: Store(), to: store)
    let other = Store(notificationCenter: nil)
    try other.apply(JSONDecoder().decode(Changeset.self, from: JSONEncoder().encode(changes), configuration: models))
    guard contents(store) == contents(other) else { throw Changed(what: "a changeset") }
  }

  private static func contents(_ store: Store) -> [String] {
    Store.with(store) {
      AllTypes.all.map(exactText) + Plot.all.map(exactText) + Todo.all.map(exactText) + Project.all.map(exactText)
        + Recipe.all.map(exactText) + RecipeStep.all.map(exactText)
    }
  }
}
