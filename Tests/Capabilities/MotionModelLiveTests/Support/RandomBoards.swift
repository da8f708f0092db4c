import MotionModel
import MotionModelTestSupport
import MotionModelTransactions

/// Random commits of boards, cards, people, labels and taggings.
struct RandomBoardCommits {
  var random: SplitMix64

  init(_ random: SplitMix64) { self.random = random }

  private struct Undone: Error {}

  mutating func commit(to store: Store) throws {
    switch random.number(0...9) {
    case 0...6: try edit(store)
    case 7, 8: try? store.transaction { for _ in 0..<random.number(2...8) { try edit(store) } }
    default:
      try? store.transaction {
        for _ in 0..<4 { try edit(store) }
        throw Undone()
      }
    }
  }

  /// Makes one edit, unless the store refuses it because of a key.
  mutating func edit(_ store: Store) throws {
    try? change(store)
  }

  private mutating func change(_ store: Store) throws {
    let (boards, cards) = (store.table(Board.self), store.table(Card.self))
    let (people, labels) = (store.table(Person.self), store.table(Label.self))
    let words = ["a", "b", "c"]
    switch random.number(0...15) {
    case 0:
      var board = Board(random.pick(words))
      board.ownerID = random.pickAny(people.records.ids)
      try boards.save(&board)
    case 1:
      guard var board = random.pickAny(boards.records.all) else { return }
      board.name = random.pick(words)
      if random.chance(50) { board.ownerID = random.pickAny(people.records.ids + ["nobody"]) }
      try boards.save(&board)
    case 2: if random.chance(50), let id = random.pickAny(boards.records.ids) { try boards.delete(id) }
    case 3: if random.chance(20), let board = random.pickAny(boards.records.all) { try boards.destroy(board) }
    case 4:
      var person = Person(random.pick(["ann", "bob", "eve"]))
      person.name = random.pick(words)
      try people.save(&person)
    case 5: if let id = random.pickAny(people.records.ids) { try people.delete(id) }
    case 6...8:
      var card = Card(random.pick(words), weight: random.number(0...4))
      link(&card, store)
      try cards.save(&card)
    case 9...11:
      guard var card = random.pickAny(cards.records.all) else { return }
      card.weight = random.number(0...4)
      if random.chance(50) { link(&card, store) }
      try cards.save(&card)
    case 12: if let id = random.pickAny(cards.records.ids) { try cards.delete(id) }
    case 13:
      let name = random.pick(words)
      if !labels.records.contains(where: { $0.name == name }) {
        var label = Label(name)
        try labels.save(&label)
      } else if random.chance(30) {
        try labels.where(\.name).eq(name).deleteAll()
      }
    case 14:
      guard let card = random.pickAny(cards.records.all), let label = random.pickAny(labels.records.all) else { return }
      var tagging = Tagging(card, label)
      try store.table(Tagging.self).save(&tagging)
    default:
      let taggings = store.table(Tagging.self)
      if let id = random.pickAny(taggings.records.ids) { try taggings.delete(id) }
    }
  }

  private mutating func link(_ card: inout Card, _ store: Store) {
    card.boardID = random.pickAny(store.table(Board.self).records.ids) ?? 0
    card.personID = random.pickAny(store.table(Person.self).records.ids + ["nobody"])
    card.parentID = random.pickAny(store.table(Card.self).records.ids)
  }
}

extension Finder<Card> {
  /// Returns a finder with conditions and orders across relations.
  static func random(in store: Store, using random: inout SplitMix64) -> Finder<Card> {
    let word = random.pick(["a", "b", "c"])
    let number = random.number(0...4)
    var finder = store.table(Card.self).records
    let conditions: [Finder<Card>] = [
      finder.where { $0.board.name == word },
      finder.where { $0.board.name != word && $0.weight > number },
      finder.where { $0.board.owner.name == word },
      finder.where { $0.person.exists },
      finder.where { $0.person.isMissing },
      finder.where { $0.parent.weight < number || $0.weight == number },
      finder.where { $0.children.any { $0.weight > number } },
      finder.where { $0.children.none { $0.weight > number } },
      finder.where { $0.children.count > 1 },
      finder.where { $0.grandchildren.exists },
      finder.where { $0.labels.any { $0.name == word } },
      finder.where { $0.board.cards.count > number },
      finder.where { $0.children.any { $0.board.name == word } },
      finder.where { $0.weight > $0.parent.weight },
      finder.where { $0.weight + $0.id > 6 },
    ]
    if random.chance(70) { finder = random.pick(conditions) }
    let nils = random.pick(NilOrder.allCases)
    if random.chance(60) {
      let direction = random.pick(OrderDirection.allCases)
      switch random.number(0...5) {
      case 0: finder = finder.order(by: { $0.board.name }, direction, nils: nils)
      case 1: finder = finder.order(by: { $0.board.owner.name }, direction, nils: nils).order(by: \.weight)
      case 2: finder = finder.order(by: { $0.children.count }, direction)
      case 3: finder = finder.order(by: { $0.labels.count }, direction).order(by: \.title)
      case 4: finder = finder.order(by: { $0.weight * 2 + $0.parent.weight }, direction, nils: nils)
      default: finder = finder.order(by: \.weight, direction)
      }
    }
    if random.chance(20) { finder = finder.reversed() }
    if random.chance(20) { finder = finder.distinct(by: \.title) }
    if random.chance(50) { finder = finder.limit(random.pick([1, 2, 3, 8])) }
    if random.chance(20) { finder = finder.offset(random.pick([1, 2])) }
    return finder
  }
}

extension Finder<Board> {
  /// Returns a finder with conditions and orders across relations.
  static func random(in store: Store, using random: inout SplitMix64) -> Finder<Board> {
    let word = random.pick(["a", "b", "c"])
    let number = random.number(0...4)
    let all = store.table(Board.self).records
    var finder = random.pick([
      all,
      all.where { $0.cards.any { $0.weight > number } },
      all.where { $0.urgentCards.count > 1 },
      all.where { $0.cards.sum(\.weight) > number * 2 },
      all.where { $0.labels.any { $0.name == word } },
      all.where { $0.people.none { $0.name == word } },
      all.where { $0.owner.name.in([word, "a"]) },
    ])
    switch random.number(0...4) {
    case 0: finder = finder.order(by: { $0.cards.maximum(\.weight) }, .descending)
    case 1: finder = finder.order(by: { $0.cards.where { $0.weight > number }.count }, .descending)
    case 2: finder = finder.order(by: { $0.cards.average(\.weight) }, nils: .first)
    case 3: finder = finder.order(by: { $0.owner.name })
    default: break
    }
    if random.chance(40) { finder = finder.limit(random.pick([1, 2, 3])) }
    return finder
  }
}
