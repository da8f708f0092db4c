import MotionModel
import MotionModelSearch
import MotionModelTestSupport

/// Accounts between which money moves. The sum of all balances is 0 in every visible state.
struct Account: Model {
  var id = 0
  var balance = 0
  /// A string that differs in each save, so that two equal changes of the balance conflict, too.
  var stamp = ""

  static let count = 40
  static let schema = Schema<Account> {
    Column(\.balance, .ordered)
    Column(\.stamp)
  }
}

/// A record with indexes of every kind, also of computed values.
struct Item: Model {
  var id = 0
  var code = ""
  var name = ""
  var rank = 0
  var tags: [String] = []
  var isDone = false

  var initial: String { String(name.prefix(1)) }

  static let schema = Schema<Item> {
    Column(\.code, .unique)
    Column(\.name, .indexed)
    Column(\.rank, .ordered)
    Column(\.tags)
    Column(\.isDone)
    Index(\.initial, \.rank)
    Index(elementsOf: \.tags)
    Index(substringsOf: \.name)
    Index(orderedBy: \.rank, where: \.isDone == false)
    searchable
  }

  static let searchable = Searchable<Item>(\.name, \.tags, weights: [2, 1])

  /// Whether a word of the name or of the tags begins so, or is so.
  func hasWord(from prefix: String, isWhole: Bool = false) -> Bool {
    ([name] + tags).contains { text in
      text.split { $0 == " " || $0 == "!" }.contains { isWhole ? $0 == prefix : $0.hasPrefix(prefix) }
    }
  }

  static let words = ["red", "green", "blue", "yellow and long enough for memory of its own", "éclair", ""]

  init() {}

  init(_ random: inout SplitMix64) {
    code = "\(random.next())"
    change(&random)
  }

  mutating func change(_ random: inout SplitMix64) {
    name = random.pick(Self.words) + random.pick(Self.words)
    rank = random.number(0...19)
    tags = Self.words.shuffled(using: &random).dropLast(random.number(0...6))
    isDone.toggle()
  }
}
