import Foundation
import MotionModel
import MotionModelTransactions
import Tracker

extension Suite {
  /// Times the services of the example Tracker, with all of its rules, hooks, relations, indexes, its log and its undo.
  /// There are twice as many issues as rows, and at most 200,000.
  static let tracker = Suite(name: "tracker") { bench, worlds in
    let issues = 2 * min(worlds.sizes.max() ?? 0, 100_000)
    let office = try Office(issues: issues)
    try bench.compareReading(office, issues)
    try bench.compareWriting(office, issues)
  }
}

/// A tracker with many issues.
private struct Office {
  let tracker = IssueTracker(store: Store(notificationCenter: nil))
  let people: [Person]
  let projects: [Tracker.Project]

  init(issues count: Int) throws {
    let tracker = tracker
    people = try tracker.people.insert(
      contentsOf: (0..<100).map { Person("Person \($0)", "person\($0)@example.com") })
    projects = try tracker.projects.insert(contentsOf: (0..<20).map { Self.project($0, issues: count / 20) })
    let (people, projects) = (people, projects)
    let issues = (0..<count).map { number in Self.issue(number, people, projects) }
    try Store.withoutHooks {
      let stored = try tracker.issues.all.insert(contentsOf: issues)
      let labels = try tracker.store.table(Label.self).insert(contentsOf: (0..<50).map { Self.label($0) })
      try tracker.store.table(Labelling.self).insert(
        contentsOf: stored.enumerated().filter { $0.offset % 4 == 0 }.map { offset, issue in
          Self.labelling(issue, labels[offset / 4 % labels.count])
        })
    }
  }

  private static func issue(_ index: Int, _ people: [Person], _ projects: [Tracker.Project]) -> Issue {
    var issue = Issue()
    issue.title = "Issue \(index) about \(["login", "search", "colours", "printing", "mail"][index % 5])"
    issue.number = index / projects.count + 1
    issue.projectID = projects[index % projects.count].id
    issue.reporterID = people[index % 7].id
    issue.state = Issue.State.allCases[index % 4]
    issue.priority = Issue.Priority.allCases[index / 3 % 4]
    issue.assigneeID = issue.state == .open ? nil : people[index % people.count].id
    issue.closedAt = issue.state == .closed ? .now.addingTimeInterval(Double(index % 30) * 86_400) : nil
    (issue.estimate, issue.spent) = (Double(index % 9), Double(index % 11))
    return issue
  }

  private static func project(_ number: Int, issues: Int) -> Tracker.Project {
    var project = Tracker.Project("P" + String(UnicodeScalar(UInt8(65 + number))), "Project \(number)")
    project.lastNumber = issues
    return project
  }

  private static func label(_ number: Int) -> Label {
    var label = Label()
    label.name = "label \(number)"
    return label
  }

  private static func labelling(_ issue: Issue, _ label: Label) -> Labelling {
    var labelling = Labelling()
    (labelling.issueID, labelling.labelID) = (issue.id, label.id)
    return labelling
  }
}

extension Bench {
  private func time(_ title: String, _ rows: Int, _ label: String, _ body: @escaping () throws -> Void) throws {
    try compare(title, rows: rows, [Contestant(.library, label) { try body() }])
  }

  fileprivate func compareReading(_ office: Office, _ rows: Int) throws {
    let (issues, reports) = (office.tracker.issues, office.tracker.reports)
    try time("Find an issue by its name", rows, "issues.find(\"PC-77\")") { blackHole(issues.find("PC-77")) }
    let words = IssueFilter { ($0.words, $0.states) = ("printing", [.started, .review]) }
    try time("Search by words and states, first 20", rows, "issues.search(filter).limit(20).all") {
      blackHole(issues.search(words).limit(20).all)
    }
    let label = IssueFilter { ($0.label, $0.project, $0.atLeast) = ("label 7", "PC", .high) }
    try time("Search by label, project and priority", rows, "issues.search(filter).all") {
      blackHole(issues.search(label).all)
    }
    try time("The board of a project", rows, "reports.board(of: project)") {
      blackHole(reports.board(of: office.projects[3]))
    }
    try time("What everybody has to do", rows, "reports.loads()") { blackHole(reports.loads()) }
    try time("Who has too much to do", rows, "reports.overloaded(moreThan: 100)") {
      blackHole(reports.overloaded(moreThan: 100))
    }
    try time("Issues that took more than ten days", rows, "reports.slow(days: 10).count") {
      blackHole(reports.slow(days: 10).count)
    }
    try time("Labels with the most unfinished issues", rows, "reports.busiestLabels(5)") {
      blackHole(reports.busiestLabels(5))
    }
  }

  fileprivate func compareWriting(_ office: Office, _ rows: Int) throws {
    let (tracker, issues) = (office.tracker, office.tracker.issues)
    let (project, person) = (office.projects[0], office.people[0])
    try time("Open an issue", rows, "issues.open(title, in: project, by: person)") {
      try issues.open("One more about printing", in: project, by: person)
    }
    var issue = try issues.all.require(1)
    try time("Start an issue, then put it back", rows, "issues.start(&issue, by: person)") {
      try issues.start(&issue, by: person)
      try issues.move(&issue, to: .open)
    }
    try time("Change an issue, then undo it", rows, "issues.move(…); history.undo()") {
      var issue = try issues.all.require(2)
      try issues.move(&issue, to: issue.state, hours: 1)
      try tracker.history.undo()
    }
    try time("Plan ten changes on a branch, merge", rows, "issues.plan { … }") {
      try issues.plan { issues in
        for var issue in issues.all.limit(10) { try issues.move(&issue, to: issue.state, hours: 1) }
      } isWanted: { _ in
        true
      }
    }
  }
}
