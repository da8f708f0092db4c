import Foundation
import MotionModel
import MotionModelTestSupport

/// A naive model of a store of entries, topics and posts: arrays with linear search. A savepoint is a copy of it.
struct PlainWorld {
  private(set) var entries: [Entry] = []
  private(set) var topics: [Topic] = []
  private(set) var posts: [Post] = []
  /// Entries that were deleted at some time.
  private(set) var removed: [Entry] = []
  private var next: [String: Int] = [:]
  /// The highest version of an entry whose change was undone.
  private var givenVersion = -1
  /// The ids of entries that were inserted again and therefore have another position.
  private var moved: Set<Int> = []
  private let time = Date(timeIntervalSince1970: 1)

  private mutating func id(_ model: String) -> Int {
    next[model, default: 0] += 1
    return next[model] ?? 0
  }

  // MARK: - Transactions

  /// Returns the world before the transaction, but with the ids and versions that were given since.
  func undone(since later: PlainWorld) -> PlainWorld {
    var copy = self
    copy.next = later.next
    let changed = later.entries.filter { !entries.contains($0) }
    copy.givenVersion = changed.map(\.version).reduce(later.givenVersion, max)
    return copy
  }

  /// Whether anything differs from the world at the beginning of a transaction.
  func isChanged(since earlier: PlainWorld) -> Bool {
    let wasThere = Set(earlier.entries.map(\.id))
    return (entries, topics, posts) != (earlier.entries, earlier.topics, earlier.posts)
      || entries.contains { moved.contains($0.id) && wasThere.contains($0.id) }
  }

  mutating func begin() { moved = [] }

  // MARK: - Entries

  func ids(of amount: Int) -> [Int] { entries.filter { $0.amount == amount }.map(\.id) }

  private func isFree(_ entry: Entry) -> Bool { !entries.contains { $0.name == entry.name && $0.id != entry.id } }

  mutating func add(_ given: Entry) -> Bool {
    guard isFree(given) else { return false }
    var entry = given
    entry.id = id("Entry")
    entries.append(entry)
    return true
  }

  mutating func putBack(_ entry: Entry) -> Bool {
    guard isFree(entry), !entries.contains(where: { $0.id == entry.id }) else { return false }
    entries.append(entry)
    next["Entry"] = max(next["Entry"] ?? 0, entry.id)
    moved.insert(entry.id)
    return true
  }

  mutating func change(_ given: Entry) -> Bool {
    guard let index = entries.firstIndex(where: { $0.id == given.id }) else { return false }
    if entries[index] == given { return true }
    guard isFree(given) else { return false }
    entries[index] = given
    entries[index].version = max(entries[index].version, givenVersion) + 1
    return true
  }

  mutating func changeEntries(of amount: Int, to other: Int) -> Bool {
    for var entry in entries where entry.amount == amount {
      entry.amount = other
      _ = change(entry)
    }
    return true
  }

  mutating func delete(_ entry: Entry) -> Bool {
    entries.removeAll { $0.id == entry.id }
    removed.append(entry)
    return true
  }

  // MARK: - Topics and posts

  mutating func addTopic() -> Bool {
    var topic = Topic()
    (topic.id, topic.updatedAt) = (id("Topic"), time)
    topics.append(topic)
    return true
  }

  mutating func addPost(to topic: Int?) -> Bool {
    var post = Post()
    (post.id, post.topicID, post.updatedAt) = (id("Post"), topic, time)
    posts.append(post)
    count(topic, 1)
    return true
  }

  private mutating func count(_ topic: Int?, _ difference: Int) {
    guard let index = topics.firstIndex(where: { $0.id == topic }) else { return }
    topics[index].postsCount += difference
  }

  mutating func move(_ post: Post, to topic: Int?) -> Bool {
    guard let index = posts.firstIndex(where: { $0.id == post.id }), post.topicID != topic else { return true }
    count(post.topicID, -1)
    count(topic, 1)
    posts[index].topicID = topic
    return true
  }

  mutating func destroy(_ topic: Topic) -> Bool {
    posts.removeAll { $0.topicID == topic.id }
    topics.removeAll { $0.id == topic.id }
    return true
  }
}
