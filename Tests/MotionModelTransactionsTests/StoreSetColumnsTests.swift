import Foundation
import MotionModel
import MotionModelTestSupport
import MotionModelTransactions
import MotionModelValidation
import Testing

private struct Member: Principal {
  var id = 0
  var principalName: String { "member \(id)" }
}

private struct Post: Model, PolicyProtected, Equatable {
  var id = 0
  var text = ""
  var ownerID = 0
  var isPinned = false
  var commentsCount = 0
  var createdAt: Date?
  var updatedAt: Date?
  var version = 0

  static let schema = Schema<Post> {
    Column(\.text)
    Column(\.ownerID)
    Column(\.isPinned)
    Derived(\.commentsCount, count: \.comments)
    Timestamps(\.createdAt, \.updatedAt)
    LockVersion(\.version)
  }
  struct Relations { let comments = HasMany<Comment>(\.postID) }
  static let relations = Relations()
  static let policy = Policy<Post, Member> {
    Permission(.create, .update, .delete) { member in \.ownerID == member.id }
    Permission(.update, only: \.isPinned) { member in member.id == 7 ? .all : .none }
    Permission(.update, only: \.isPinned, \.updatedAt, \.version) { member in member.id == 8 ? .all : .none }
  }
}

private struct Comment: Model, PolicyProtected {
  var id = 0
  var authorID = 0
  var postID = 0
  static let schema = Schema<Comment> {
    Column(\.authorID)
    Column(\.postID)
  }
  struct Relations { let post = BelongsTo<Post>(\.postID, touch: true) }
  static let relations = Relations()
  static let policy = Policy<Comment, Member> { Permission(.create, .update, .delete) { \.authorID == $0.id } }
}

/// Of the columns that the store sets itself, only what the store has set in the commit is exempt from policies.
@Suite(.ownStore) struct StoreSetColumnsTests {
  private let ann = Member(id: 1)
  private let eve = Member(id: 9)
  private let pinner = Member(id: 7)
  private let editor = Member(id: 8)
  private let old = Date(timeIntervalSince1970: 1_000)

  private func post() throws -> Post {
    try ann.acting { try Post.create { ($0.text, $0.ownerID) = ("hi", 1) } }
  }

  /// Returns the change of a post by a program without policies, which is undone.
  private func changeset(_ change: (inout Post) -> Void) throws -> Changeset {
    try Store.withoutPolicies {
      let copy = Store.current.branch()
      let changes = try Store.with(copy.store) {
        try copy.store.keepingTimestamps { _ = try Post.updateAll { change(&$0) } }
        return copy.changes
      }
      return changes
    }
  }

  private func denied(_ columns: [String] = [], by member: Member) -> PolicyError {
    .denied(model: "Post", id: "1", action: .update, columns: columns, principal: member.principalName)
  }

  @Test func `without any permission, no way of writing changes a time or a lock version`() throws {
    let post = try post()
    let store = Store.current
    let born = try changeset { $0.createdAt = old }
    let ways: [(String, () throws -> Void)] = [
      ("apply", { try store.apply(born) }),
      ("merge", { try store.merge(born) }),
      (
        "touch",
        {
          var copy = post; try copy.touch()
        }
      ),
      (
        "touch in a transaction",
        {
          try store.transaction {
            var copy = post; try copy.touch()
          }
        }
      ),
      (
        "save",
        {
          var copy = post; copy.createdAt = old; try copy.save()
        }
      ),
      ("keepingTimestamps", { try store.keepingTimestamps { _ = try Post.updateAll { $0.updatedAt = old } } }),
      (
        "delete and insert",
        {
          try store.transaction {
            try post.delete()
            var copy = post
            copy.createdAt = old
            try copy.insert()
          }
        }
      ),
      (
        "delete and insert an older version",
        {
          try store.transaction {
            try post.delete()
            var copy = post
            copy.version = -3
            try copy.insert()
          }
        }
      ),
      (
        "touch, and a comment",
        {
          try store.transaction {
            var copy = post
            try copy.touch()
            try Comment.create { ($0.authorID, $0.postID) = (9, 1) }
          }
        }
      ),
    ]
    for (name, write) in ways {
      #expect(throws: denied(by: eve), "\(name)") { try eve.acting(write) }
      #expect(Post.all == [post], "\(name)")
    }
  }

  @Test func `what follows from the change of another record is exempt, also in many commits`() throws {
    _ = try post()
    try eve.acting {
      try Comment.create { ($0.authorID, $0.postID) = (9, 1) }.delete()
      try Comment.create { ($0.authorID, $0.postID) = (9, 1) }
    }
    #expect(try Post.require(1).commentsCount == 1)
  }

  @Test func `a permission of some columns covers the time of its own saves, and no time that is given`() throws {
    let post = try post()
    try pinner.acting { try Post.updateAll { $0.isPinned.toggle() } }
    #expect(throws: denied(["createdAt"], by: pinner)) {
      try pinner.acting { try Post.updateAll { ($0.isPinned, $0.createdAt) = (false, old) } }
    }
    #expect(throws: denied(["updatedAt"], by: pinner)) { try pinner.acting { try post.with(\.version, 1).touched() } }
    let changes = try changeset { $0.isPinned = false }
    #expect(throws: denied(["version"], by: pinner)) { try pinner.acting { try Store.current.apply(changes) } }
    try editor.acting { try Store.current.apply(changes) }
    #expect(try Post.require(1).isPinned == false)
  }

  @Test func `an undone statement is not held against later writes`() throws {
    let post = try post()
    try eve.acting {
      try Store.current.transaction {
        try? Store.current.transaction {
          var copy = post
          try copy.touch()
          throw CancellationError()
        }
        try Comment.create { ($0.authorID, $0.postID) = (9, 1) }
      }
    }
    #expect(try Post.require(1).commentsCount == 1)
  }

  @Test func `a preview lists the refusal, and the owner may touch, undo and merge`() throws {
    var post = try post()
    #expect(
      eve.acting {
        Store.current.preview {
          var copy = post; try copy.touch()
        }.isPossible
      } == false)
    try ann.acting {
      try post.touch()
      let changes = try changeset { $0.createdAt = old }
      try Store.current.apply(changes)
      try Store.current.merge(changes.inverted)
    }
    #expect(try Post.require(1).createdAt == post.createdAt)
  }
}

extension Post {
  fileprivate func with<Value>(_ keyPath: WritableKeyPath<Post, Value>, _ value: Value) -> Post {
    var copy = self
    copy[keyPath: keyPath] = value
    return copy
  }

  fileprivate func touched() throws {
    var copy = self
    try copy.touch()
  }
}
