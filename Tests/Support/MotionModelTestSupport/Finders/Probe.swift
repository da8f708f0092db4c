package import MotionModel

/// A column, with the random conditions, sort keys and distinct values that tests use on it.
package struct Probe<Record: Model> {
  package let name: String
  /// Creates a random condition on the column.
  package let question: (inout SplitMix64) -> Question<Record>
  /// Creates a random sort key of the column; nil if the column has no order.
  package let key: ((inout SplitMix64) -> SortKey<Record>)?
  /// The distinct values of the column; nil if they are not supported.
  package let distinct: Distinct<Record>?
}

extension Probe {
  package typealias Tests<Value: Sendable> = ColumnTerm<Record, Value>

  // MARK: - Kinds of columns

  /// A column that always has a value.
  package static func plain<Value: ColumnValue & NastyValue & PlainOrder>(
    _ keyPath: any KeyPath<Record, Value> & Sendable
  ) -> Probe {
    Probe(
      name: "\(keyPath)",
      question: { random in
        if random.chance(5) { return missing(keyPath, isWanted: random.chance(50)) { _ in false } }
        return comparison(keyPath, using: &random) { $0($1, $2) } ?? equality(keyPath, using: &random)
      },
      key: { random in
        key(keyPath, using: &random) { first, second, _ in
          Value.isBefore(first, second) ? -1 : Value.isBefore(second, first) ? 1 : 0
        }
      },
      distinct: distinct(keyPath))
  }

  /// An optional column.
  package static func optional<Value: ColumnValue & NastyValue & PlainOrder>(
    _ keyPath: any KeyPath<Record, Value?> & Sendable
  ) -> Probe {
    Probe(
      name: "\(keyPath)",
      question: { random in
        if random.chance(10) { return missing(keyPath, isWanted: random.chance(50)) { $0 == nil } }
        let found = comparison(keyPath, using: &random) { compare, value, operand in
          if let value, let operand { compare(value, operand) } else { false }
        }
        return found ?? equality(keyPath, using: &random)
      },
      key: { random in
        key(keyPath, using: &random) { first, second, nilsFirst in
          switch (first, second) {
          case (nil, nil): return 0
          case (nil, _?): return nilsFirst ? -2 : 2
          case (_?, nil): return nilsFirst ? 2 : -2
          case (let first?, let second?):
            return Value.isBefore(first, second) ? -1 : Value.isBefore(second, first) ? 1 : 0
          }
        }
      },
      distinct: distinct(keyPath))
  }

  /// A column of strings.
  package static func text<Value: TextValue & NastyValue>(
    _ base: Probe, _ keyPath: any KeyPath<Record, Value> & Sendable
  ) -> Probe {
    Probe(
      name: base.name,
      question: { random in random.chance(40) ? base.question(&random) : text(keyPath, using: &random) },
      key: base.key, distinct: base.distinct)
  }

  /// A column of documents, which can only be compared for equality.
  package static func document<Value: Equatable & NastyValue & Sendable>(
    _ keyPath: any KeyPath<Record, Value> & Sendable
  ) -> Probe {
    Probe(
      name: "\(keyPath)",
      question: { random in
        let operand = Value.nasty(using: &random)
        let isEqual = random.chance(60)
        return Question(
          predicate: isEqual ? Tests(keyPath).eq(operand) : Tests(keyPath).ne(operand),
          isMet: { ($0[keyPath: keyPath] == operand) == isEqual },
          text: "\(keyPath) \(isEqual ? "==" : "!=") \(exactText(operand))")
      },
      key: nil, distinct: nil)
  }

  // MARK: - Conditions

  private static func missing<Value: ColumnValue>(
    _ keyPath: any KeyPath<Record, Value> & Sendable, isWanted: Bool, _ isNil: @escaping (Value) -> Bool
  ) -> Question<Record> {
    Question(
      predicate: isWanted ? Tests(keyPath).isNil : Tests(keyPath).isNotNil,
      isMet: { isNil($0[keyPath: keyPath]) == isWanted },
      text: "\(keyPath) \(isWanted ? "isNil" : "isNotNil")")
  }

  private static func equality<Value: ColumnValue & NastyValue>(
    _ keyPath: any KeyPath<Record, Value> & Sendable, using random: inout SplitMix64
  ) -> Question<Record> {
    let operand = Value.nasty(using: &random)
    let list = (0..<random.pick([0, 1, 2, 3, 5, 8, 9])).map { _ in Value.nasty(using: &random) }
    switch random.number(0...5) {
    case 0, 1:
      return Question(
        predicate: random.chance(50) ? keyPath == operand : Tests(keyPath).eq(operand),
        isMet: { $0[keyPath: keyPath] == operand }, text: "\(keyPath) == \(exactText(operand))")
    case 2:
      return Question(
        predicate: random.chance(50) ? keyPath != operand : Tests(keyPath).ne(operand),
        isMet: { $0[keyPath: keyPath] != operand }, text: "\(keyPath) != \(exactText(operand))")
    case 3, 4:
      return Question(
        predicate: Tests(keyPath).in(list),
        isMet: { record in list.contains { $0 == record[keyPath: keyPath] } },
        text: "\(keyPath) in \(exactText(list))")
    default:
      return Question(
        predicate: Tests(keyPath).notIn(list),
        isMet: { record in !list.contains { $0 == record[keyPath: keyPath] } },
        text: "\(keyPath) not in \(exactText(list))")
    }
  }

