import Foundation
import MotionModelValues

/// The values of a unique index that the updates of a commit give up and take.
///
/// Databases check each row by itself, so that two records could not exchange values. A row whose values another one
/// takes gets a value first that no row has. It is not deleted and inserted again: other programs refer to it, and have
/// columns of their own in it.
struct SQLExchange {
  /// A row that gives up its values.
  struct Holder {
    /// The number of its change.
    let change: Int
    /// The columns of the index that it changes.
    let columns: [Int]
    /// What finds the row.
    let match: [SQLValue]
  }

  /// The columns of the index.
  let columns: [Int]
  private var holders: [[SQLValue]: [Holder]] = [:]
  private var taken: Set<[SQLValue]> = []

  init(of columns: [Int]) { self.columns = columns }

  /// Adds an update.
  ///
  /// - Parameters:
  ///   - old: The values of the index before the update.
  ///   - new: Those after it.
  ///   - holder: The row.
  mutating func add(from old: [SQLValue], to new: [SQLValue], _ holder: Holder) {
    // Values with NULL are never equal to others.
    if !new.contains(.null) { taken.insert(new.map(\.comparedLoosely)) }
    if !old.contains(.null) { holders[old.map(\.comparedLoosely), default: []].append(holder) }
  }

  /// The rows whose values others take.
  var blocking: [Holder] {
    holders.filter { taken.contains($0.key) }.values.flatMap { $0 }.sorted { $0.change < $1.change }
  }
}

extension SQLValue {
  /// The value as equal to all that some database takes for equal: a value that is replaced for nothing costs only a
  /// statement.
  fileprivate var comparedLoosely: SQLValue {
    if case .text(let text) = self { .text(text.lowercased()) } else { self }
  }
}

extension ColumnType {
  /// How many bits a whole number has; 64 of other types.
  var bits: Int64 {
    switch self {
    case .int(let bits), .uint(let bits): Int64(bits)
    case .enumeration(_, let raw, _): raw.bits
    default: 64
    }
  }
}

extension SQLStorage {
  /// Returns a value that no row has, most likely; nil for types that have too few.
  ///
  /// - Parameters:
  ///   - type: The column's type.
  ///   - isOthers: Whether others have declared the type of the table's column, which may hold small numbers only.
  func unusedValue(of type: ColumnType, isOthers: Bool) -> AttributeValue? {
    let bits = isOthers ? 16 : max(type.bits, 16)
    let number = Int64.random(in: (bits < 64 ? -1 << (bits - 1) : .min / 1_024) ... -1)
    let word = String(UInt64.random(in: 0..<2_821_109_907_456), radix: 36)
    // Of the first millennium, which each type for times has.
    let second = Int64.random(in: -63_000_000_000 ... -32_000_000_000)
    return switch self {
    case .boolean: nil
    case .integer, .unsigned: .int(number)
    case .real: .double(Double(number))
    case .date: .date(Date(timeIntervalSinceReferenceDate: Double(second)))
    case .decimal: .decimal(Decimal(number % 1_000_000))
    case .string: .string(word)
    case .uuid: .uuid(UUID())
    case .url: URL(string: "x:\(word)").map { .url($0) }
    case .data: .data(Data(word.utf8))
    case .json: .array([.string(word)])
    }
  }
}
