import MotionModel

/// A value that finders compute for each record, or a condition on one, and the same for the naive store.
package struct Computation<Record: WorldModel>: Sendable {
  let condition: @Sendable (Comparator, Int, NaiveStore) -> Condition<Record>
  /// The order by the value; nil for conditions that are not about one value.
  let ordering: Ordering<Record>?

  /// A value that is compared with constants, and that orders records.
  init<Operand: ValueOperand>(
    _ swift: String, _ operand: @escaping @Sendable (Columns<Record>) -> Operand, _ constants: [Operand.Computed],
    _ value: @escaping @Sendable (Record, NaiveStore) -> Operand.Computed.Unwrapped?
  ) where Operand.Source == Record, Operand.Computed.Unwrapped: Comparable & SwiftLiteral {
    condition = { comparator, number, naive in
      let (sign, constant) = (Sign(comparator), constants[number % constants.count])
      let computed = operand(Columns()).computed
      let predicate =
        switch sign {
        case .equal: computed == constant
        case .unequal: computed != constant
        case .less: computed < constant
        case .greater: computed > constant
        case .greaterOrEqual: computed >= constant
        }
      return ComparedValue(swift: swift) { value($0, naive) }.condition(sign, .constant(constant.unwrapped), predicate)
    }
    ordering = Ordering("{ \(swift) }", { $0.order(by: operand, $1, nils: $2) }, value: value)
  }

  /// Two values that are compared with each other.
  init<First: ValueOperand, Second: ValueOperand>(
    _ firstSwift: String, _ first: @escaping @Sendable (Columns<Record>) -> First,
    _ secondSwift: String, _ second: @escaping @Sendable (Columns<Record>) -> Second,
    _ values: @escaping @Sendable (Record, NaiveStore) -> (First.Computed.Unwrapped?, First.Computed.Unwrapped?)
  )
  where
    First.Source == Record, Second.Source == Record, First.Computed.Unwrapped == Second.Computed.Unwrapped,
    First.Computed.Unwrapped: Comparable & SwiftLiteral
  {
    condition = { comparator, _, naive in
      let sign = Sign(comparator)
      let (first, second) = (first(Columns()), second(Columns()))
      let predicate =
        switch sign {
        case .equal: first == second
        case .unequal: first != second
        case .less: first < second
        case .greater: first > second
        case .greaterOrEqual: first >= second
        }
      return ComparedValue(swift: firstSwift) { values($0, naive).0 }.condition(
        sign, ComparedValue(swift: secondSwift) { values($0, naive).1 }, predicate)
    }
    ordering = nil
  }

  /// A condition that is true or false by itself, and is also negated.
  init<Operand: BooleanOperand>(
    _ swift: String, _ operand: @escaping @Sendable (Columns<Record>) -> Operand,
    _ test: @escaping @Sendable (Record, NaiveStore) -> Bool
  ) where Operand.Source == Record {
    condition = { comparator, _, naive in
      let operand = operand(Columns())
      if comparator == .unequal || comparator == .less {
        return Condition(predicate: !operand, test: { !test($0, naive) }, swift: "!(\(swift))")
      }
      return Condition(predicate: operand.isTrue, test: { test($0, naive) }, swift: swift)
    }
    ordering = nil
  }
}

extension Computation {
  /// Returns a list. As statements, the compiler checks the types of its elements one by one.
  static func list(@ListBuilder _ computations: () -> [Computation]) -> [Computation] { computations() }

  @resultBuilder
  enum ListBuilder {
    static func buildExpression(_ computation: Computation) -> Computation { computation }
    static func buildBlock(_ computations: Computation...) -> [Computation] { computations }
  }
}
