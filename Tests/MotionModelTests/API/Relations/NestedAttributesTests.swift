import Foundation
import MotionModel
import MotionModelTestSupport
import MotionModelTesting
import Testing

private let noID = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))

/// A record with a has-one relation, whose ids are not numbers.
private struct Frame: Model {
  var id = noID
  var name = ""
  static let schema = Schema<Frame> { Column(\.name) }
  struct Relations { let picture = HasOne<Picture>(\.frameID).acceptingAttributes() }
  static let relations = Relations()
}

private struct Picture: Model {
  var id = noID
  var name = ""
  var frameID: UUID?
  static let schema = Schema<Picture> {
    Column(\.name)
    Column(\.frameID)
  }
}

@Suite(.store)
struct NestedAttributesTests {
  private func texts(_ topic: Topic) -> [String] { topic.posts.pluck(\.text) }

  @Test func `a record is created with its related records, as one changeset`() throws {
    let topic = try Topic.create(attributes: [
      "name": "News",
      "posts": [
        ["text": "first", "pin": ["color": "red"], "replies": [["text": "answer", "topic_id": 1]]], ["text": "second"],
      ],
    ])
    #expect(texts(topic) == ["first", "answer", "second"])
    #expect(topic.posts.first?.pin?.color == "red")
    #expect(topic.posts.first?.replies.pluck(\.text) == ["answer"])
    #expect(Topic.find(topic.id)?.postsCount == 3)
    #expect(Store.current.commitCount == 1)
  }

  @Test func `children are updated, created and destroyed in one call`() throws {
    var topic = try Topic.create(attributes: ["name": "News", "posts": [["text": "a"], ["text": "b"], ["text": "c"]]])
    try topic.update(attributes: [
      "name": "Old",
      "posts_attributes": [
        ["id": 1, "text": "A"], ["id": "2", "_destroy": "true"], ["text": "d"], ["_destroy": true],
      ],
    ])
    #expect(topic.name == "Old")
    #expect(texts(topic) == ["A", "c", "d"])
    #expect(Post.find(2) == nil)
    #expect(Store.current.commitCount == 2)
  }

  @Test func `the record of a has-one relation is updated, replaced and destroyed`() throws {
    var post = try Post.create(attributes: ["text": "post", "pin": ["color": "red"]])
    let red = try #require(post.pin)
    try post.update(attributes: ["pin": ["id": red.id.attribute, "color": "green"]])
    #expect(post.pin == red.with(\.color, "green"))
    try post.update(attributes: ["pin": ["color": "blue"]])
    #expect(Pin.records.pluck(\.color) == ["blue"])
    try post.update(attributes: ["pin": ["id": 2, "_destroy": true]])
    #expect(post.pin == nil)
  }

  @Test func `a parent is saved first`() throws {
    var post = try Post.create(attributes: ["text": "post", "topic": ["name": "News"]])
    #expect(post.topic?.name == "News")
    try post.update(attributes: ["topic": ["id": 1, "name": "Old"]])
    #expect(Topic.records.pluck(\.name) == ["Old"])
    #expect(Topic.records.pluck(\.postsCount) == [1])
  }

  @Test(arguments: [nil, AttributeValue.null, "", " ", 0])
  func `attributes of a parent without an id create a new parent, and leave the shared one alone`(
    id: AttributeValue?
  ) throws {
    let topic = try Topic.create(attributes: ["name": "News", "posts": [["text": "a"], ["text": "b"]]])
    var post = try Post.require(1)
    var attributes: [String: AttributeValue] = ["name": "Own"]
    attributes["id"] = id
    try post.update(attributes: ["topic": .dictionary(attributes)])
    #expect(post.topic?.name == "Own")
    #expect(Topic.pluck(\.name) == ["News", "Own"])
    #expect(Topic.pluck(\.postsCount) == [1, 1])
    #expect(texts(topic) == ["b"])
  }

  @Test func `a parent is destroyed by its id, with its dependents, and the record stays without a parent`() throws {
    try Topic.create(attributes: ["name": "News", "posts": [["text": "a"], ["text": "b"]]])
    let commits = Store.current.commitCount
    var post = try Post.require(1)
    try post.update(attributes: ["topic": ["id": "1", "_destroy": "1"]])
    #expect(post.topicID == nil)
    #expect(Topic.isEmpty)
    #expect(Post.all == [post])
    #expect(Store.current.commitCount == commits + 1)
  }

