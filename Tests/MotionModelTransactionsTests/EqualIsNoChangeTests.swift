import Foundation
import MotionModel
import MotionModelTestSupport
import MotionModelTransactions
import Testing

private struct Parent: Model, Equatable {
  var id = 0
  var name = ""
  var childrenCount = 0
  static let schema = Schema<Parent> {
    Column(\.name)
    Derived(\.childrenCount, count: \.children)
  }
  struct Relations { let children = HasMany<Child>(\.parentID) }
  static let relations = Relations()
}

private struct Child: Model, Equatable {
  var id = 0
  var parentID = 0
  static let schema = Schema<Child> { Column(\.parentID) }
  struct Relations { let parent = BelongsTo<Parent>(\.parentID) }
  static let relations = Relations()
}

/// A record that ends as it began has no change in any changeset.
@Suite(.ownStore) struct EqualIsNoChangeTests {
  private func upAndDown() throws {
    let child = try Child.create { $0.parentID = 1 }
    try child.delete()
  }

  @Test func `a counter that goes up and comes back is in no preview, transaction, call or commit`() throws {
    try Parent.create { $0.name = "p" }
    let store = Store.current
    let commits = store.commitCount
    #expect(store.preview(upAndDown).changeset.isEmpty)
    try store.transaction { transaction in
      try upAndDown()
      #expect(transaction.changeset.isEmpty)
      try store.transaction { inner in
        try Parent.updateAll { $0.name = "q" }
        try Parent.updateAll { $0.name = "p" }
        #expect(inner.changeset.isEmpty)
      }
      #expect(store.preview(upAndDown).changeset.isEmpty)
    }
    #expect(store.commitCount == commits)
  }

  @Test func `a record that is deleted and inserted again at its place is in no composed changeset`() throws {
    try Parent.insert(contentsOf: [Parent(id: 1, name: "a"), Parent(id: 2, name: "b")])
    let store = Store.current
    let removed = try store.changeset { try Parent.deleteAll() }
    let back = try store.apply(removed.inverted)
    #expect(removed.composed(with: back).isEmpty)
    #expect(back.composed(with: removed).isEmpty)
  }

  @Test func `an update without columns is not applied, composed or merged`() throws {
    let parent = try Parent.create { $0.name = "p" }
    let store = Store.current
    let changes = try store.changeset { try Parent.updateAll { $0.name = "q" } }
    try Parent.updateAll { $0.name = "p" }
    let json = String(decoding: try JSONEncoder().encode(changes), as: UTF8.self).replacing("\"q\"", with: "\"p\"")
    let idle = try JSONDecoder().decode(Changeset.self, from: Data(json.utf8), configuration: [Parent.self])
    let commits = store.commitCount
    #expect(try store.apply(idle).isEmpty)
    #expect(try store.merge(idle).isEmpty)
    #expect(Changeset.empty.composed(with: idle).isEmpty)
    #expect(store.commitCount == commits && Parent.all == [parent])
  }
}

extension Store {
  /// Returns the changes of the commits that `body` makes.
  fileprivate func changeset(_ body: () throws -> Void) throws -> Changeset {
    let before = snapshot()
    try body()
    return .difference(from: before, to: self)
  }
}
