import Foundation
import MotionModel
import MotionModelTestSupport
import MotionModelTesting
import Testing

@Suite(.store { try Project.sample.create(count: 2) }) struct StoreTraitTests {
  @Test(arguments: 1...20) func `each argument of a test has a fresh store`(argument: Int) throws {
    let project = try Project.create { $0.name = "House" }
    #expect(project.id == 3)
    #expect(Project.pluck(\.name) == ["Project 1", "Project 2", "House"])
  }

  @Test func `the store is the one in use, also in the tasks that a test starts`() async {
    let store = Store.current
    #expect(store !== Store.default)
    #expect(await Task { Store.current }.value === store)
  }

  @Test(.store) func `the trait of a test replaces that of its suite`() {
    #expect(Project.count == 0)
  }

  @Suite struct Inner {
    @Test func `suites inside a suite inherit the trait`() {
      #expect(Project.count == 2)
    }
  }

  @Suite(.store(.ids())) struct InnerWithTrait {
    @Test func `the trait of an inner suite replaces that of the outer one`() throws {
      #expect(try Tag.create().id == "1")
      #expect(Project.count == 0)
    }
  }

  @Test func `a preparation that throws fails the test, which does not run`() async throws {
    let runs = Counter()
    let trait: StoreTrait = .store { _ = try Project.require(7) }
    await #expect(throws: StoreError.notFound(model: "Project", id: "7")) {
      try await trait.provideScope(for: try #require(Test.current), testCase: Test.Case.current) { runs.add() }
    }
    #expect(runs.value == 0)
  }

  @Test func `the scope around all cases of a test has no store of its own`() async throws {
    let store = Store.current
    let trait: StoreTrait = .store
    try await trait.provideScope(for: try #require(Test.current), testCase: nil) {
      #expect(Store.current === store)
    }
  }

  @Test func `each call of the trait makes another store`() async throws {
    let (trait, stores): (StoreTrait, Collector<Store>) = (.store, Collector())
    for _ in 0..<2 {
      try await trait.provideScope(for: try #require(Test.current), testCase: Test.Case.current) {
        stores.add(.current)
      }
    }
    #expect(stores.values[0] !== stores.values[1])
  }
}
