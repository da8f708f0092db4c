import Foundation
import MotionModel
import MotionModelTransactions
import MotionModelValidation
import Testing
import Tracker

// Swift Testing has a type of this name too.
private typealias Issue = Tracker.Issue

@Suite struct TrackerTests {
  let tracker: IssueTracker
  let ann: Person
  let bob: Person
  let web: Project

  init() throws {
    tracker = IssueTracker(store: Store(clock: { Date(timeIntervalSince1970: 1_000_000) }))
    ann = try tracker.people.create(Person("Ann", "ann@example.com"))
    bob = try tracker.people.create(Person("Bob", "bob@example.com"))
    web = try tracker.projects.create(Project("WEB", "The new site"))
  }

  private func open(_ title: String, _ complete: (inout Issue) throws -> Void = { _ in }) throws -> Issue {
    try tracker.issues.open(title, in: web, by: ann, complete)
  }

  @Test func `issues are numbered by project`() throws {
    let app = try tracker.projects.create(Project("APP", "The app"))
    #expect(try open("one").number == 1)
    #expect(try tracker.issues.open("first", in: app, by: bob).number == 1)
    try open("two").destroy(in: tracker)
    #expect(try open("three").number == 3)
    #expect(tracker.projects.find(web.id)?.issueCount == 2)
    #expect(tracker.issues.find("WEB-3")?.title == "three")
    #expect(tracker.issues.find("APP-1")?.title == "first")
    #expect(tracker.issues.find("WEB-2") == nil)
    #expect(tracker.issues.find("WEB") == nil)
  }

  @Test func `an issue that is not valid is refused, and uses no number`() throws {
    let invalid = #expect(throws: RecordInvalid.self) { try open(" ") { $0.state = .started } }
    #expect(invalid?.errors.map(\.description) == ["title: blank", "assigneeID: assigneeNeeded"])
    #expect(try open("one").number == 1)
  }

  @Test func `the closing time follows the state`() throws {
    var issue = try open("one")
    try tracker.issues.start(&issue, by: bob)
    try tracker.issues.move(&issue, to: .closed, hours: 2)
    #expect(issue.closedAt == Date(timeIntervalSince1970: 1_000_000))
    #expect(issue.spent == 2)
    try tracker.issues.move(&issue, to: .review)
    #expect(issue.closedAt == nil)
  }

  @Test func `two people do not overwrite each other's changes`() throws {
    var (mine, yours) = try (open("one"), tracker.issues.all.require())
    try tracker.issues.start(&mine, by: ann)
    #expect(throws: StoreError.self) { try tracker.issues.start(&yours, by: bob) }
    #expect(tracker.issues.all.first?.assigneeID == ann.id)
  }

  @Test func `issues are searched by all parts of a filter`() throws {
    let login = try open("Login fails") { $0.priority = .urgent }
    var colour = try open("Change the colour of the login")
    try tracker.issues.start(&colour, by: bob)
    try tracker.issues.label(login, "mobile")
    try tracker.issues.label(colour, "mobile")
    func search(_ choose: (inout IssueFilter) -> Void) -> [Int] {
      tracker.issues.search(IssueFilter(choose)).pluck(\.number)
    }
    #expect(search { _ in } == [1, 2])
    #expect(search { $0.words = "LOGIN" } == [1, 2])
    #expect(search { ($0.words, $0.states) = ("login", [.started, .review]) } == [2])
    #expect(search { ($0.label, $0.atLeast) = ("mobile", .high) } == [1])
    #expect(search { ($0.project, $0.assignee) = ("WEB", bob.id) } == [2])
    #expect(search { $0.project = "APP" } == [])
    #expect(tracker.store.table(Label.self).count == 1)
  }

