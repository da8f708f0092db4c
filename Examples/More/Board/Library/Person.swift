import MotionModel
import MotionModelLive
import MotionModelTransactions

/// A person who takes cards and finishes them.
package struct Person: Sendable {
  private let name: String
  private let cards: ModelTable<Card>

  package init(_ name: String, board: TeamBoard) { (self.name, cards) = (name, board.cards) }

  /// Takes the next free card; nil if there is none. Two people never take the same card.
  package func take() throws -> Card? {
    try cards.store.transaction {
      guard var card = cards.where(\.stage == .toDo).first else { return nil }
      try cards.update(&card) { ($0.stage, $0.person) = (.doing, name) }
      return card
    }
  }

  package func finish(_ card: Card) throws {
    try cards.where(\.id == card.id).updateAll { $0.stage = .done }
  }

  /// Works until the task is cancelled. Where nothing is to be done, a live count wakes the person when there is.
  package func work(_ pause: @Sendable () async throws -> Void) async throws {
    let waiting = cards.where(\.stage == .toDo).live(.count)
    var changes = waiting.changes.makeAsyncIterator()
    repeat {
      while let card = try take() {
        try await pause()
        try finish(card)
        try await pause()
      }
    } while await changes.next() != nil
  }
}
