package import Foundation
package import MotionModel

/// Numbers about the issues.
package struct ReportService: Sendable {
  let store: Store

  private var issues: ModelTable<Issue> { store.table(Issue.self) }

  /// The issues of a project by their states, as columns of a board.
  package func board(of project: Project) -> [Issue.State: [Issue]] {
    store.of(project).issues.order(by: \.priority, .descending).group(by: \.state).all()
  }

  /// The open work of a person.
  package struct Load: Sendable, Equatable {
    package let issues: Int
    package let hours: Double
    package let nextDueDate: Date?

    package init(issues: Int, hours: Double, nextDueDate: Date?) {
      (self.issues, self.hours, self.nextDueDate) = (issues, hours, nextDueDate)
    }
  }

  /// What each person has to do, by their ids; unassigned issues are under nil.
  package func loads() -> [Person.ID?: Load] {
    issues.unfinished.group(by: \.assignee).aggregate(.count, .sum(\.estimate), .minimum(\.dueDate))
      .mapValues { Load(issues: $0, hours: $1, nextDueDate: $2) }
  }

  /// The people with more unfinished issues than they should have.
  package func overloaded(moreThan limit: Int) -> [Person] {
    let ids = issues.unfinished.group(by: \.assignee).having(.count) { $0 > limit }.count().keys
    return store.table(Person.self).where(\.id).in(ids.compactMap(\.self)).order(by: \.name).all
  }

  /// The closed issues that took longer than some days.
  package func slow(days: Double) -> Finder<Issue> {
    issues.where { $0.closedAt.days(since: $0.createdAt) > days }
  }

  /// The labels with the most unfinished issues.
  package func busiestLabels(_ count: Int) -> [String] {
    store.table(Label.self)
      .order(by: { $0.issues.where { $0.state != .closed }.count }, .descending).limit(count).pluck(\.name)
  }

  /// The mean of the hours by which estimates were wrong; nil if nothing was estimated and closed.
  package func meanError() -> Double? {
    let (count, estimated, spent) = issues.where(\.state == .closed && \.estimate > 0)
      .aggregate(.count, .sum(\.estimate), .sum(\.spent))
    return count == 0 ? nil : (spent - estimated) / Double(count)
  }
}
