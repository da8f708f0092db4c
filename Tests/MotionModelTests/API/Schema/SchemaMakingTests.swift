import Foundation
import MotionModel
import MotionModelTestSupport
import Testing

private struct Counted: Model {
  var id = 0
  var number = Counted.count + 1
  static let schema = Schema<Counted> { Column(\.number) }
}

private struct Searched: Model {
  var id = 0
  var number: Int = Searched.where(\.number > 3).count
  static let schema = Schema<Searched> { Column(\.number) }
}

private struct Created: Model {
  var id = 0
  var other: Int = (try? Created.create().id) ?? 0
  static let schema = Schema<Created> { Column(\.other) }
}

private struct Tabled: Model {
  var id = 0
  var number: Int = Store.current.table(Tabled.self).count
  static let schema = Schema<Tabled> { Column(\.number) }
}

private struct Found: Model {
  var id = 0
  var number: Int = Found.find(1)?.number ?? 0
  static let schema = Schema<Found> { Column(\.number) }
}

private struct Conditional: Model {
  var id = 0
  var number = 0
  static let schema = Schema<Conditional> { if Conditional.isEmpty { Column(\.number) } }
}

/// Two models whose initial values count records of each other.
private struct Here: Model {
  var id = 0
  var number = There.count
  static let schema = Schema<Here> { Column(\.number) }
}

private struct There: Model {
  var id = 0
  var number = Here.count
  static let schema = Schema<There> { Column(\.number) }
}

/// A parent whose initial value counts its own model. The schema of its child is created first.
private struct Parent: Model {
  var id = 0
  var number = Parent.count
  static let schema = Schema<Parent> { Column(\.number) }
}

private struct Child: Model {
  var id = 0
  var parentID = 0
  static let schema = Schema<Child> { Column(\.parentID) }
  struct Relations { let parent = BelongsTo<Parent>(\.parentID) }
  static let relations = Relations()
}

/// A generic model, which creates its schema at each access.
private struct Generic<Value: ColumnValue>: Model {
  var id = 0
  var number = Generic<Value>.count
  static var schema: Schema<Generic<Value>> { Schema { Column(\.number) } }
}

/// A model whose initial value counts another model, and whose column default counts its own. Both are allowed.
private struct Invoice: Model {
  var id = 0
  var number = 0
  var todos = Todo.count
  static let schema = Schema<Invoice> {
    Column(\.number, default: Invoice.count + 1)
    Column(\.todos)
  }
}

@Suite(.ownStore) struct SchemaMakingTests {
  #if os(macOS) || os(Linux)  // where exit tests are available
    private func expectRefusal(_ model: String, _ result: ExitTest.Result?) {
      expectSentence("\(model) is asked for its records while its schema is being made", result)
    }
  #endif

  /// Ends a process that would wait forever, so that the test fails.
  private static func boundWaiting() {
    Thread.detachNewThread {
      Thread.sleep(forTimeInterval: patience)
      exit(EXIT_SUCCESS)
    }
  }

  #if os(macOS) || os(Linux)  // where exit tests are available
    @Test func `an initial value that counts its own model traps`() async {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        SchemaMakingTests.boundWaiting()
        _ = try Counted.create()
      }
      expectRefusal("Counted", result)
    }

    @Test func `an initial value that queries its own model in another way traps`() async {
      let results = [
        (
          "Searched",
          await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            SchemaMakingTests.boundWaiting()
            _ = Searched.count
          }
        ),
        (
          "Created",
          await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            SchemaMakingTests.boundWaiting()
            _ = Created.schema
          }
        ),
        (
          "Tabled",
          await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            SchemaMakingTests.boundWaiting()
            _ = Tabled.schema
          }
        ),
        (
          "Generic<Int>",
          await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            SchemaMakingTests.boundWaiting()
            _ = Generic<Int>.all
          }
        ),
      ]
      for (model, result) in results { expectRefusal(model, result) }
    }

    /// With optimisation, the process would wait forever.
    @Test(.enabled(if: !Allocations.areOptimised))
    func `an initial value that finds a record of its own model by id traps`() async {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        SchemaMakingTests.boundWaiting()
        _ = Found.all
      }
      expectRefusal("Found", result)
    }

    @Test func `a schema that queries its own model traps`() async {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        SchemaMakingTests.boundWaiting()
        _ = Conditional.all
      }
      expectRefusal("Conditional", result)
    }

    @Test func `models that query each other trap, and so does a parent that queries itself`() async {
      let circle = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        SchemaMakingTests.boundWaiting()
        _ = Here.all
      }
      expectRefusal("Here", circle)
      let parent = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        SchemaMakingTests.boundWaiting()
        _ = Child.all
      }
      expectRefusal("Parent", parent)
    }
  #endif

  @Test func `a column's default may query its own model, and an initial value another model`() throws {
    try Todo.insert(contentsOf: [Todo("a"), Todo("b")])
    #expect(try Invoice.create().number == 1)
    #expect(try Invoice.create().number == 2)
    #expect(Invoice.all.map(\.todos) == [2, 2])
  }
}
