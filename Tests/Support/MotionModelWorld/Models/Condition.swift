import MotionModel

/// A condition for the library, and the same for the naive store.
struct Condition<Record: WorldModel> {
  let predicate: RecordPredicate<Record>
  let test: (Record) -> Bool
  /// The condition in the closure of `where`, as Swift source.
  let swift: String
  /// The search by which records are ranked.
  var search: WordSearch?
}

extension Condition {
  static var everything: Condition {
    Condition(predicate: .all, test: { _ in true }, swift: "RecordPredicate<\(Record.name)>.all")
  }
  static var nothing: Condition {
    Condition(predicate: .none, test: { _ in false }, swift: "RecordPredicate<\(Record.name)>.none")
  }

  static func all(_ conditions: [Condition]) -> Condition {
    guard let first = conditions.first else { return everything }
    return Condition(
      predicate: conditions.dropFirst().reduce(first.predicate) { $0 && $1.predicate },
      test: { record in conditions.allSatisfy { $0.test(record) } },
      swift: "(\(conditions.map(\.swift).joined(separator: " && ")))")
  }

  static func any(_ conditions: [Condition]) -> Condition {
    guard let first = conditions.first else { return nothing }
    return Condition(
      predicate: conditions.dropFirst().reduce(first.predicate) { $0 || $1.predicate },
      test: { record in conditions.contains { $0.test(record) } },
      swift: "(\(conditions.map(\.swift).joined(separator: " || ")))")
  }

  static prefix func ! (condition: Condition) -> Condition {
    Condition(
      predicate: !condition.predicate, test: { !condition.test($0) }, swift: "!(\(condition.swift))")
  }
}

/// A value that a finder compares with others, and the same for the naive store.
///
/// The naive store follows the rules of the guide: nil equals nil, and neither nil nor NaN is less or greater than
/// anything.
struct ComparedValue<Record: WorldModel, Value: ColumnValue & Comparable & SwiftLiteral> {
  let swift: String
  let value: (Record) -> Value?

  /// - Parameters:
  ///   - predicate: What the library tests.
  ///   - other: What the value is compared with.
  func condition(
    _ sign: Sign, _ other: ComparedValue, _ predicate: RecordPredicate<Record>
  ) -> Condition<Record> {
    Condition(
      predicate: predicate, test: { sign.holds(value($0), other.value($0)) },
      swift: "\(swift) \(sign.rawValue) \(other.swift)")
  }

  static func constant(_ constant: Value?) -> ComparedValue {
    ComparedValue(swift: constant.swift) { _ in constant }
  }
}

/// The signs of comparisons.
enum Sign: String {
  case equal = "=="
  case unequal = "!="
  case less = "<"
  case greater = ">"
  case greaterOrEqual = ">="

  init(_ comparator: Comparator) {
    self =
      switch comparator {
      case .equal: .equal
      case .unequal: .unequal
      case .less: .less
      case .greaterOrEqual: .greaterOrEqual
      case .isIn: .greater
      }
  }

  func holds<Value: Comparable>(_ first: Value?, _ second: Value?) -> Bool {
    switch self {
    case .equal: return first == second
    case .unequal: return first != second
    default: break
    }
    // NaN does not equal itself.
    guard let first, let second, first == first, second == second else { return false }
    return self == .less ? first < second : self == .greater ? first > second : first >= second
  }
}
