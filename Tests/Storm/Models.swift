import MotionModel
import MotionModelTestSupport

/// Accounts between which money moves: whatever moves, the sum of all balances is 0 in every state that anybody may see.
struct Account: Model {
  var id = 0
  var balance = 0
  /// Another one with each save, so that two that change the balance in the same way are a conflict too.
  var stamp = ""

  static let count = 40
  static let schema = Schema<Account> {
    Column(\.balance, .ordered)
    Column(\.stamp)
  }
}

/// A record with indexes of every kind, also of what is computed.
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
