import MotionModel

/// A model with enums beside numbers of as many different values, each with and without an index.
struct StateTodo: Model {
  enum State: String, ColumnValue, CaseIterable { case open, started, waiting, done, dropped }

  var id = 0
  var state = State.open
  var indexedState = State.open
  var number = 0
  var rank = 0

  /// A property that the schema does not know.
  var computedRank: Int { rank &* 3 }

  static let schema = Schema<StateTodo> {
    Column(\.state)
    Column(\.indexedState, .ordered)
    Column(\.number)
    Column(\.rank, .ordered)
  }

  static func many(_ count: Int) -> [StateTodo] {
    (1...count).map { number in
      var todo = StateTodo()
      (todo.id, todo.number) = (number, Int(World.scrambled(number) % 5))
      (todo.state, todo.indexedState) = (State.allCases[todo.number], State.allCases[todo.number])
      todo.rank = World.rank(number, of: count)
      return todo
    }
  }
}
