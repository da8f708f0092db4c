import Foundation
import MotionModel
import MotionModelTestSupport
import MotionModelTransactions
import Testing

/// What records that a history leaves out do to their parents is no step, and never spoils another step.
@Suite(.ownStore) struct UndoDerivedTests {
  private var store: Store { Store.current }
  private let history = UndoHistory(of: .current, excluding: [Reply.self])

  @discardableResult
  private func reply(to essay: Int?) throws -> Reply { try Reply.create { $0.essayID = essay } }

  @discardableResult
  private func essay(_ title: String, in issue: Int? = nil) throws -> Essay {
    try Essay.create { ($0.title, $0.issueID) = (title, issue) }
  }

  @Test func `counting in a parent and touching it, and its parents, is no step`() throws {
    let issue = try Magazine.create()
    let (essay, other) = (try essay("one", in: issue.id), try essay("two"))
    history.removeAll()
    var reply = try reply(to: essay.id)
    #expect(history.undoCount == 0)
    #expect(Essay.pluck(\.replyCount) == [1, 0] && Magazine.first?.updatedAt != issue.updatedAt)
    try reply.update { $0.essayID = other.id }
    try reply.update { $0.text = "Yes" }
    try reply.delete()
    #expect(history.undoCount == 0 && !history.canUndo)
    #expect(Essay.pluck(\.replyCount) == [0, 0])
  }

  @Test func `a step is undone without the replies that were made since`() throws {
    var essay = try essay("one")
    try store.transaction {
      try essay.update { $0.title = "two" }
      try reply(to: essay.id)
    }
    #expect(history.undoCount == 2)
    try reply(to: essay.id)
    try history.undo()
    #expect(Essay.pluck(\.title) == ["one"] && Essay.pluck(\.replyCount) == [2])
    try reply(to: essay.id)
    try history.redo()
    #expect(Essay.pluck(\.title) == ["two"] && Essay.pluck(\.replyCount) == [3])
  }

  @Test func `only the other changes of a commit are in its step`() throws {
    let essay = try essay("one")
    try store.transaction {
      try reply(to: essay.id)
      try self.essay("two")
    }
    #expect(history.undoChangeset?.description == "Essay: 1 deleted")
    try history.undo()
    #expect(Essay.pluck(\.title) == ["one"] && Essay.pluck(\.replyCount) == [1])
  }

  @Test func `a parent that other records touch too is in their step`() throws {
    let essay = try essay("one")
    let time = Essay.first?.updatedAt
    try store.transaction {
      try reply(to: essay.id)
      try Star.create { $0.essayID = essay.id }
    }
    #expect(history.undoChangeset?.description == "Star: 1 deleted; Essay: 1 updated")
    try history.undo()
    #expect(Essay.first?.updatedAt == time && Essay.first?.replyCount == 1)
  }

  @Test func `groups of nothing but such changes are no step`() throws {
    let essay = try essay("one")
    history.removeAll()
    try history.group("Discuss") { for _ in 0..<3 { try reply(to: essay.id) } }
    #expect(history.undoCount == 0)
  }

  // MARK: - Oracle

  /// What steps change: everything but counters and times.
  private struct Contents: Equatable {
    var essays = Essay.records.map { "\($0.id) \($0.title) \($0.issueID ?? 0)" }
    var stars = Star.pluck(\.essayID)
    var issues = Magazine.ids
  }

  private var wrongCounters: [Int] {
    Essay.all.filter { essay in Reply.where(\.essayID == essay.id).count != essay.replyCount }.map(\.id)
      + Magazine.all.filter { issue in Essay.where(\.issueID == issue.id).count != issue.essayCount }.map(\.id)
  }

  @Test(arguments: 0..<25) func `random steps are undone as if there were no replies, and counters are right`(
    part: Int
  ) throws {
    var random = TestSeed.generator(45_000 + part)
    var (undone, redone): ([Contents], [Contents]) = ([], [])
    var text: [String] = []
    for number in 0..<60 {
      let before = Contents()
      let (essay, issue, reply) = (
        random.pickAny(Essay.all), random.pickAny(Magazine.ids), random.pickAny(Reply.all)
      )
      let step = random.number(0...12)
      text.append("\(step)")
      var isReplay = false
      switch step {
      case 0...2: try self.reply(to: essay?.id)
      case 3: try reply?.delete()
      case 4: if var reply { try reply.update { $0.essayID = essay?.id } }
      case 5: _ = try self.essay("essay \(number)", in: issue)
      case 6: if var essay { try essay.update { $0.title = "title \(number)" } }
      case 7: if var essay { try essay.update { $0.issueID = issue } }
      case 8: try essay?.delete()
      case 9:
        try store.transaction {
          if var essay { try essay.update { $0.title = "both \(number)" } }
          try self.reply(to: essay?.id)
          try reply?.delete()
        }
      case 10:
        try store.transaction {
          try self.reply(to: essay?.id)
          try Star.create { $0.essayID = essay?.id }
          if issue == nil { try Magazine.create() }
        }
      case 11:
        isReplay = true
        guard let state = undone.popLast() else { break }
        try history.undo()
        redone.append(before)
        #expect(Contents() == state, "after \(text), part \(part), seed \(TestSeed.current)")
      default:
        isReplay = true
        guard let state = redone.popLast() else { break }
        try history.redo()
        undone.append(before)
        #expect(Contents() == state, "after \(text), part \(part), seed \(TestSeed.current)")
      }
      if !isReplay, Contents() != before { (undone, redone) = (undone + [before], []) }
      #expect(wrongCounters == [], "after \(text), part \(part), seed \(TestSeed.current)")
      #expect(
        history.undoCount == undone.count && history.redoCount == redone.count,
        "after \(text), part \(part), seed \(TestSeed.current)")
    }
  }
}

private struct Magazine: Model {
  var id = 0
  var essayCount = 0
  var updatedAt: Date?

  static let schema = Schema<Magazine> {
    Derived(\.essayCount, count: \.essays)
    Timestamps(updated: \.updatedAt)
  }
  struct Relations: Sendable { let essays = HasMany<Essay>(\.issueID) }
  static let relations = Relations()
}

private struct Essay: Model {
  var id = 0
  var title = ""
  var issueID: Int?
  var replyCount = 0
  var version = 0
  var updatedAt: Date?

  static let schema = Schema<Essay> {
    Column(\.title)
    Column(\.issueID)
    Derived(\.replyCount, count: \.replies)
    LockVersion(\.version)
    Timestamps(updated: \.updatedAt)
  }
  struct Relations: Sendable {
    let issue = BelongsTo<Magazine>(\.issueID, touch: true)
    let replies = HasMany<Reply>(\.essayID)
  }
  static let relations = Relations()
}

/// A record that is left out of the history.
private struct Reply: Model {
  var id = 0
  var text = ""
  var essayID: Int?

  static let schema = Schema<Reply> {
    Column(\.text)
    Column(\.essayID)
  }
  struct Relations: Sendable { let essay = BelongsTo<Essay>(\.essayID, touch: true) }
  static let relations = Relations()
}

private struct Star: Model {
  var id = 0
  var essayID: Int?

  static let schema = Schema<Star> { Column(\.essayID) }
  struct Relations: Sendable { let essay = BelongsTo<Essay>(\.essayID, touch: true) }
  static let relations = Relations()
}
