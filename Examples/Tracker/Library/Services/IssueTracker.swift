package import Foundation
package import MotionModel
package import MotionModelTransactions

/// An issue tracker over one store: the services, each of which is given the store.
///
/// Nothing here uses `Store.default`, so that a program can have several trackers, and each test one of its own.
package struct IssueTracker: Sendable {
  package let store: Store
  package let issues: IssueService
  package let reports: ReportService
  /// What can be undone: everything but the log.
  package let history: UndoHistory

  package var projects: ModelTable<Project> { store.table(Project.self) }
  package var people: ModelTable<Person> { store.table(Person.self) }
  package var events: ModelTable<Event> { store.table(Event.self) }

  /// Creates a tracker over a store, which may already have records.
  package init(store: Store = Store()) {
    self.store = store
    (issues, reports) = (IssueService(store: store), ReportService(store: store))
    history = UndoHistory(of: store, excluding: [Event.self])
    store.use(EventLog())
  }

  /// Runs code as one commit, with the person as its author in the log.
  @discardableResult
  package func by<Result>(_ author: Person, _ reason: String? = nil, _ body: () throws -> Result) throws -> Result {
    try store.transaction(metadata: Changeset.Metadata(author: author.name, reason: reason), body)
  }

  // MARK: - Files

  /// Writes everything to a file.
  package func save(to file: URL) throws { try store.save(to: file) }

  /// Creates a tracker from a file.
  package init(contentsOf file: URL) throws {
    let store = Store()
    // A file names its models; a store without records needs their types.
    let models: [any Model.Type] = [
      Person.self, Project.self, Issue.self, Label.self, Labelling.self, Comment.self, Event.self,
    ]
    try store.load(from: file, models: models)
    // Only now does the log begin, so that it does not report what was loaded.
    self.init(store: store)
  }
}
