import Foundation
import MotionModel
import MotionModelTestSupport
import Testing

/// Stores with the same content have no difference, whatever their histories, and applying a difference makes stores
/// equal.
@Suite struct ChangesetDifferenceTests {
  private func store(_ posts: [Post]) throws -> Store {
    let store = Store(notificationCenter: nil)
    try store.table(Post.self).insert(contentsOf: posts)
    return store
  }

  private func post(_ id: Int, _ text: String = "") -> Post {
    var post = Post(text)
    (post.id, post.updatedAt) = (id, Date(timeIntervalSinceReferenceDate: 0))
    return post
  }

  @Test func `a store whose first records were deleted does not differ from a store that never had them`() throws {
    let (one, other) = (try store((1...300).map { post($0) }), try store((41...300).map { post($0) }))
    for id in 1...40 { try one.table(Post.self).delete(id) }
    #expect(Changeset.difference(from: one, to: other).isEmpty)
    #expect(Changeset.difference(from: other, to: one).isEmpty)
  }

  @Test func `a difference has only changed records, even if positions differ`() throws {
    let (one, other) = (try store((1...300).map { post($0) }), try store((2...300).map { post($0) }))
    try one.table(Post.self).delete(1)
    try other.table(Post.self).records.where(\.id == 150).updateAll { $0.text = "changed" }
    try other.table(Post.self).delete(200)
    var new = post(400)
    try other.table(Post.self).insert(&new)
    let difference = Changeset.difference(from: one, to: other)
    #expect(difference.changes(of: Post.self).map(\.id) == [150, 200, 400])
    try one.apply(difference)
    #expect(one.table(Post.self).records.all == other.table(Post.self).records.all)
  }

  @Test(arguments: 0..<12) func `applying the difference of random stores makes them equal, in order`(part: Int) throws
  {
    var random = TestSeed.generator(45_000 + part)
    func randomStore() throws -> Store {
      let store = try store((1...random.number(1...40)).shuffled(using: &random).map { post($0) })
      let posts = store.table(Post.self)
      for _ in 0..<random.number(0...30) {
        guard var post = random.pickAny(posts.records.all) else { break }
        try posts.delete(post.id)
        if random.chance(50) { try posts.insert(&post) }
      }
      return store
    }
    for _ in 0..<20 {
      let (first, second) = (try randomStore(), try randomStore())
      let (one, other) = (first.table(Post.self).records.all, second.table(Post.self).records.all)
      let difference = Changeset.difference(from: first, to: second)
      #expect(difference.isEmpty == (one.map(\.id) == other.map(\.id)), "part \(part), seed \(TestSeed.current)")
      try first.apply(difference)
      #expect(
        first.table(Post.self).records.ids == second.table(Post.self).records.ids,
        "part \(part), seed \(TestSeed.current)")
      #expect(Changeset.difference(from: first, to: second).isEmpty, "part \(part), seed \(TestSeed.current)")
      #expect(first.violation() == nil)
    }
  }
}
