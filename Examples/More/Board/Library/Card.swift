package import MotionModel

/// A card of the board.
package struct Card: Model, Equatable {
  package var id = 0
  package var title = ""
  package var stage = Stage.toDo
  /// Who works on it, or did.
  package var person: String?

  /// The columns of the board, in their order.
  package enum Stage: Int, ColumnValue, CaseIterable {
    case toDo, doing, done

    package var title: String {
      switch self {
      case .toDo: "TO DO"
      case .doing: "DOING"
      case .done: "DONE"
      }
    }
  }

  package static let schema = Schema<Card> { Column(\.stage, .indexed) }

  package init() {}
  package init(_ title: String) { self.title = title }
}
