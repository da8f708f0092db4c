import Foundation
import MotionModel
import MotionModelTestSupport
import MotionModelTransactions
import Testing

@Suite(.ownStore) struct StoreTransactionTests {
  private var store: Store { .current }

  @Test func `a transaction is one commit; its writes are visible inside at once, and to others afterwards`() throws {
    let store = store
    let result = try store.transaction {
      var entry = try Entry.create { $0.name = "one" }
      try entry.update { $0.amount = 3 }
      try Entry.create { $0.name = "two" }
      #expect(Entry.names == ["one", "two"] && Entry.where(\.amount == 3).count == 1)
      onThreads(1) { _ in #expect(store.table(Entry.self).count == 0) }
      return entry.amount
    }
    #expect(result == 3 && Entry.names == ["one", "two"] && store.commitCount == 1)
  }

  @Test func `a transaction inside those of another store and of its own has its store in use`() throws {
    let (store, other) = (store, Store(notificationCenter: nil))
    try store.transaction {
      try other.transaction {
        #expect(Store.current === other)
        try store.transaction { transaction in
          #expect(Store.current === store)
          try Entry.create { $0.name = "undone" }
          transaction.rollback()
          try Entry.create { $0.name = "one" }
        }
        #expect(Store.current === other)
        #expect(throws: Stop()) {
          try store.transaction { () throws in
            try Entry.create { $0.name = "two" }
            throw Stop()
          }
        }
        try Entry.create { $0.name = "of the other" }
      }
      #expect(Store.current === store)
    }
    #expect(Entry.names == ["one"] && store.commitCount == 1)
    #expect(other.table(Entry.self).pluck(\.name) == ["of the other"])
  }

