import Foundation
import MotionModel
import MotionModelTestSupport
import Testing

@Suite(.ownStore)
struct NestedAttributesTests {
  private func texts(_ topic: Topic) -> [String] { topic.posts.pluck(\.text) }

  @Test func `a record is created with what belongs to it, as one changeset`() throws {
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

  @Test func `children are changed, made and removed in one call`() throws {
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

  @Test func `the one record is put in the place of another, changed and removed`() throws {
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
    try post.update(attributes: ["topic": ["name": "Old"]])
    #expect(Topic.records.pluck(\.name) == ["Old"])
    #expect(Topic.records.pluck(\.postsCount) == [1])
    try post.update(attributes: ["topic": ["_destroy": true]])
    #expect(post.topic == nil)
    #expect(Topic.count == 1)
  }

  @Test func `records of others are out of reach`() throws {
    var topic = try Topic.create(attributes: ["name": "News"])
    let other = try Topic.create(attributes: ["name": "Other", "posts": [["text": "theirs"]]])
    let commits = Store.current.commitCount
    #expect(throws: StoreError.notFound(model: "Post", id: "1")) {
      try topic.update(attributes: ["name": "changed", "posts": [["text": "mine"], ["id": 1, "text": "stolen"]]])
    }
    #expect(topic.name == "News")
    #expect(texts(other) == ["theirs"])
    #expect(Post.count == 1)
    #expect(Store.current.commitCount == commits)
  }

  @Test func `a relation that does not accept attributes is no name of a column`() throws {
    #expect(throws: AttributeError.unknownColumn(model: "Board", column: "cards")) {
      try Board.create(attributes: ["name": "home", "cards": [["title": "paint"]]])
    }
    #expect(throws: AttributeError.unknownColumn(model: "Topic", column: "posts")) {
      try Topic(attributes: ["posts": []])
    }
  }

  @Test(arguments: [AttributeValue.string("x"), ["text": "one"], [["text": "one"], "two"]])
  func `what is not made of attributes is refused`(value: AttributeValue) throws {
    let error = #expect(throws: AttributeError.self) { try Topic.create(attributes: ["posts": value]) }
    #expect(error == .nestedMisfit(model: "Topic", relation: "posts", isArray: true))
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
