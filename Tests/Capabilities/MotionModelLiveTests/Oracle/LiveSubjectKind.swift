import MotionModel
import MotionModelLive
import MotionModelTestSupport
import MotionModelTransactions

/// What is watched, and whose handlers meddle.
enum LiveSubjectKind: String, CaseIterable, Sendable {
  case cards, boards, titles, cardsInBranch, cardsOfSnapshot
  case sections, keylessSections, count, sum, extremes, groups, largeGroups, card, board
  case cardsOfBoards, fewCards, labels, owners, boardsOfCards, urgentCards, boardsInBranch
  case code, writer, dropper, waiter
}

extension LiveScene {
  /// Opens a live result or value.
  func subject(_ item: LiveCase.Item<LiveSubjectKind>) -> any WatchedLive {
    var random = SplitMix64(seed: item.seed)
    let place = item.kind == .cardsInBranch || item.kind == .boardsInBranch ? branch.store : store
    let cards = Finder<Card>.random(in: place, using: &random)
    let boards = Finder<Board>.random(in: place, using: &random)
    let limit = random.number(1...3)
    switch item.kind {
    case .cards, .cardsInBranch: return Watched(cards)
    case .boards: return Watched(boards)
    case .titles: return Watched(cards.distinct(by: \.title, \.weight))
    case .cardsOfSnapshot: return Watched(Finder<Card>.random(in: store.snapshot(), using: &random))
    case .sections: return WatchedSections(cards, by: \.weight, random.pick(OrderDirection.allCases), nils: .last)
    case .keylessSections:
      return WatchedSections(
        cards, by: \.personID, random.pick(OrderDirection.allCases), nils: random.pick(NilOrder.allCases))
    case .count: return WatchedValue.aggregate(cards, .count, isSame: ==)
    case .sum: return WatchedValue.aggregate(cards, .sum(\.weight), isSame: ==)
    case .extremes: return WatchedValue.aggregate(cards, .maximum(\.title), isSame: ==)
    case .groups: return WatchedValue.groups(cards.group(by: \.boardID), .sum(\.weight), isSame: ==)
    case .largeGroups:
      return WatchedValue.groups(cards.group(by: \.title).having(.count) { $0 > 1 }, .count, isSame: ==)
    case .card: return WatchedValue.record(random.number(1...12), of: store.table(Card.self))
    case .board: return WatchedValue.record(random.number(1...5), of: store.table(Board.self))
    case .cardsOfBoards, .boardsInBranch: return WatchedValue.included(boards.including(\.cards))
    case .fewCards:
      return WatchedValue.included(boards.including(\.cards) { $0.order(by: \.title).limit(limit) })
    case .labels: return WatchedValue.included(boards.including(\.labels))
    case .owners: return WatchedValue.included(boards.including(\.owner))
    case .boardsOfCards: return WatchedValue.included(cards.including(\.board))
    case .urgentCards: return WatchedValue.included(boards.including(\.urgentCards))
    case .code: return Watched(cards.find { $0.weight % 2 == 0 })
    case .writer, .dropper, .waiter: return Meddler(cards, item.kind, in: self)
    }
  }
}

extension LiveSubjectKind {
  /// Whether its handler writes, so that one step may be several changes.
  var writes: Bool { self == .writer }
}

/// A live result whose handler writes, releases live results, itself among them, or takes its time.
final class Meddler: WatchedLive {
  private let observation: StoreObservation

  init(_ finder: Finder<Card>, _ kind: LiveSubjectKind, in scene: LiveScene) {
    observation = finder.live().onChange { [weak scene] _ in
      switch kind {
      case .writer: scene?.writeOnce()
      case .dropper: scene?.forgetAny()
      default: for _ in 0..<3 { _ = scene?.store.table(Card.self).records.all.count }
      }
    }
  }

  var faults: [String] { [] }
  var toldCount: Int { 0 }
  func noteSilence() {}
}