  @Test func `reports are about the unfinished issues`() throws {
    let due = Date(timeIntervalSince1970: 5)
    var one = try open("one") { ($0.estimate, $0.dueDate) = (2, due) }
    var two = try open("two") { $0.estimate = 3 }
    var three = try open("three") { $0.estimate = 4 }
    for issue in [one, two, three] { try tracker.issues.label(issue, issue.title) }
    try tracker.issues.start(&one, by: ann)
    try tracker.issues.start(&two, by: ann)
    try tracker.issues.start(&three, by: bob)
    try tracker.issues.move(&three, to: .closed, hours: 7)
    #expect(tracker.reports.loads() == [ann.id: .init(issues: 2, hours: 5, nextDueDate: due)])
    #expect(tracker.reports.overloaded(moreThan: 1) == [ann])
    #expect(tracker.reports.overloaded(moreThan: 2) == [])
    #expect(tracker.reports.meanError() == 3)
    #expect(tracker.issues.all.underestimated.pluck(\.title) == ["three"])
    #expect(tracker.issues.all.due(by: due).pluck(\.title) == ["one"])
    let board = tracker.reports.board(of: web).mapValues { $0.map(\.title) }
    #expect(board == [.started: ["one", "two"], .closed: ["three"]])
    #expect(tracker.reports.slow(days: 1).isEmpty)
    #expect(tracker.reports.busiestLabels(2) == ["one", "two"])
  }

  @Test func `the log reports who did what, and is not undone`() throws {
    try tracker.by(ann, "planning") {
      _ = try open("one")
    }
    var issue = try tracker.issues.all.require()
    try tracker.by(bob) { try tracker.issues.start(&issue, by: bob) }
    #expect(tracker.events.pluck(\.issue) == ["WEB-1", "WEB-1"])
    #expect(tracker.events.pluck(\.author) == ["Ann", "Bob"])
    #expect(tracker.events.pluck(\.text) == ["opened", "state: open → started, assigneeID: nil → 2"])
    try tracker.history.undo()
    #expect(tracker.issues.all.first?.state == .open)
    #expect(tracker.events.count == 3)
    try tracker.history.undo()
    #expect(tracker.issues.all.isEmpty)
    #expect(tracker.events.count == 4)
  }

  @Test func `a plan is committed as a whole, or not at all`() throws {
    _ = try (open("one"), open("two"))
    let everything: (IssueService) throws -> Void = { issues in
      for var issue in issues.all { try issues.start(&issue, by: bob) }
    }
    try tracker.issues.plan(everything) { _ in false }
    #expect(tracker.issues.all.where(\.state == .started).isEmpty)
    #expect(tracker.events.count == 2)
    try tracker.issues.plan(everything) { $0.changes(of: Issue.self).count == 2 }
    #expect(tracker.issues.all.where(\.state == .started).count == 2)
    #expect(tracker.events.count == 4)
  }

  @Test func `a question says what goes with a project`() throws {
    let issue = try open("one")
    try tracker.issues.comment(on: issue, by: bob, "Why?")
    #expect(
      tracker.issues.question(beforeDestroying: web)
        == "Destroy The new site? 1 project destroyed, 1 issue destroyed, 1 comment destroyed.")
    #expect(tracker.projects.count == 1)
  }

  @Test func `somebody who reported issues cannot be destroyed, somebody who works on them can`() throws {
    var issue = try open("one")
    try tracker.issues.start(&issue, by: bob)
    try tracker.issues.move(&issue, to: .open)
    #expect(throws: StoreError.self) { try tracker.people.destroy(ann) }
    #expect(try tracker.people.destroy(bob))
    #expect(tracker.issues.all.first?.assigneeID == nil)
  }

  @Test func `a stand-up hears of each commit`() async throws {
    let standUp = StandUp()
    let following = Task { await standUp.follow(tracker.store) }
    var heard: [String] = []
    while heard.isEmpty {
      try tracker.by(ann) { _ = try open("again") }
      try await Task.sleep(for: .milliseconds(5))
      heard += await standUp.collect()
    }
    following.cancel()
    #expect(Set(heard) == ["Ann: 1"])
  }

  @Test func `a file keeps everything`() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "tracker-\(UUID()).json")
    defer { try? FileManager.default.removeItem(at: file) }
    var issue = try open("one") { $0.estimate = 2 }
    try tracker.issues.start(&issue, by: bob)
    try tracker.save(to: file)
    let loaded = try IssueTracker(contentsOf: file)
    #expect(loaded.issues.all.all == tracker.issues.all.all)
    #expect(loaded.events.all == tracker.events.all)
    #expect(loaded.issues.find("WEB-1")?.title == "one")
  }
}

extension Issue {
  fileprivate func destroy(in tracker: IssueTracker) throws { try tracker.issues.all.destroy(self) }
}