  /// Returns a comparison, or nil in half of all cases.
  ///
  /// - Parameter unwrap: Calls its first argument with the two values, if neither is nil.
  private static func comparison<Value: ColumnValue & NastyValue, Wrapped: PlainOrder & Equatable>(
    _ keyPath: any KeyPath<Record, Value> & Sendable, using random: inout SplitMix64,
    _ unwrap: @escaping (_ compare: (Wrapped, Wrapped) -> Bool, Value, Value) -> Bool
  ) -> Question<Record>? {
    let (low, high) = (Value.nasty(using: &random), Value.nasty(using: &random))
    func isLess(_ record: Record, _ operand: Value) -> Bool {
      unwrap({ isNumber($0) && isNumber($1) && Wrapped.isBefore($0, $1) }, record[keyPath: keyPath], operand)
    }
    func isGreater(_ record: Record, _ operand: Value) -> Bool {
      unwrap({ isNumber($0) && isNumber($1) && Wrapped.isBefore($1, $0) }, record[keyPath: keyPath], operand)
    }
    func isEqual(_ record: Record, _ operand: Value) -> Bool { unwrap({ $0 == $1 }, record[keyPath: keyPath], operand) }
    let tests = Tests(keyPath)
    let isOperator = random.chance(50)
    switch random.number(0...11) {
    case 0:
      return Question(
        predicate: isOperator ? keyPath < low : tests.lt(low),
        isMet: { isLess($0, low) }, text: "\(keyPath) < \(exactText(low))")
    case 1:
      return Question(
        predicate: isOperator ? keyPath <= low : tests.lte(low),
        isMet: { isLess($0, low) || isEqual($0, low) }, text: "\(keyPath) <= \(exactText(low))")
    case 2:
      return Question(
        predicate: isOperator ? keyPath > low : tests.gt(low),
        isMet: { isGreater($0, low) }, text: "\(keyPath) > \(exactText(low))")
    case 3:
      return Question(
        predicate: isOperator ? keyPath >= low : tests.gte(low),
        isMet: { isGreater($0, low) || isEqual($0, low) }, text: "\(keyPath) >= \(exactText(low))")
    case 4:
      return Question(
        predicate: tests.between(low, high),
        isMet: { (isGreater($0, low) || isEqual($0, low)) && (isLess($0, high) || isEqual($0, high)) },
        text: "\(keyPath) between \(exactText(low)) and \(exactText(high))")
    case 5:
      let (isOpen, isOpenAbove, isTurned) = (random.chance(50), random.chance(50), random.chance(50))
      let (lower, upper) = (isOpen ? tests.gt(low) : tests.gte(low), isOpenAbove ? tests.lt(high) : tests.lte(high))
      func isMet(_ record: Record) -> Bool {
        (isGreater(record, low) || !isOpen && isEqual(record, low))
          && (isLess(record, high) || !isOpenAbove && isEqual(record, high))
      }
      return Question(
        predicate: isTurned ? upper && lower : lower && upper, isMet: isMet,
        text: "\(keyPath) \(isOpen ? ">" : ">=") \(exactText(low)), \(isOpenAbove ? "<" : "<=") \(exactText(high))")
    default: return nil
    }
  }

  private static func isNumber<Value: Equatable>(_ value: Value) -> Bool { value == value }

  // MARK: - Strings

  private static func text<Value: TextValue & NastyValue>(
    _ keyPath: any KeyPath<Record, Value> & Sendable, using random: inout SplitMix64
  ) -> Question<Record> {
    let isExact = random.chance(50)
    let whole = String.nasty(using: &random)
    let fragment = String(whole.dropFirst(random.number(0...2)).prefix(random.number(0...3)))
    let tests = Tests(keyPath)
    func same(_ text: String) -> String { isExact ? text : text.lowercased() }
    func question(
      _ name: String, _ operand: String, _ predicate: RecordPredicate<Record>,
      _ test: @escaping (String, String) -> Bool
    ) -> Question<Record> {
      Question(
        predicate: predicate,
        isMet: { record in record[keyPath: keyPath].text.map { test(same($0), same(operand)) } ?? false },
        text: "\(keyPath) \(name) \(operand.debugDescription), case-sensitive \(isExact)")
    }
    switch random.number(0...7) {
    case 0:
      return question("contains", fragment, tests.contains(fragment, caseSensitive: isExact), PlainText.contains)
    case 1:
      return question("starts with", fragment, tests.startsWith(fragment, caseSensitive: isExact)) { $0.hasPrefix($1) }
    case 2:
      return question("ends with", fragment, tests.endsWith(fragment, caseSensitive: isExact)) { $0.hasSuffix($1) }
    case 3: return question("like", whole, tests.like(whole, caseSensitive: isExact), PlainText.like)
    case 4:
      let pattern = random.pick(["%", "_%", "%_", "\\%"]) + fragment + random.pick(["%", "", "_"])
      return question("like", pattern, tests.like(pattern, caseSensitive: isExact), PlainText.like)
    default: return stringEquality(keyPath, same, isExact, using: &random)
    }
  }

