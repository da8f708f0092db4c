import MotionModel
import MotionModelTestSupport
import MotionModelTransactions
import Testing

@Suite(.ownStore) struct RecordTransactionTests {
  @Test func `a record is saved at the end of its transaction`() throws {
    var entry = Entry("one")
    let result = try entry.transaction { entry in
      entry.amount = 3
      return "result"
    }
    #expect(result == "result" && entry.id == 1 && Entry.find(1) == entry && entry.amount == 3)
  }

  @Test func `rollback restores the record's fields from the start of the block`() throws {
    var entry = try Entry.create { $0.name = "one" }
    entry.amount = 7
    try entry.transaction { entry in
      entry.name = "two"
      entry.rollback()
      #expect(entry.name == "one" && entry.amount == 7)
    }
    #expect(entry.name == "one" && entry.amount == 7 && entry.hasChanges)
    #expect(Entry.find(1)?.amount == 0 && Store.current.commitCount == 1)
  }

  @Test func `after a rollback the block continues, and its later changes are saved`() throws {
    var entry = try Entry.create { $0.name = "one" }
    try entry.transaction { entry in
      entry.name = "two"
      entry.rollback()
      entry.rollback()
      entry.amount = 5
    }
    #expect(Entry.find(1) == entry && entry.name == "one" && entry.amount == 5)
  }

  @Test func `nested blocks are rolled back to their own start`() throws {
    var entry = try Entry.create { $0.name = "start" }
    try entry.transaction { entry in
      entry.name = "outer"
      try entry.transaction { entry in
        entry.name = "inner"
        entry.rollback()
        #expect(entry.name == "outer")
        entry.amount = 1
      }
      #expect(entry.name == "outer" && entry.amount == 1 && Entry.find(1) == entry)
      entry.rollback()
      #expect(entry.name == "start" && entry.amount == 0 && Entry.find(1) == entry)
    }
    #expect(entry.name == "start" && entry.version == 0 && Entry.find(1) == entry)
  }

  @Test func `rollback undoes all writes of the block, also of other records`() throws {
    var entry = Entry("new")
    try entry.transaction { entry in
      try entry.save()
      try Entry.create { $0.name = "other" }
      entry.rollback()
      #expect(Entry.count == 0 && entry.id == 0)
    }
    #expect(Entry.count == 0 && entry == Entry("new"))
  }

  @Test func `a block that throws leaves the record and the store unchanged`() throws {
    var entry = try Entry.create { $0.name = "one" }
    entry.amount = 2
    #expect(throws: Stop()) {
      try entry.transaction { entry in
        entry.name = "two"
        try entry.save()
        throw Stop()
      }
    }
    #expect(entry.name == "one" && entry.amount == 2 && Entry.find(1)?.name == "one")
    #expect(throws: StoreError.self) { try entry.transaction { $0.name = "halt" } }
    #expect(entry.name == "one" && Entry.names == ["one"])
  }

  @Test func `blocks of two records are rolled back independently`() throws {
    var (one, two) = (try Entry.create { $0.name = "one" }, try Entry.create { $0.name = "two" })
    try one.transaction { one in
      one.amount = 1
      try two.transaction { two in
        two.amount = 2
        two.rollback()
      }
    }
    #expect(one.amount == 1 && two.amount == 0 && Entry.pluck(\.amount) == [1, 0])
  }

  @Test func `a stale record is reloaded for another try`() throws {
    var entry = try Entry.create { $0.name = "one" }
    try Entry.updateAll { $0.amount = 10 }
    #expect(throws: StoreError.self) { try entry.transaction { $0.amount += 1 } }
    #expect(entry.amount == 0)
    try entry.transaction(retries: 1) { $0.amount += 1 }
    #expect(entry.amount == 11 && Entry.find(1) == entry)
  }
}
