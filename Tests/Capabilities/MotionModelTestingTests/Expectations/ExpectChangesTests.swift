import Foundation
import MotionModel
import MotionModelTesting
import MotionModelTransactions
import Testing

@Suite(.store(.clock(), .ids())) struct ExpectChangesTests {
  @Test func `the expected changes are no issue`() throws {
    let project = try expectChanges("+ Project 1: name \"House\"") { try Project.create { $0.name = "House" } }
    #expect(project.name == "House")
  }

  @Test func `other changes are an issue, which shows the difference at the call`() throws {
    let line = #line + 2
    let issues = recordedIssues {
      try expectChanges("+ Cover 1\n+ Project 1: name \"Hut\"") {
        try Cover.create()
        try Project.create { $0.name = "House" }
      }
    }
    #expect(
      issues == [
        RecordedIssue(
          text: """
            The changes of the store are not as expected.
                      + Cover 1
            expected: + Project 1: name "Hut"
            found:    + Project 1: name "House"
            All that was found, to paste:
            + Cover 1
            + Project 1: name "House"
            """, line: line)
      ])
  }

  @Test func `no changes where some are expected are an issue`() {
    #expect(
      recordedIssues { expectChanges("+ Cover 1") {} }.map(\.text) == [
        """
        The changes of the store are not as expected.
        expected: + Cover 1
        All that was found: nothing.
        """
      ])
  }

  @Test func `several commits are compared as one`() throws {
    try expectChanges(
      """
      + Cover 1: projectID 1
      + Project 1: name "Hut"
      """
    ) {
      var project = try Project.create { $0.name = "House" }
      try project.update { $0.name = "Hut" }
      try Cover.create { $0.projectID = project.id }
      try Cover.create().delete()
    }
  }

  @Test func `a transaction that is rolled back changes nothing`() throws {
    try expectChanges("+ Cover 2") {
      try? Store.current.transaction {
        try Cover.create()
        throw CancellationError()
      }
      try Store.current.transaction { try Cover.create() }
    }
  }

  @Test func `columns are left out`() throws {
    let todo = try Todo.sample.create()
    try expectChanges("~ Todo 1: priority 0 → 5", ignoring: ["updatedAt"]) {
      var todo = todo
      ManualClock.current.advance(by: 1)
      try todo.update { $0.priority = 5 }
    }
  }

  @Test func `an expectation inside another counts for both`() throws {
    try expectChanges("+ Cover 1\n+ Cover 2\n+ Cover 3") {
      try Cover.create()
      try expectChanges("+ Cover 2") { try Cover.create() }
      try Cover.create()
    }
  }

  @Test func `changes after the block do not count`() throws {
    try expectChanges("+ Cover 1") { try Cover.create() }
    expectNoChanges {}
    try Cover.create()
  }

  @Test func `the store that is passed is compared, and is the one in use`() throws {
    let other = Store()
    try expectNoChanges {
      try expectChanges(in: other, "+ Cover 1") { try Cover.create() }
    }
    #expect(other.table(Cover.self).count == 1)
  }

  @Test func `changes of other stores do not count`() throws {
    let other = Store()
    try expectNoChanges { try other.table(Cover.self).create() }
  }

  @Test func `silenced and coalesced commits count`() throws {
    try expectChanges("+ Cover 1\n+ Cover 2") {
      try Store.current.silenced { try Cover.create() }
      try Store.current.coalesced { try Cover.create() }
    }
  }

  // MARK: - Throwing

  @Test func `the error of the block is thrown, and the changes before it are compared`() {
    let issues = recordedIssues {
      #expect(throws: CancellationError.self) {
        try expectChanges("+ Cover 1") {
          try Cover.create()
          throw CancellationError()
        }
      }
      #expect(throws: CancellationError.self) { try expectChanges("+ Cover 2") { throw CancellationError() } }
    }
    #expect(issues.count == 1)
    #expect(issues.first?.text.contains("expected: + Cover 2") == true)
  }

  @Test func `a typed error keeps its type`() {
    func fail() throws(StoreError) { throw .notSaved(model: "Todo") }
    do throws(StoreError) {
      try expectNoChanges { () throws(StoreError) in try fail() }
    } catch {
      #expect(error == .notSaved(model: "Todo"))
    }
  }

  // MARK: - Asynchronous

  @Test func `an asynchronous block is compared`() async throws {
    let count = try await expectChanges("+ Cover 1\n+ Cover 2") {
      try Cover.create()
      await Task.yield()
      return try await Task { try Cover.create().id }.value
    }
    #expect(count == 2)
    let issues = await recordedIssues {
      try await expectChanges("") {
        await Task.yield()
        try Cover.create()
      }
    }
    #expect(
      issues.map(\.text) == [
        """
        The changes of the store are not as expected.
        found:    + Cover 3
        All that was found, to paste:
        + Cover 3
        """
      ])
  }

  @MainActor @Test func `an asynchronous block stays on the caller's actor`() async throws {
    var names: [String] = []
    try await expectChanges("+ Cover 1") {
      await Task.yield()
      MainActor.assertIsolated()
      names.append("\(try Cover.create().id)")
    }
    #expect(names == ["1"])
  }

  // MARK: - Inside a transaction

  @Test func `inside a transaction, what the block adds to it is compared`() throws {
    var project = try Project.create { $0.name = "House" }
    try Store.current.transaction {
      try Cover.create()
      try project.update { $0.name = "Hut" }
      try expectChanges("+ Cover 2\n~ Project 1: name \"Hut\" → \"Garden\"") {
        try Cover.create()
        try project.update { $0.name = "Garden" }
      }
      expectNoChanges {}
      try expectChanges("- Cover 1") { try Cover.find(1)?.delete() }
    }
  }

  @Test func `inside a transaction, what a nested one rolls back does not count`() throws {
    try Store.current.transaction {
      try Cover.create()
      expectNoChanges {
        try? Store.current.transaction {
          try Cover.create()
          throw CancellationError()
        }
      }
    }
  }

  @Test func `inside a transaction, other changes are an issue`() throws {
    let issues = recordedIssues {
      try Store.current.transaction {
        _ = try expectNoChanges { try Cover.create() }
      }
    }
    #expect(issues.count == 1)
    #expect(issues.first?.text.contains("found:    + Cover 1") == true)
  }

  @Test func `around a transaction, its commit is compared`() throws {
    try expectChanges("+ Cover 1") {
      try Store.current.transaction { try expectChanges("+ Cover 1") { try Cover.create() } }
    }
  }
}
