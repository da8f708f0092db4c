import Foundation
import MotionModel
import MotionModelTestSupport

/// What a store of entries, topics and posts should do, as simply as possible: arrays that are searched from front to back. A
/// savepoint is a copy of it.
struct PlainWorld {
  private(set) var entries: [Entry] = []
  private(set) var topics: [Topic] = []
  private(set) var posts: [Post] = []
  /// Entries that were deleted once.
  private(set) var removed: [Entry] = []
  private var next: [String: Int] = [:]
  /// The records in the changeset; false for those that were not there when it began.
  var changed: [String: Bool] = [:]
  private let time = Date(timeIntervalSince1970: 1)

  private mutating func id(_ model: String) -> Int {
    next[model, default: 0] += 1
    return next[model] ?? 0
  }

  private mutating func note(_ model: String, _ id: Int, wasThere: Bool, isThere: Bool) {
    let key = "\(model) \(id)"
    let wasThereFirst = changed[key] ?? wasThere
    changed[key] = wasThereFirst || isThere ? wasThereFirst : nil
  }

  // MARK: - Entries

  func ids(of amount: Int) -> [Int] { entries.filter { $0.amount == amount }.map(\.id) }

  private func isFree(_ entry: Entry) -> Bool { !entries.contains { $0.name == entry.name && $0.id != entry.id } }

  mutating func add(_ given: Entry) -> Bool {
    guard isFree(given) else { return false }
    var entry = given
    entry.id = id("Entry")
    entries.append(entry)
    note("Entry", entry.id, wasThere: false, isThere: true)
    return true
  }

  mutating func putBack(_ entry: Entry) -> Bool {
    guard isFree(entry), !entries.contains(where: { $0.id == entry.id }) else { return false }
    entries.append(entry)
    next["Entry"] = max(next["Entry"] ?? 0, entry.id)
    note("Entry", entry.id, wasThere: false, isThere: true)
    return true
  }

  mutating func change(_ given: Entry) -> Bool {
    guard let index = entries.firstIndex(where: { $0.id == given.id }) else { return false }
    if entries[index] == given { return true }
    guard isFree(given) else { return false }
    entries[index] = given
    entries[index].version += 1
    note("Entry", given.id, wasThere: true, isThere: true)
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
    note("Entry", entry.id, wasThere: true, isThere: false)
    return true
  }

  // MARK: - Topics and posts

  mutating func addTopic() -> Bool {
    var topic = Topic()
    (topic.id, topic.updatedAt) = (id("Topic"), time)
    topics.append(topic)
    note("Topic", topic.id, wasThere: false, isThere: true)
    return true
  }

  mutating func addPost(to topic: Int?) -> Bool {
    var post = Post()
    (post.id, post.topicID, post.updatedAt) = (id("Post"), topic, time)
    posts.append(post)
    note("Post", post.id, wasThere: false, isThere: true)
    count(topic, 1)
    return true
  }

  private mutating func count(_ topic: Int?, _ difference: Int) {
    guard let index = topics.firstIndex(where: { $0.id == topic }) else { return }
    topics[index].postsCount += difference
    note("Topic", topics[index].id, wasThere: true, isThere: true)
  }

  mutating func move(_ post: Post, to topic: Int?) -> Bool {
    guard let index = posts.firstIndex(where: { $0.id == post.id }), post.topicID != topic else { return true }
    count(post.topicID, -1)
    count(topic, 1)
    posts[index].topicID = topic
    note("Post", post.id, wasThere: true, isThere: true)
    return true
  }

  mutating func destroy(_ topic: Topic) -> Bool {
    for post in posts where post.topicID == topic.id {
      note("Post", post.id, wasThere: true, isThere: false)
    }
    posts.removeAll { $0.topicID == topic.id }
    topics.removeAll { $0.id == topic.id }
    note("Topic", topic.id, wasThere: true, isThere: false)
    return true
  }
}
