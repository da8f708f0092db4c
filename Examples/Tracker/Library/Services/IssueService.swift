import Foundation
package import MotionModel
import MotionModelTransactions

/// Opens issues, moves them along, and finds them.
package struct IssueService: Sendable {
  let store: Store

  package var all: ModelTable<Issue> { store.table(Issue.self) }

  /// Opens an issue.
  ///
  /// - Throws: `RecordInvalid` when it breaks a rule. Nothing is stored then, and no number is used.
  @discardableResult
  package func open(
    _ title: String, in project: Project, by reporter: Person, _ complete: (inout Issue) throws -> Void = { _ in }
  ) throws -> Issue {
    try store.of(project).issues.create { issue in
      (issue.title, issue.reporter) = (title, reporter)
      try complete(&issue)
    }
  }

  /// Returns the issue with a name such as `WEB-12`; nil if there is none.
  package func find(_ name: String) -> Issue? {
    let parts = name.split(separator: "-")
    guard parts.count == 2, let number = Int(parts[1]) else { return nil }
    guard let project = store.table(Project.self).find(by: \.key, String(parts[0])) else { return nil }
    return store.of(project).issues.find(by: \.number, number)
  }

  /// The name of an issue, such as `WEB-12`.
  package func name(of issue: Issue) -> String { "\(store.of(issue).project?.key ?? "?")-\(issue.number)" }

  // MARK: - Changing

  /// Assigns an issue to a person, who starts to work on it.
  package func start(_ issue: inout Issue, by assignee: Person) throws {
    try all.update(&issue) { ($0.assignee, $0.state) = (assignee, .started) }
  }

  /// Moves an issue to another state, and adds the hours that were spent on it.
  package func move(_ issue: inout Issue, to state: Issue.State, hours: Double = 0) throws {
    try all.update(&issue) {
      $0.state = state
      $0.spent += hours
    }
  }

  /// Adds a label, which is created if there is none of this name.
  package func label(_ issue: Issue, _ name: String) throws {
    try store.transaction {
      var label = try store.table(Label.self).where(\.name == name).firstOrCreate()
      try store.of(issue).labels.append(&label)
    }
  }

  @discardableResult
  package func comment(on issue: Issue, by author: Person, _ text: String) throws -> Comment {
    try store.of(issue).comments.create { ($0.author, $0.text) = (author, text) }
  }

  /// Returns what would go with a project, as a sentence, without doing anything.
  package func question(beforeDestroying project: Project) -> String {
    let preview = store.preview { try store.table(Project.self).destroy(project) }
    return preview.isPossible ? "Destroy \(project.name)? \(preview.summary)." : "\(preview.errors)"
  }

  // MARK: - Planning

  /// Tries a plan on a branch, where others do not see it, and commits it if all of its changes fit.
  ///
  /// - Parameter isWanted: Returns whether to commit the plan, of which it gets the changes.
  /// - Throws: The errors of the plan, and `ChangeConflicts` when others changed the same columns meanwhile.
  package func plan(_ plan: (IssueService) throws -> Void, isWanted: (Changeset) -> Bool) throws {
    let branch = store.branch()
    try plan(IssueService(store: branch.store))
    if isWanted(branch.changes) { try branch.merge() }
  }
}

/// What to search for; parts that are nil do not matter.
package struct IssueFilter: Sendable, Hashable {
  package var words: String?
  package var states: Set<Issue.State>?
  package var project: String?
  package var assignee: Person.ID?
  package var label: String?
  package var atLeast: Issue.Priority?

  package init() {}

  package init(_ choose: (inout IssueFilter) -> Void) { choose(&self) }
}

extension IssueService {
  /// Returns the issues that a filter lets pass, the most urgent first.
  ///
  /// The finder can be refined, counted, or read page by page.
  package func search(_ filter: IssueFilter) -> Finder<Issue> {
    var found = all.order(by: \.priority, .descending).order(by: \.createdAt)
    if let words = filter.words { found = found.where(\.title).contains(words, caseSensitive: false) }
    if let states = filter.states { found = found.where(\.state).in(states) }
    if let project = filter.project { found = found.where { $0.project.key == project } }
    if let assignee = filter.assignee { found = found.where(\.assigneeID == assignee) }
    if let label = filter.label { found = found.where { $0.labels.any { $0.name == label } } }
    if let priority = filter.atLeast { found = found.where(\.priority >= priority) }
    return found
  }
}
