import Foundation
import MotionModel
import MotionModelTestSupport
import MotionModelTransactions

/// Random trees of transactions, run in a store and in a plain world.
final class TransactionScript {
  private let store: Store
  private var world = PlainWorld()
  private var commits = 0
  private var random: SplitMix64
  /// The log of the steps, for failures.
  private var text: [String] = []
  /// The first difference that was found inside a transaction.
  private var disagreement: String?

  init(part: Int) {
    store = Store(clock: { Date(timeIntervalSince1970: 1) }, notificationCenter: nil)
    random = TestSeed.generator(2_000 + part)
  }

  /// Runs one transaction with everything inside it.
  func tree() {
    text = []
    world.begin()
    let before = world
    Store.with(store) { Entry.$log.withValue(Collector()) { transaction(depth: 0) } }
    // A transaction without changes is not committed.
    if world.isChanged(since: before) { commits += 1 }
  }

  private func transaction(depth: Int) {
    let start = world
    let isPreview = random.chance(8)
    let body = { [self] (transaction: Store.Transaction) throws -> Void in
      text.append("begin")
      for _ in 0..<random.number(1...6) { step(transaction, start, depth) }
      text.append("end")
      if random.chance(25) { throw Stop() }
    }
    do {
      if isPreview {
        text.append("preview")
        _ = store.preview(body)
        throw Stop()
      }
      try store.transaction(body)
    } catch {
      text.append("undone")
      world = start.undone(since: world)
    }
  }

  private func step(_ transaction: Store.Transaction, _ start: PlainWorld, _ depth: Int) {
    switch random.number(0...19) {
    case 0...3 where depth < 4: self.transaction(depth: depth + 1)
    case 4:
      text.append("rollback")
      transaction.rollback()
      world = start.undone(since: world)
    case 5...8: addEntry()
    case 9, 10: changeEntry()
    case 11: changeEntries()
    case 12: deleteEntry()
    case 13: putBackEntry()
    case 14: addTopic()
    case 15, 16: addPost()
    case 17: movePost()
    default: destroyTopic()
    }
    if random.chance(15) { check() }
  }

  // MARK: - Entries

  private func addEntry() {
    let (name, amount) = ("\(random.number(0...30))", random.number(0...3))
    compare("add entry \(name)", world.add(Entry(name, amount))) {
      try Entry.create { ($0.name, $0.amount) = (name, amount) }
    }
  }

  private func changeEntry() {
    guard var entry = random.pickAny(world.entries) else { return }
    if random.chance(50) { entry.name = "\(random.number(0...30))" } else { entry.amount = random.number(0...3) }
    compare("change entry \(entry.id)", world.change(entry)) { try entry.save() }
  }

  private func changeEntries() {
    let (from, to) = (random.number(0...3), random.number(0...3))
    compare("change entries of \(from) to \(to)", world.changeEntries(of: from, to: to)) {
      try Entry.where(\.amount == from).updateAll { $0.amount = to }
    }
  }

  private func deleteEntry() {
    guard let entry = random.pickAny(world.entries) else { return }
    compare("delete entry \(entry.id)", world.delete(entry)) { try entry.delete() }
  }

  private func putBackEntry() {
    guard var entry = random.pickAny(world.removed) else { return }
    compare("put back entry \(entry.id)", world.putBack(entry)) { try entry.insert() }
  }

  // MARK: - Topics and posts

  private func addTopic() {
    compare("add topic", world.addTopic()) { try Topic.create() }
  }

  private func addPost() {
    let topic = random.pickAny(world.topics)
    compare("add post to \(topic?.id ?? 0)", world.addPost(to: topic?.id)) {
      try Post.create { $0.topicID = topic?.id }
    }
  }

  private func movePost() {
    guard var post = random.pickAny(world.posts) else { return }
    let topic = random.pickAny(world.topics)?.id
    compare("move post \(post.id) to \(topic ?? 0)", world.move(post, to: topic)) {
      post.topicID = topic
      try post.save()
    }
  }

  private func destroyTopic() {
    guard let topic = random.pickAny(world.topics) else { return }
    compare("destroy topic \(topic.id)", world.destroy(topic)) { try topic.destroy() }
  }

  // MARK: - Comparing

  /// Repeats in the store a write to the world. `isPossible` is whether the world accepted the write.
  private func compare(_ name: String, _ isPossible: Bool, _ write: () throws -> Void) {
    text.append(name)
    let failure = Result { try write() }.failure
    if (failure == nil) != isPossible {
      disagreement = disagreement ?? "\(name): \(failure.map { "\($0)" } ?? "it was not refused")"
    }
  }

  private func check() { disagreement = disagreement ?? contentDifference }

  /// The first difference between the store and the world; nil if there is none.
  var difference: String? {
    (disagreement ?? contentDifference ?? commitDifference).map { "\($0) after \(text)" }
  }

  private var commitDifference: String? {
    store.commitCount == commits ? nil : "\(store.commitCount) commits instead of \(commits)"
  }

  private var contentDifference: String? {
    let (entries, topics, posts) = (store.table(Entry.self), store.table(Topic.self), store.table(Post.self))
    if entries.records.all != world.entries { return "\(entries.records.all) instead of \(world.entries)" }
    if topics.records.all != world.topics { return "\(topics.records.all) instead of \(world.topics)" }
    if posts.records.all != world.posts { return "\(posts.records.all) instead of \(world.posts)" }
    for amount in 0...3 where entries.records.where(\.amount).eq(amount).ids != world.ids(of: amount) {
      return "not \(world.ids(of: amount)) for the amount \(amount)"
    }
    return store.violation()
  }
}

extension Result {
  fileprivate var failure: Failure? {
    guard case .failure(let error) = self else { return nil }
    return error
  }
}
