import MotionModel
import MotionModelTransactions
import Testing

struct TransactionCompanionTests {
  private final class Counting: TransactionCompanion {
    let ownModels: [any Model.Type] = [Twig.self]

    func willClose(_ changes: Changeset, in store: Store) throws {
      for change in changes.changes(of: Bough.self) {
        if change.id == 13 { throw CancellationError() }
        try store.table(Twig.self).replicate([Twig(id: change.id, boughID: change.new?.parentID)])
      }
    }
  }

  private let store = Store()

  init() { _ = store.companion { Counting() } }

  private var notes: [Int?] { store.table(Twig.self).records.order(by: \.id).all.map(\.boughID) }

  @Test func `what is added is part of the commit, and what it refuses is not committed`() throws {
    let count = store.commitCount
    var bough = Bough(id: 1, parentID: 7)
    try store.table(Bough.self).save(&bough)
    #expect(store.commitCount == count + 1 && notes == [7])
    var refused = Bough(id: 13)
    #expect(throws: CancellationError.self) { try store.table(Bough.self).save(&refused) }
    #expect(store.table(Bough.self).find(13) == nil && store.commitCount == count + 1)
  }

  @Test func `replicas are no news, and copies of the store have no companion`() throws {
    try store.replicating { try store.table(Bough.self).replicate([Bough(id: 1, parentID: 7)]) }
    #expect(notes == [])
    let branch = store.branch()
    try Store.with(branch.store) { try Bough.updateAll { $0.parentID = 8 } }
    #expect(branch.store.table(Twig.self).count == 0)
    try branch.merge()
    #expect(notes == [8])
  }

  @Test func `what others say of its records is left out of what is applied`() throws {
    let branch = store.branch()
    try Store.with(branch.store) {
      try Twig.insert(contentsOf: [Twig(id: 5)])
      try Bough.insert(contentsOf: [Bough(id: 1, parentID: 3)])
    }
    try store.apply(Changeset.difference(from: store, to: branch.store))
    #expect(store.table(Twig.self).map(\.id) == [1] && notes == [3])
  }
}

private struct Bough: Model, Equatable {
  var id = 0
  var parentID: Int?

  static let schema = Schema<Bough> { Column(\.parentID) }
}

private struct Twig: Model, Equatable {
  var id = 0
  var boughID: Int?

  static let schema = Schema<Twig> { Column(\.boughID) }
}
