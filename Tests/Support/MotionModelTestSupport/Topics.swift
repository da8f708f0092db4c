package import Foundation
package import MotionModel

/// A parent that counts its posts, and is touched by them.
package struct Topic: Model, Equatable {
  package var id = 0
  package var name = ""
  package var postsCount = 0
  package var updatedAt: Date?

  package static let schema = Schema<Topic> {
    Column(\.name)
    Derived(\.postsCount, count: \.posts)
    Timestamps(updated: \.updatedAt)
  }
  package struct Relations: Sendable {
    package let posts = HasMany<Post>(\.topicID, dependent: .destroy).acceptingAttributes(allowingRemoval: true)
  }
  package static let relations = Relations()

  package init() {}
  package init(_ name: String) { self.name = name }
}

package struct Post: Model, Equatable {
  package var id = 0
  package var text = ""
  package var topicID: Int?
  package var replyToID: Int?
  package var repliesCount = 0
  package var updatedAt: Date?

  package static let schema = Schema<Post> {
    Column(\.text)
    Column(\.topicID)
    Column(\.replyToID)
    Derived(\.repliesCount, count: \.replies)
    Timestamps(updated: \.updatedAt)
  }
  package struct Relations: Sendable {
    package let topic = BelongsTo<Topic>(\.topicID, touch: true).acceptingAttributes(allowingRemoval: true)
    package let replyTo = BelongsTo<Post>(\.replyToID, touch: true)
    package let replies = HasMany<Post>(\.replyToID, dependent: .destroy).acceptingAttributes()
    package let pin = HasOne<Pin>(\.postID, dependent: .delete).acceptingAttributes(allowingRemoval: true)
  }
  package static let relations = Relations()

  package init() {}
  package init(_ text: String, in topic: Topic? = nil, replyTo: Post? = nil) {
    self.text = text
    topicID = topic?.id
    replyToID = replyTo?.id
  }
}

/// Keeps one post at the top.
package struct Pin: Model, Equatable {
  package var id = 0
  package var color = ""
  package var postID: Int?

  package static let schema = Schema<Pin> {
    Column(\.color)
    Column(\.postID)
  }
  package struct Relations: Sendable {
    package let post = BelongsTo<Post>(\.postID)
  }
  package static let relations = Relations()

  package init() {}
}
