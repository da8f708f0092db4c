import MotionModel
import MotionModelTestSupport
import MotionModelTransactions
import Testing

/// A counter equals the number of children after every commit, whatever the commit was.
@Suite struct CounterMergeTests {
  private func store() throws -> Store {
    let store = Store(notificationCenter: nil)
    try Store.with(store) {
      let topics = try Topic.insert(contentsOf: [Topic("first"), Topic("second")])
      try Post.insert(contentsOf: (0..<3).map { Post("post \($0)", in: topics[0]) })
    }
    return store
  }

  private func counts(_ store: Store) -> [Int] { store.table(Topic.self).records.pluck(\.postsCount) }

  /// The topics whose counter is wrong.
  private func wrong(_ store: Store) -> [String] {
    let posts = store.table(Post.self).records
    let topics = store.table(Topic.self).records.all.filter { posts.where(\.topicID).eq($0.id).count != $0.postsCount }
    let replied = posts.all.filter { posts.where(\.replyToID).eq($0.id).count != $0.repliesCount }
    return topics.map { "topic \($0.id): \($0.postsCount)" } + replied.map { "post \($0.id): \($0.repliesCount)" }
  }

  @Test func `both sides delete the same child`() throws {
    let store = try store()
    let branch = store.branch()
    try branch.table(Post.self).delete(1)
    try store.table(Post.self).delete(1)
    try branch.merge()
    #expect(counts(store) == [2, 0])
    #expect(counts(branch.store) == [2, 0])
  }

  @Test func `both sides move the same child`() throws {
    let store = try store()
    let branch = store.branch()
    for side in [branch.store, store] {
      try side.table(Post.self).records.where(\.id == 1).updateAll { $0.topicID = 2 }
    }
    try branch.merge()
    #expect(counts(store) == [2, 1])
  }

  @Test(arguments: [(MergePolicy.ours, [2, 1]), (.theirs, [2, 0])]) func `a conflict about the parent is decided`(
    policy: MergePolicy, counts: [Int]
  ) throws {
    let store = try store()
    let branch = store.branch()
    try branch.table(Post.self).records.where(\.id == 1).updateAll { $0.topicID = 2 }
    try store.table(Post.self).records.where(\.id == 1).updateAll { $0.topicID = nil }
    try branch.merge(policy)
    #expect(self.counts(store) == counts)
  }

  @Test func `the same changes are merged twice`() throws {
    let store = try store()
    let branch = store.branch()
    try branch.table(Post.self).delete(1)
    let changes = branch.changes
    try store.merge(changes)
    try store.merge(changes)
    #expect(counts(store) == [2, 0])
  }

  @Test func `a deletion is undone after the record was inserted again`() throws {
    let store = try store()
    let history = UndoHistory(of: store, recording: .groups)
    var post = try #require(store.table(Post.self).find(1))
    try history.group("delete") { _ = try store.table(Post.self).delete(1) }
    try store.table(Post.self).insert(&post)
    try history.undo()
    #expect(counts(store) == [3, 0])
  }

  @Test(arguments: 0..<30) func `counters are right after random merges, updates, undos and files`(part: Int) throws {
    var random = TestSeed.generator(42_000 + part)
    let store = try store()
    let branch = store.branch()
    let history = UndoHistory(of: store)
    var kept: [Changeset] = []
    var text: [String] = []
    let policies: [MergePolicy] = [.ours, .theirs, .fail]
    func change(_ side: Store) throws {
      let (topics, posts) = (side.table(Topic.self), side.table(Post.self))
      let post = random.pickAny(posts.records.all)
      let topic = random.pickAny(topics.records.all)
      switch random.number(0...6) {
      case 0:
        var new = Post("new", in: topic, replyTo: post)
        try posts.insert(&new)
      case 1, 2: try posts.records.where(\.id).eq(post?.id ?? 0).updateAll { $0.topicID = topic?.id }
      case 3: try posts.records.where(\.id).eq(post?.id ?? 0).updateAll { $0.replyToID = post?.id }
      case 4: if let post { try posts.destroy(post.id) }
      case 5:
        var new = Topic("new")
        new.postsCount = 9
        try topics.insert(&new)
      default: if let topic { try topics.delete(topic.id) }
      }
    }
    for _ in 0..<60 {
      let step = random.number(0...11)
      text.append("\(step)")
      switch step {
      case 0...3: try change(store)
      case 4...6: try change(branch.store)
      case 7: _ = try? branch.merge(random.pick(policies))
      case 8: _ = try? branch.update(random.pick(policies))
      case 9: _ = try? history.undo()
      case 10: _ = try? history.redo()
      default:
        kept.append(branch.changes)
        _ = try? store.merge(random.pick(kept), random.pick(policies))
      }
      #expect(wrong(store) == [], "after \(text), part \(part), seed \(TestSeed.current)")
      #expect(wrong(branch.store) == [], "after \(text), part \(part), seed \(TestSeed.current)")
    }
  }
}
