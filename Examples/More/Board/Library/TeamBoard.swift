package import MotionModel
package import MotionModelLive

/// A board whose columns are the sections of a live list.
package struct TeamBoard: Sendable {
  package let cards: ModelTable<Card>
  package let columns: LiveSections<Card.Stage, Card>

  package init(store: Store = Store()) {
    cards = store.table(Card.self)
    columns = cards.live(sectionedBy: \.stage)
  }

  /// Shows the board as it is, and then after each change, until a condition is met or the task is cancelled.
  ///
  /// Writers do not wait for the screen: changes while a frame is written are in the next frame.
  package func show(
    on screen: Screen, until isOver: @Sendable (LiveSectionList<Card.Stage, Card>) -> Bool
  ) async {
    let changes = columns.changes
    let first = columns.value
    screen.show(first, "The board")
    if isOver(first) { return }
    for await change in changes {
      screen.show(change.after, after: change, "\(change)")
      if isOver(change.after) { return }
    }
  }

  /// Shows people who work on the cards, until all are done.
  ///
  /// - Parameters:
  ///   - people: The names of the people, each of whom is a task.
  ///   - first: The titles of the first cards.
  ///   - later: The titles of cards that come while the people work.
  ///   - pause: Is awaited between the steps of each task.
  package func play(
    _ people: [String], first: [String], later: [String], on screen: Screen,
    pause: @escaping @Sendable () async throws -> Void
  ) async throws {
    try cards.insert(contentsOf: first.map { Card($0) })
    let total = first.count + later.count
    try await withThrowingTaskGroup(of: Bool.self) { group in
      group.addTask {
        await show(on: screen) { $0.first?.key == .done && $0.first?.records.count == total }
        return true
      }
      for name in people {
        group.addTask {
          try await Person(name, board: self).work(pause)
          return false
        }
      }
      group.addTask {
        for title in later {
          try await pause()
          try cards.create(Card(title))
        }
        return false
      }
      for try await isOver in group where isOver { return group.cancelAll() }
    }
  }
}
