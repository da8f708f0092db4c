import Foundation
import MotionModel
import MotionModelTransactions
import Tracker

/// A day with the tracker:
///
///     swift run TrackerDemo
@main
struct TrackerDemo {
  static func main() throws {
    let tracker = IssueTracker()
    let (ann, bob) = (
      try tracker.people.create(Person("Ann", "ann@example.com")),
      try tracker.people.create(Person("Bob", "bob@example.com"))
    )
    let web = try tracker.projects.create(Project("WEB", "The new site"))

    try tracker.by(ann, "planning") {
      try tracker.issues.open("Login fails on old phones", in: web, by: ann) {
        ($0.priority, $0.estimate) = (.urgent, 3)
      }
      try tracker.issues.open("Write the imprint", in: web, by: bob) { $0.estimate = 1 }
    }
    try work(tracker, as: bob)
    refuse(tracker, ann, web)
    print(tracker.issues.question(beforeDestroying: web))
    try report(tracker)
  }

  private static func work(_ tracker: IssueTracker, as person: Person) throws {
    guard var login = tracker.issues.find("WEB-1") else { return }
    try tracker.by(person) {
      try tracker.issues.start(&login, by: person)
      try tracker.issues.label(login, "mobile")
      try tracker.issues.comment(on: login, by: person, "It is the date picker.")
    }
    try tracker.by(person) { try tracker.issues.move(&login, to: .closed, hours: 5) }
  }

  private static func refuse(_ tracker: IssueTracker, _ person: Person, _ project: Project) {
    do {
      try tracker.issues.open("", in: project, by: person) { $0.state = .review }
    } catch {
      print("Refused: \(error)")
    }
  }

  private static func report(_ tracker: IssueTracker) throws {
    for event in tracker.events { print("\(event.issue) \(event.author ?? "somebody") \(event.text)") }
    print("Underestimated: \(tracker.issues.all.underestimated.pluck(\.title))")
    print("Mean error: \(tracker.reports.meanError() ?? 0) hours")
    try tracker.history.undo()
    print("After undo: \(tracker.issues.find("WEB-1")?.state.rawValue ?? "gone"), \(tracker.events.count) events")
  }
}
