import MotionModel
import MotionModelTestSupport
import Testing

/// Chains that a program builds step by step take memory, and so time, in proportion to their length.
@Suite(.ownStore, .enabled(if: Allocations.areCounted)) struct ChainGrowthTests {
  private static let steps: [String: @Sendable (Finder<Todo>, Int) -> Finder<Todo>] = [
    "or": { $0.or(\.priority == $1) },
    "and": { $0.and(\.priority != $1) },
    "or a column": { $0.or(\.priority).eq($1) },
    "or a finder": { $0.or(Todo.where(\.priority == $1)) },
    "order": { finder, _ in finder.order(by: \.priority) },
    "order by code": { finder, _ in finder.order { $0.priority < $1.priority } },
  ]

  @Test(arguments: steps.keys.sorted())
  func `ten times as many steps of a finder cost at most twelve times as much`(name: String) throws {
    let step = try #require(Self.steps[name])
    expectGrowth(name) { count in _ = (0..<count).reduce(Todo.records, step).description }
  }

  private typealias Condition = RecordPredicate<Todo>
  private static let joins: [String: @Sendable (Condition, Condition) -> Condition] = [
    "a || b": { $0 || $1 }, "b || a": { $1 || $0 }, "a && b": { $0 && $1 }, "b && a": { $1 && $0 },
  ]

  @Test(arguments: joins.keys.sorted())
  func `ten times as many steps of a predicate cost at most twelve times as much`(name: String) throws {
    let join = try #require(Self.joins[name])
    expectGrowth(name) { count in
      let predicate = (1..<count).map { number -> Condition in \.priority == number }.reduce(\.priority == 0, join)
      _ = predicate.description
      _ = Todo.where(predicate).without(\.name)
    }
  }

  @Test func `a chain that others were made of stays as it was`() {
    let long = (0..<40).map { number in \Todo.priority == number }.reduce(RecordPredicate<Todo>.none) { $0 || $1 }
    let text = "\(long)"
    let (longer, other) = (long || \.name == "a", long || \.name == "b")
    #expect("\(longer)" == text + #" || name == "a""#)
    #expect("\(other)" == text + #" || name == "b""#)
    #expect("\(long)" == text)
    let ordered = (0..<40).reduce(Todo.records) { finder, _ in finder.order(by: \.priority) }
    #expect("\(ordered.order(by: \.name))" == "\(ordered), name")
    #expect("\(ordered.order(by: \.done))" == "\(ordered), done")
  }

  private func expectGrowth(_ name: String, _ build: (Int) -> Void) {
    build(100)
    let (few, many) = (Allocations.total { build(300) }, Allocations.total { build(3_000) })
    #expect(many <= few * 12, "\(name): \(few) and \(many) bytes")
  }
}