  private static func stringEquality<Value: TextValue & NastyValue>(
    _ keyPath: any KeyPath<Record, Value> & Sendable, _ same: @escaping (String) -> String, _ isExact: Bool,
    using random: inout SplitMix64
  ) -> Question<Record> {
    let operand = Value.nasty(using: &random)
    let list = (0..<random.number(0...4)).map { _ in Value.nasty(using: &random) }
    let tests = Tests(keyPath)
    func isEqual(_ record: Record, _ operand: Value) -> Bool {
      record[keyPath: keyPath].text.map(same) == operand.text.map(same)
    }
    let text = "case-sensitive \(isExact)"
    switch random.number(0...3) {
    case 0:
      return Question(
        predicate: tests.eq(operand, caseSensitive: isExact), isMet: { isEqual($0, operand) },
        text: "\(keyPath) == \(exactText(operand)), \(text)")
    case 1:
      return Question(
        predicate: tests.ne(operand, caseSensitive: isExact), isMet: { !isEqual($0, operand) },
        text: "\(keyPath) != \(exactText(operand)), \(text)")
    case 2:
      return Question(
        predicate: tests.in(list, caseSensitive: isExact),
        isMet: { record in list.contains { isEqual(record, $0) } },
        text: "\(keyPath) in \(exactText(list)), \(text)")
    default:
      return Question(
        predicate: tests.notIn(list, caseSensitive: isExact),
        isMet: { record in !list.contains { isEqual(record, $0) } },
        text: "\(keyPath) not in \(exactText(list)), \(text)")
    }
  }

  // MARK: - Order

  /// - Parameter compare: Compares two values. Its result is 2 or -2 if the direction must not reverse it.
  private static func key<Value: ColumnValue>(
    _ keyPath: any KeyPath<Record, Value> & Sendable, using random: inout SplitMix64,
    _ compare: @escaping (Value, Value, _ nilsFirst: Bool) -> Int
  ) -> SortKey<Record> {
    let direction = random.pick(OrderDirection.allCases)
    let nils = random.pick(NilOrder.allCases)
    return SortKey(
      apply: { $0.order(by: keyPath, direction, nils: nils) },
      compare: { first, second in
        let result = compare(first[keyPath: keyPath], second[keyPath: keyPath], nils == .first)
        return abs(result) == 2 || direction == .ascending ? result : -result
      },
      text: "\(keyPath) \(direction) nils \(nils)")
  }

  private static func distinct<Value: ColumnValue>(
    _ keyPath: any KeyPath<Record, Value> & Sendable
  ) -> Distinct<Record> {
    Distinct(
      apply: { $0.distinct(by: keyPath) }, isSame: { $0[keyPath: keyPath] == $1[keyPath: keyPath] },
      text: "distinct by \(keyPath)")
  }
}

// MARK: - All columns

extension AllTypesRecord {
  /// A probe for each column.
  package static var probes: [Probe<Self>] { plainProbes + optionalProbes }

  private static var plainProbes: [Probe<Self>] {
    [
      .plain(\.id), .text(.plain(\.string), \.string), .text(.plain(\.string), \.string), .plain(\.bool), .plain(\.int),
      .plain(\.int8), .plain(\.int16),
      .plain(\.int32), .plain(\.int64), .plain(\.uint), .plain(\.uint8), .plain(\.uint16), .plain(\.uint32),
      .plain(\.uint64), .plain(\.double), .plain(\.float), .plain(\.decimal), .plain(\.date), .plain(\.uuid),
      .plain(\.url), .plain(\.data), .plain(\.strings), .plain(\.ints), .plain(\.counts), .plain(\.word),
      .plain(\.level),
      .document(\.document),
    ]
  }

  private static var optionalProbes: [Probe<Self>] {
    [
      .text(.optional(\.maybeString), \.maybeString), .text(.optional(\.maybeString), \.maybeString),
      .optional(\.maybeBool), .optional(\.maybeInt),
      .optional(\.maybeInt8), .optional(\.maybeInt16), .optional(\.maybeInt32), .optional(\.maybeInt64),
      .optional(\.maybeUInt), .optional(\.maybeUInt8), .optional(\.maybeUInt16), .optional(\.maybeUInt32),
      .optional(\.maybeUInt64), .optional(\.maybeDouble), .optional(\.maybeFloat), .optional(\.maybeDecimal),
      .optional(\.maybeDate), .optional(\.maybeUUID), .optional(\.maybeURL), .optional(\.maybeData),
      .optional(\.maybeStrings), .optional(\.maybeInts), .optional(\.maybeCounts), .optional(\.maybeWord),
      .optional(\.maybeLevel), .optional(\.serial), .document(\.maybeDocument),
    ]
  }
}
