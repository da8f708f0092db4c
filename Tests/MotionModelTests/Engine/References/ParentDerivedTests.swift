import Foundation
import MotionModel
import MotionModelTestSupport
import MotionModelTesting
import Testing

@Suite struct ParentDerivedTests {
  let clock = ManualClock()
  let store: Store
  let (first, second): (Topic, Topic)

  init() throws {
    store = Store(clock: clock.read)
    var topics = [Topic("first"), Topic("second")]
    topics = try store.table(Topic.self).insert(contentsOf: topics)
    (first, second) = (topics[0], topics[1])
  }

  private var counts: [Int] { store.table(Topic.self).records.pluck(\.postsCount) }

  @Test func `a counter counts its children`() throws {
    try Store.with(store) { () throws in
      var post = try first.posts.create()
      #expect(counts == [1, 0])
      try first.posts.append(contentsOf: [Post("a"), Post("b"), Post("c")])
      #expect(counts == [4, 0])
      try second.posts.append(&post)
      #expect(counts == [3, 1])
      post.topic = nil
      try post.save()
      #expect(counts == [3, 0])
      try Post.where(\.text).eq("a").deleteAll()
      #expect(counts == [2, 0])
      try Post.records.updateAll { $0.topicID = second.id }
      #expect(counts == [0, 3])
      try Post.destroyAll()
      #expect(counts == [0, 0])
      post.topicID = 77
      try post.insert()
      #expect(counts == [0, 0])
    }
  }

  @Test func `a parent is touched when a child is inserted, updated or deleted`() throws {
    try Store.with(store) { () throws in
      func touched() -> [Date?] { Topic.records.pluck(\.updatedAt) }
      let start = clock.now
      clock.advance(by: 10)
      var post = try first.posts.create()
      #expect(touched() == [start + 10, start])
      clock.advance(by: 10)
      post.text = "changed"
      try post.save()
      #expect(touched() == [start + 20, start])
      clock.advance(by: 10)
      try post.save()
      #expect(touched() == [start + 20, start])
      try second.posts.append(&post)
      #expect(touched() == [start + 30, start + 30])
      clock.advance(by: 10)
      try post.delete()
      #expect(touched() == [start + 30, start + 40])
    }
  }

  @Test func `counters work within one model, and a touch goes up to all ancestors`() throws {
    try Store.with(store) { () throws in
      let post = try first.posts.create { $0.text = "post" }
      clock.advance(by: 10)
      var reply = Post("reply", replyTo: post)
      try reply.save()
      #expect(Post.find(post.id)?.repliesCount == 1)
      #expect(Post.find(post.id)?.updatedAt == clock.now)
      #expect(Topic.find(first.id)?.updatedAt == clock.now)
      #expect(Topic.find(first.id)?.postsCount == 1)
      try Post.insert(contentsOf: [Post("x", replyTo: reply), Post("y", replyTo: post)])
      #expect(Post.records.pluck(\.repliesCount) == [2, 1, 0, 0])
      try post.destroy()
      #expect(Post.count == 0)
      #expect(counts == [0, 0])
    }
  }

  @Test func `saving a stale copy of a parent does not change its counter`() throws {
    try Store.with(store) { () throws in
      var topic = first
      _ = try first.posts.create()
      topic.name = "changed"
      try topic.save()
      #expect(topic.postsCount == 1)
      #expect(Topic.find(topic.id) == topic)
      #expect(try Topic.updateAll { $0.postsCount = 7 } == 0)
      #expect(counts == [1, 0])
    }
  }

  @Test func `changes of parents belong to the changeset of their children`() throws {
    let commits = store.commitCount
    try Store.with(store) { _ = try first.posts.create() }
    #expect(store.commitCount == commits + 1)
  }

  @Test func `a new parent's counter is counted, whatever value the record has`() throws {
    try Store.with(store) { () throws in
      _ = try first.posts.create()
      try Topic.create { ($0.name, $0.postsCount) = ("third", 5) }
      #expect(counts == [1, 0, 0])
      #expect(try Topic.rebuildDerived() == 0)
    }
  }

  @Test func `a record that is its own parent is returned as it is stored`() throws {
    try Store.with(store) { () throws in
      var post = try Post.create { $0.text = "own" }
      try post.update { $0.replyToID = $0.id }
      #expect(post.repliesCount == 1)
      #expect(Post.find(post.id) == post)
      var posts = [Post("parent"), Post("child")]
      (posts[0].id, posts[1].id, posts[1].replyToID) = (70, 71, 70)
      #expect(try Post.insert(contentsOf: posts).map(\.repliesCount) == [1, 0])
    }
  }

  @Test func `a change of a counter touches no record`() throws {
    try Store.with(store) { () throws in
      let shelf = try Shelf.create()
      let box = try Box.create { $0.shelfID = shelf.id }
      let before = (Shelf.find(shelf.id)?.updatedAt, Box.find(box.id)?.updatedAt)
      clock.advance(by: 60)
      try Thing.create { $0.boxID = box.id }
      #expect(Box.find(box.id)?.thingsCount == 1)
      #expect(Box.find(box.id)?.updatedAt == before.1)
      #expect(Shelf.find(shelf.id)?.updatedAt == before.0)
    }
  }
}

// A box counts its things, and touches its shelf.

private struct Shelf: Model {
  var id = 0
  var updatedAt: Date?
  static let schema = Schema<Shelf> { Timestamps(updated: \.updatedAt) }
}

private struct Box: Model {
  var id = 0
  var shelfID: Int?
  var thingsCount = 0
  var updatedAt: Date?
  static let schema = Schema<Box> {
    Column(\.shelfID)
    Derived(\.thingsCount, count: \.things)
    Timestamps(updated: \.updatedAt)
  }
  struct Relations: Sendable {
    let shelf = BelongsTo<Shelf>(\.shelfID, touch: true)
    let things = HasMany<Thing>(\.boxID)
  }
  static let relations = Relations()
}

private struct Thing: Model {
  var id = 0
  var boxID: Int?
  static let schema = Schema<Thing> { Column(\.boxID) }
  struct Relations: Sendable { let box = BelongsTo<Box>(\.boxID) }
  static let relations = Relations()
}