  @Test func `a parent is not destroyed without its id, or by the id of another record's parent`() throws {
    try Topic.create { $0.name = "Other" }
    var post = try Post.create(attributes: ["text": "post", "topic": ["name": "News"]])
    let before = post
    try post.update(attributes: ["topic": ["_destroy": true]])
    #expect(post == before)
    #expect(throws: StoreError.nested(model: "Post", path: "topic", .notFound(model: "Topic", id: "1"))) {
      try post.update(attributes: ["topic": ["id": 1, "_destroy": true]])
    }
    #expect(throws: StoreError.nested(model: "Post", path: "topic", .notFound(model: "Topic", id: "1"))) {
      try post.update(attributes: ["topic": ["id": 1, "name": "stolen"]])
    }
    #expect(post == before)
    #expect(Topic.pluck(\.name) == ["Other", "News"])
    var alone = try Post.create { $0.text = "alone" }
    #expect(throws: StoreError.nested(model: "Post", path: "topic", .notFound(model: "Topic", id: "1"))) {
      try alone.update(attributes: ["topic": ["id": 1, "name": "stolen"]])
    }
  }

  @Test func `a required parent is not destroyed`() throws {
    struct Leaf: Model {
      var id = 0
      var topicID = 0
      static let schema = Schema<Leaf> { Column(\.topicID) }
      struct Relations { let topic = BelongsTo<Topic>(\.topicID).acceptingAttributes(allowingRemoval: true) }
      static let relations = Relations()
    }
    var leaf = try Leaf.create(attributes: ["topic": ["name": "News"]])
    #expect(throws: StoreError.self) { try leaf.update(attributes: ["topic": ["id": 1, "_destroy": true]]) }
    #expect(leaf.topic?.name == "News")
  }

  @Test(arguments: ["", " ", .null] as [AttributeValue])
  func `an empty id counts as no id, and an empty _destroy as false`(nothing: AttributeValue) throws {
    var topic = try Topic.create(attributes: ["name": "News", "posts": [["text": "a"]]])
    try topic.update(attributes: [
      "posts": [["id": nothing, "text": "b"], ["id": 1, "_destroy": nothing, "text": "A"], ["_destroy": nothing]]
    ])
    #expect(texts(topic) == ["A", "b", ""])
    var board = try Frame.create { $0.name = "one" }
    try board.update(attributes: ["picture": ["id": nothing, "name": "two"]])
    #expect(board.picture?.name == "two")
  }

  @Test func `the error of an attribute that does not fit has its path`() throws {
    func error(_ attributes: [String: AttributeValue]) -> AttributeError? {
      #expect(throws: AttributeError.self) { try Topic.create(attributes: attributes) }
    }
    let cast = error(["posts": [["text": "a"], ["replies": [["topicID": "nine"]]]]])
    #expect(
      cast?.description.hasPrefix(
        "Topic cannot take the value for its column \"posts[1].replies[0].topicID\": ") == true)
    #expect(
      error(["posts": [["pin": ["colour": "red"]]]])
        == .unknownColumn(model: "Topic", column: "posts[0].pin.colour"))
    #expect(
      error(["posts": [["topicID": 1, "topic_id": 1]]]) == .duplicateColumn(model: "Topic", column: "posts[0].topicID")
    )
    #expect(
      error(["posts": [["pin": []]]]) == .nestedShapeMismatch(model: "Topic", relation: "posts[0].pin", isArray: false))
    #expect(Topic.isEmpty)
  }

  @Test func `attributes that are nested deeper than the stack allows are refused`() throws {
    @Sendable func replies(_ depth: Int) -> [String: AttributeValue] {
      (0..<depth).reduce(["text": "last"]) { inner, _ in ["text": "post", "replies": .array([.dictionary(inner)])] }
    }
    let store = Store.current
    try onSmallStack {
      try Store.with(store) {
        try Post.create(attributes: replies(20))
        // No file or body has more levels. Whether a stack has room for them depends on the build.
        var isRefused = false
        do { try Post.create(attributes: replies(249)) } catch is AttributeError { isRefused = true }
        #expect(Post.count == (isRefused ? 21 : 271))
      }
    }
  }

  @Test func `attributes cannot change the children of another record`() throws {
    var topic = try Topic.create(attributes: ["name": "News"])
    let other = try Topic.create(attributes: ["name": "Other", "posts": [["text": "theirs"]]])
    let commits = Store.current.commitCount
    #expect(throws: StoreError.nested(model: "Topic", path: "posts[1]", .notFound(model: "Post", id: "1"))) {
      try topic.update(attributes: ["name": "changed", "posts": [["text": "mine"], ["id": 1, "text": "stolen"]]])
    }
    #expect(topic.name == "News")
    #expect(texts(other) == ["theirs"])
    #expect(Post.count == 1)
    #expect(Store.current.commitCount == commits)
  }

  @Test func `a relation that does not accept attributes is refused like an unknown column`() throws {
    #expect(throws: AttributeError.unknownColumn(model: "Board", column: "cards")) {
      try Board.create(attributes: ["name": "home", "cards": [["title": "paint"]]])
    }
    #expect(throws: AttributeError.unknownColumn(model: "Topic", column: "posts")) {
      try Topic(attributes: ["posts": []])
    }
  }

  @Test(arguments: [AttributeValue.string("x"), ["text": "one"], [["text": "one"], "two"]])
  func `a value that is not an array of attributes is refused`(value: AttributeValue) throws {
    let error = #expect(throws: AttributeError.self) { try Topic.create(attributes: ["posts": value]) }
    #expect(error == .nestedShapeMismatch(model: "Topic", relation: "posts", isArray: true))
    #expect(
      error?.description
        == "Topic cannot take the value for its relation \"posts\": it has to be an array of dictionaries of attributes."
    )
    #expect(Topic.count == 0)
  }

  @Test func `a wrong value deep inside undoes everything`() throws {
    #expect(throws: AttributeError.self) {
      try Topic.create(attributes: ["posts": [["text": "a", "replies": [["topicID": "nine"]]]]])
    }
    #expect(Topic.count == 0)
    #expect(Post.count == 0)
    #expect(throws: AttributeError.self) { try Topic.create(attributes: ["posts": [["id": "x"]]]) }
    #expect(throws: AttributeError.self) { try Topic.create(attributes: ["posts": [["_destroy": "perhaps"]]]) }
  }
}