  @Test func `a body that throws changes nothing, and its error is rethrown`() throws {
    try Entry.create { $0.name = "kept" }
    let commits = store.commitCount
    let log = logged {
      #expect(throws: Stop()) {
        try store.transaction {
          try Entry.deleteAll()
          try Entry.create { $0.name = "gone" }
          throw Stop()
        }
      }
    }
    #expect(Entry.names == ["kept"] && store.commitCount == commits && store.violation() == nil)
    #expect(log == ["save gone", "undone delete kept", "undone insert gone"])
  }

  @Test func `rollback undoes the writes so far, and the body continues`() throws {
    let value = try Entry.transaction { transaction in
      try Entry.create { $0.name = "one" }
      transaction.rollback()
      #expect(Entry.count == 0 && transaction.changeset.isEmpty)
      try Entry.create { $0.name = "two" }
      return "a value"
    }
    #expect(value == "a value")
    #expect(Entry.names == ["two"])
    #expect(Entry.ids == [2], "The id of the record that was rolled back is not given again.")
    #expect(store.commitCount == 1)
  }

  @Test func `a transaction that is rolled back and writes no more does not commit`() throws {
    let log = try logged {
      try store.transaction { transaction in
        try Entry.insert(contentsOf: [Entry("one"), Entry("two")])
        transaction.rollback()
        transaction.rollback()
      }
    }
    #expect(Entry.count == 0 && store.commitCount == 0)
    #expect(log == ["save one", "save two", "undone insert one", "undone insert two"])
  }

  @Test func `a nested transaction can be undone without the outer one`() throws {
    try store.transaction { outer in
      try Entry.create { $0.name = "outer" }
      try store.transaction { inner in
        try Entry.create { $0.name = "inner" }
        #expect(Entry.names == ["outer", "inner"] && inner.changeset.count == 1)
        inner.rollback()
        #expect(Entry.names == ["outer"])
        try Entry.create { $0.name = "inner again" }
      }
      #expect(throws: Stop()) {
        try store.transaction {
          try Entry.deleteAll()
          throw Stop()
        }
      }
      #expect(Entry.names == ["outer", "inner again"] && outer.changeset.count == 2)
    }
    #expect(Entry.names == ["outer", "inner again"])
    #expect(Entry.ids == [1, 3])
    #expect(store.commitCount == 1)
  }

  @Test func `an outer rollback undoes nested transactions`() throws {
    try store.transaction { outer in
      try store.transaction { try Entry.create { $0.name = "inner" } }
      outer.rollback()
      #expect(Entry.count == 0)
    }
    #expect(Entry.count == 0 && store.commitCount == 0)
  }

  @Test func `commit hooks and commit handlers run once, and not for undone changes`() throws {
    let changesets = Collector<String>()
    let observation = store.observeCommits { changesets.add("\($0)") }
    let log = try logged {
      try store.transaction {
        var entry = try Entry.create { $0.name = "one" }
        try store.transaction { try entry.update { $0.amount = 1 } }
        try store.transaction { transaction in
          try Entry.create { $0.name = "undone" }
          transaction.rollback()
        }
        #expect(changesets.values.isEmpty)
      }
    }
    #expect(changesets.values == ["Entry: 1 inserted"])
    #expect(log == ["save one", "save one", "save undone", "undone insert undone", "committed insert one"])
    observation.cancel()
  }

  @Test func `unique columns, hooks and relations refuse writes in a transaction, and the body may continue`() throws {
    try store.transaction {
      try Entry.create { $0.name = "one" }
      #expect(throws: StoreError.notUnique(model: "Entry", columns: ["name"], id: "1")) {
        try Entry.create { $0.name = "one" }
      }
      #expect(throws: StoreError.self) { try Entry.create { $0.name = "halt" } }
      let world = try BoardWorld()
      #expect(throws: StoreError.restricted(model: "Person", id: "ann", relation: "cards", count: 1)) {
        try world.ann.destroy()
      }
      #expect(Card.count == 4 && world.home.cards.count == 3)
    }
    #expect(Entry.names == ["one"] && Person.count == 2 && store.violation() == nil)
  }

  @Test func `a required parent may be inserted later, but must exist at the end`() throws {
    let fill = {
      var card = Card("card")
      card.boardID = 1
      try card.save()
    }
    try store.transaction {
      try fill()
      try Board.create { $0.name = "board" }
    }
    #expect(Card.find(1)?.board?.name == "board")
    #expect(throws: StoreError.parentMissing(model: "Card", id: "2", relation: "board", parent: "Board")) {
      try store.transaction {
        try Entry.create()
        try Card.insert(contentsOf: [Card("lost")])
      }
    }
    #expect(Card.count == 1 && Entry.count == 0)
  }

  @Test func `a transaction in a hook is part of the operation`() throws {
    try Entry.create { $0.name = "pair" }
    #expect(Entry.names == ["other partner", "pair"] && store.commitCount == 1)
  }

  @Test func `a transaction in a commit handler is a separate commit`() throws {
    let store = store
    let ids = Collector<Int>()
    let observation = store.observeCommits { changeset in
      ids.add(changeset.id)
      if changeset.id > 2 { return }
      do {
        try store.transaction { try Entry.create { $0.name = "after \(changeset.id)" } }
      } catch {
        Issue.record(error)
      }
    }
    try store.transaction { try Entry.create { $0.name = "first" } }
    #expect(Entry.names == ["first", "after 1", "after 2"] && ids.values == [1, 2, 3])
    observation.cancel()
  }

  @Test func `transactions of two stores are independent`() throws {
    let other = Store()
    #expect(throws: Stop()) {
      try store.transaction {
        try Entry.create { $0.name = "here" }
        try other.transaction { try Entry.create { $0.name = "there" } }
        throw Stop()
      }
    }
    #expect(Entry.count == 0 && other.table(Entry.self).count == 1)
  }

  @Test func `a transaction of a snapshot is refused`() {
    #expect(throws: StoreError.readOnlyStore) { try store.snapshot().transaction {} }
  }

  // MARK: - Inserting and deleting

  @Test func `a record that is inserted and deleted in a transaction is not in its commit`() throws {
    let changesets = Collector<String>()
    let observation = store.observeCommits { changesets.add("\($0)") }
    var copy = Entry()
    try store.transaction {
      copy = try Entry.create { $0.name = "short" }
      try copy.delete()
    }
    #expect(changesets.values.isEmpty)
    #expect(store.commitCount == 0)
    #expect(try Entry.create { $0.name = "next" }.id != copy.id)
    #expect(throws: StoreError.recordGone(model: "Entry", id: "1")) { try copy.save() }
    observation.cancel()
  }

  @Test func `rolling back a deletion and a new insertion restores the record's position`() throws {
    var entries = try Entry.insert(contentsOf: [Entry("one"), Entry("two"), Entry("three")])
    try store.transaction { transaction in
      try entries[0].delete()
      try entries[0].insert()
      #expect(Entry.names == ["two", "three", "one"])
      #expect(transaction.changeset.changes(of: Entry.self).map(\.kind) == [.update])
      transaction.rollback()
      #expect(Entry.names == ["one", "two", "three"])
      try store.transaction { inner in
        try entries[1].delete()
        inner.rollback()
      }
      #expect(Entry.names == ["one", "two", "three"] && Entry.where(\.amount == 0).ids == [1, 2, 3])
    }
    #expect(Entry.names == ["one", "two", "three"] && store.violation() == nil)
  }
}
