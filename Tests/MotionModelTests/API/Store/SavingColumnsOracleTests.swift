import MotionModel
import MotionModelTestSupport
import Testing

/// A record with three columns that tests write, and one that a hook writes.
private protocol Sheet: Model, Equatable where ID == Int, Adapter == ArrayAdapter {
  var values: [Int] { get set }
  var slug: Int { get set }
  var version: Int { get set }
  static var hasVersion: Bool { get }
  static var paths: [any WritableKeyPath<Self, Int> & Sendable] { get }
}

extension Sheet {
  fileprivate var values: [Int] {
    get { Self.paths.map { self[keyPath: $0] } }
    set { for (path, value) in zip(Self.paths, newValue) { self[keyPath: path] = value } }
  }
  fileprivate static var hook: Hooks<Self> { [.beforeSave { sheet, _ in sheet.slug = sheet.values[0] * 2 }] }
}

/// Tests run with and without the hook.
private enum SheetHooks { @TaskLocal static var areOn = false }

private struct Refused: Error {}

private struct PlainSheet: Sheet {
  var id = 0
  var a = 0
  var b = 0
  var c = 0
  var slug = 0
  var version: Int {
    get { 0 }
    set {}
  }
  static let hasVersion = false
  static let paths: [any WritableKeyPath<PlainSheet, Int> & Sendable] = [\.a, \.b, \.c]
  static let schema = Schema<PlainSheet> {
    Column(\.a)
    Column(\.b, .ordered)
    Column(\.c)
    Column(\.slug)
  }
  private static let sheetHooks = hook
  static var hooks: Hooks<PlainSheet> { SheetHooks.areOn ? sheetHooks : [] }
}

private struct CountedSheet: Sheet {
  var id = 0
  var a = 0
  var b = 0
  var c = 0
  var slug = 0
  var version = 0
  static let hasVersion = true
  static let paths: [any WritableKeyPath<CountedSheet, Int> & Sendable] = [\.a, \.b, \.c]
  static let schema = Schema<CountedSheet> {
    Column(\.a)
    Column(\.b, .ordered)
    Column(\.c)
    Column(\.slug)
    LockVersion(\.version)
  }
  private static let sheetHooks = hook
  static var hooks: Hooks<CountedSheet> { SheetHooks.areOn ? sheetHooks : [] }
}

/// One record by columns, as plain values, and the copies that several people hold.
private struct NaiveSheet<Record: Sheet> {
  var stored: Record
  var copies: [Record]

  /// Writes the stored record's values, and counts it if that changes anything.
  private mutating func write(_ values: [Int]) {
    let old = stored
    stored.values = values
    if SheetHooks.areOn { stored.slug = values[0] * 2 }
    if stored != old { stored.version += 1 }
  }

  mutating func update(_ number: Int, to values: [Int]) throws {
    let (base, old) = (copies[number], stored)
    let changed = values.indices.filter { values[$0] != base.values[$0] }
    let isOld = base.version != old.version
    if isOld && changed.contains(where: { base.values[$0] != old.values[$0] }) { throw Refused() }
    try write(number, values, changed)
  }

  mutating func save(_ number: Int, only columns: [Int]) throws {
    if copies[number].version != stored.version { throw Refused() }
    try write(number, copies[number].values, columns)
  }

  private mutating func write(_ number: Int, _ values: [Int], _ columns: [Int]) throws {
    let (isCurrent, old) = (copies[number].version == stored.version, stored)
    var merged = stored.values
    for column in columns { merged[column] = values[column] }
    write(merged)
    copies[number].values = values.indices.map { columns.contains($0) ? stored.values[$0] : values[$0] }
    if stored.slug != old.slug { copies[number].slug = stored.slug }
    if isCurrent { copies[number].version = stored.version }
  }

  mutating func save(_ number: Int) throws {
    if copies[number].version != stored.version { throw Refused() }
    let old = stored
    stored.slug = copies[number].slug
    stored.version = old.version
    stored.values = copies[number].values
    if SheetHooks.areOn { stored.slug = stored.values[0] * 2 }
    if stored != old { stored.version += 1 }
    copies[number] = stored
  }
}

/// Random updates of several copies of one record must store what a model with columns of its own says.
@Suite struct SavingColumnsOracleTests {
  @Test(arguments: 0..<shortened(12)) func `random saves of copies agree with a model by columns`(part: Int) throws {
    try SheetHooks.$areOn.withValue(part % 2 == 1) {
      try run(PlainSheet.self, part)
      try run(CountedSheet.self, part)
    }
  }

  private func run<Record: Sheet>(_ model: Record.Type, _ part: Int) throws {
    var random = TestSeed.generator(part)
    let table = Store(notificationCenter: nil).table(model)
    let first = try table.create()
    var naive = NaiveSheet(stored: first, copies: [first, first, first])
    var copies = naive.copies
    for step in 0..<300 {
      let number = random.number(0...2)
      var values = copies[number].values
      for column in 0..<3 where random.chance(35) { values[column] = random.number(0...2) }
      let columns = (0..<3).filter { _ in random.chance(50) }
      let choice = random.number(0...9)
      let isUndone = !model.hasVersion && random.chance(10)
      let before = (naive.stored, naive.copies, copies)
      let outcome = perform(choice, number, values, columns, &copies[number], table, isUndone: isUndone)
      let expected = perform(choice, number, values, columns, &naive)
      if isUndone { (naive.stored, naive.copies, copies) = before }
      let place = "step \(step), choice \(choice), part \(part), seed \(TestSeed.current)"
      try #require(outcome == expected, "\(place)")
      try #require(table.records.all == [naive.stored], "\(place)")
      try #require(copies == naive.copies, "\(place)")
    }
  }

  /// - Returns: Whether it was not refused.
  private func perform<Record: Sheet>(
    _ choice: Int, _ number: Int, _ values: [Int], _ columns: [Int], _ copy: inout Record, _ table: ModelTable<Record>,
    isUndone: Bool
  ) -> Bool {
    func run() throws {
      switch choice {
      case 0...3: try table.update(&copy) { $0.values = values }
      case 4:
        let names = ["a", "b", "c"]
        try table.update(
          &copy, attributes: Dictionary(uniqueKeysWithValues: zip(names, values.map { AttributeValue.int(Int64($0)) })))
      case 5:
        try save(&copy, columns.map { Record.paths[$0] })
      case 6: try table.save(&copy)
      case 7: try table.reload(&copy)
      default: copy.values = values
      }
    }
    func save(_ copy: inout Record, _ paths: [any PartialKeyPath<Record> & Sendable]) throws {
      switch paths.count {
      case 0: break
      case 1: try table.save(&copy, only: paths[0])
      case 2: try table.save(&copy, only: paths[0], paths[1])
      default: try table.save(&copy, only: paths[0], paths[1], paths[2])
      }
    }
    if !isUndone { return (try? run()) != nil }
    var isDone = true
    try? table.store.inTransaction {
      isDone = (try? run()) != nil
      throw Refused()
    }
    return isDone
  }

  private func perform<Record: Sheet>(
    _ choice: Int, _ number: Int, _ values: [Int], _ columns: [Int], _ naive: inout NaiveSheet<Record>
  ) -> Bool {
    do {
      switch choice {
      case 0...4: try naive.update(number, to: values)
      case 5: if !columns.isEmpty { try naive.save(number, only: columns) }
      case 6: try naive.save(number)
      case 7: naive.copies[number] = naive.stored
      default: naive.copies[number].values = values
      }
      return true
    } catch {
      return false
    }
  }
}
