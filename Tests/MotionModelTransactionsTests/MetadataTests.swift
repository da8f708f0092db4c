import Foundation
import MotionModel
import MotionModelTestSupport
import MotionModelTransactions
import Testing

@Suite(.ownStore) struct MetadataTests {
  /// Returns the metadata of the only commit of `body`.
  private func committed(_ body: (Store) throws -> Void) throws -> Changeset.Metadata {
    let all = Collector<Changeset.Metadata>()
    let observation = Store.current.observeCommits { all.add($0.metadata) }
    try body(.current)
    observation.cancel()
    try #require(all.values.count == 1)
    return all.values[0]
  }

  @Test func `metadata are part of the changeset`() throws {
    let metadata = try committed { store in
      try store.transaction(metadata: Changeset.Metadata(author: "ann")) { transaction in
        try Entry.create { $0.name = "one" }
        transaction.metadata.reason = "A test"
        transaction.metadata["device"] = "desk"
        #expect(transaction.changeset.metadata == transaction.metadata)
      }
    }
    #expect(metadata == Changeset.Metadata(author: "ann", reason: "A test", values: ["device": "desk"]))
    #expect(try committed { _ in try Entry.deleteAll() }.isEmpty)
  }

  @Test func `a commit has one set of metadata, and the value set last is kept`() throws {
    let metadata = try committed { store in
      try store.transaction { outer in
        outer.metadata.author = "ann"
        try Entry.create { $0.name = "one" }
        try Entry.transaction(metadata: Changeset.Metadata(author: "bob", reason: "Inner")) { inner in
          try Entry.create { $0.name = "two" }
          inner.metadata["key"] = 1
        }
        #expect(outer.metadata == Changeset.Metadata(author: "bob", reason: "Inner", values: ["key": 1]))
        outer.metadata.reason = "Outer"
      }
    }
    #expect(metadata == Changeset.Metadata(author: "bob", reason: "Outer", values: ["key": 1]))
  }

  @Test func `the metadata of a transaction are discarded when it throws and kept when it is rolled back`() throws {
    let metadata = try committed { store in
      try store.transaction(metadata: Changeset.Metadata(author: "ann")) { outer in
        try? store.transaction { inner in
          inner.metadata.author = "bob"
          throw Stop()
        }
        outer.metadata.reason = "Kept"
        outer.rollback()
        try Entry.create { $0.name = "one" }
      }
    }
    #expect(metadata == Changeset.Metadata(author: "ann", reason: "Kept"))
  }

  @Test func `commits that are notified together have the metadata of the last one`() throws {
    let metadata = try committed { store in
      try store.coalesced {
        try store.transaction(metadata: Changeset.Metadata(author: "ann")) { try Entry.create { $0.name = "one" } }
        try store.transaction(metadata: Changeset.Metadata(author: "bob")) { try Entry.create { $0.name = "two" } }
      }
    }
    #expect(metadata == Changeset.Metadata(author: "bob"))
  }

  @Test func `filtering, encoding and applying a changeset keep its metadata, inverting and composing do not`() throws {
    let changes = Collector<Changeset>()
    let observation = Store.current.observeCommits { changes.add($0) }
    let ann = Changeset.Metadata(author: "ann", reason: "A test")
    try Store.current.transaction(metadata: ann) { try Entry.create { $0.name = "one" } }
    observation.cancel()
    let changeset = try #require(changes.values.first)
    #expect(changeset.filtered(models: [Entry.self]).metadata == ann)
    let data = try JSONEncoder().encode(changeset)
    let decoded = try JSONDecoder().decode(Changeset.self, from: data, configuration: [Entry.self])
    #expect(decoded.metadata == ann && decoded == changeset)
    #expect(changeset.inverted.metadata.isEmpty && changeset.composed(with: changeset.inverted).metadata.isEmpty)
    #expect(try Store().apply(decoded).metadata == ann && Store().merge(decoded).metadata == ann)
    let bob = Changeset.Metadata(author: "bob")
    let said = try committed { store in
      try store.transaction(metadata: bob) { () throws in _ = try store.apply(changeset.inverted) }
    }
    #expect(said == bob)
  }
}
