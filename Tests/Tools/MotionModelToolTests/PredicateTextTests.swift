import Foundation
@testable import MotionModel
import MotionModelInspector
import MotionModelTestSupport
import Testing

@testable import MotionModelTool

/// The descriptions of predicates and orders are read again by the tool, which finds the same records in a file.
@Suite struct PredicateTextTests {
  /// Columns of URLs, data and documents are printed in words that do not say their whole value.
  private static let unreadable = ["url", "data", "document"]

  private static func probes() -> [Probe<AllTypes>] {
    AllTypes.probes.filter { probe in !unreadable.contains { probe.name.lowercased().hasSuffix($0) } }
  }

  @Test(arguments: [FileFormat.json, .compact, .binary])
  func `random predicates find the same records as their descriptions do in a file`(_ format: FileFormat) throws {
    var world = try FinderWorld<Unindexed>(part: 140 + format.rawValue.count)
    let records = try Records.inFile(of: world.store, as: format)
    for _ in 0..<600 {
      let predicate = Question.random(Self.probes(), using: &world.random).predicate
      let condition = try ConditionParser.condition(predicate.description, on: records.columns)
      let found = (0..<records.count).filter { condition.matches(records.row($0)) }.map { records.id(at: $0) }
      let isSame = found == world.records.where(predicate).all.map(\.id)
      #expect(isSame, "MOTIONMODEL_SEED=\(TestSeed.current) \(format) \(predicate)")
    }
  }

  @Test(arguments: [FileFormat.json, .compact])
  func `random orders sort a file as finders sort a store`(_ format: FileFormat) throws {
    var world = try FinderWorld<Unindexed>(part: 150 + format.rawValue.count)
    let records = try Records.inFile(of: world.store, as: format)
    for _ in 0..<100 {
      let keys = (0..<world.random.number(1...3)).compactMap { _ in world.random.pick(Self.probes()).key?(&world.random)
      }
      if keys.isEmpty { continue }
      let finder = keys.reduce(world.records) { $1.apply($0) }
      let text = finder.query.order.map(\.description).joined(separator: ", ")
      let order = try RowOrder(text, on: records.columns)
      let sorted = order.sorted(Array(0..<records.count)) { records.row($0) }
      let isSame = sorted.map { records.id(at: $0) } == finder.all.map(\.id)
      #expect(isSame, "MOTIONMODEL_SEED=\(TestSeed.current) \(format) \(text)")
    }
  }

  @Test func `computed values and comparisons of columns are read as they are printed`() throws {
    let store = Store(notificationCenter: nil)
    var random = TestSeed.generator(160)
    try store.table(Todo.self).insert(
      contentsOf: (0..<200).map { number in
        var todo = Todo("todo \(number % 17)", priority: random.number(-9...9))
        todo.projectID = random.chance(20) ? nil : random.number(0...9)
        todo.tags = (0..<random.number(0...3)).map { "tag \($0)" }
        todo.dueDate = random.chance(20) ? nil : Date(timeIntervalSince1970: Double(random.number(0...2_000_000)))
        todo.createdAt = Date(timeIntervalSince1970: 1_000_000)
        todo.done = random.chance(50)
        return todo
      })
    let records = try Records.inFile(of: store, as: .json)
    let predicates: [RecordPredicate<Todo>] = [
      Columns<Todo>.predicate { $0.priority < $0.projectID }, Columns.predicate { $0.priority + $0.projectID > 3 },
      Columns.predicate { $0.priority * $0.projectID - $0.id <= -4 }, Columns.predicate { $0.name.count == 6 },
      Columns.predicate { $0.tags.count >= 2 && !$0.done }, Columns.predicate { $0.dueDate < $0.createdAt },
      Columns.predicate { $0.dueDate.days(since: $0.createdAt) > 2.5 },
      Columns.predicate { $0.createdAt.seconds(since: $0.dueDate) <= -1000 },
      Columns.predicate { $0.tags.contains("tag 1") },
    ]
    for predicate in predicates {
      let condition = try ConditionParser.condition(predicate.description, on: records.columns)
      let found = (0..<records.count).filter { condition.matches(records.row($0)) }.map { records.id(at: $0) }
      #expect(found == store.table(Todo.self).where(predicate).all.map(\.id), "\(predicate)")
    }
  }
}

extension Columns {
  fileprivate static func predicate(
    _ condition: (Columns<Todo>) -> RecordPredicate<Todo>
  ) -> RecordPredicate<Todo> where Record == Todo {
    condition(Columns())
  }
}

extension Records {
  /// The records of the only model of a store, in a file.
  fileprivate static func inFile(of store: Store, as format: FileFormat) throws -> Records {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID())")
    defer { try? FileManager.default.removeItem(at: file) }
    try store.save(to: file, as: format)
    return Records(try #require(try StoreDocument(contentsOf: file, as: format).models.first))
  }

  fileprivate func id(at number: Int) -> Int { id(of: row(number)).flatMap { try? Int(attribute: $0) } ?? 0 }
}
