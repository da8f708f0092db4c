import MotionModel
import MotionModelTestSupport
import Testing

/// Relations read and written by several threads.
struct RelationConcurrencyTests {
  @Test func `readers see each parent with all of its children or none`() throws {
    let store = Store()
    onThreads(4) { thread in
      for round in 0..<40 {
        Store.with(store) {
          if thread == 0 {
            if round % 2 == 0 {
              var topic = Topic("topic \(round)")
              var posts = (0..<20).map { Post("post \($0)") }
              try? topic.save(with: \.posts, &posts)
            } else {
              _ = try? Topic.destroyAll()
            }
          } else {
            for (topic, posts) in Topic.including(\.posts).all {
              #expect(posts.count == 20)
              #expect(topic.postsCount == 20)
              #expect([0, 20].contains(topic.posts.count) && [nil, "post 0"].contains(topic.posts.first?.text))
            }
            #expect(Topic.where { $0.posts.count != 20 }.isEmpty)
            #expect(Post.where { $0.topic.isMissing }.isEmpty)
          }
        }
      }
    }
    Store.with(store) { #expect(Post.count == 0 && Topic.count == 0) }
  }
}
