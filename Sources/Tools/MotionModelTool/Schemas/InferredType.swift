import MotionModel
import MotionModelInspector
import MotionModelValues

/// The type that the values of a column show, where the file does not say it.
struct InferredType {
  /// The type; nil if there is no value, or if values differ.
  let type: ColumnType?
  /// Whether every record has a value.
  let isAlwaysThere: Bool

  /// Returns the types of columns, by their places.
  ///
  /// - Complexity: O(*n*) in the values of the records.
  static func types(of places: [Int], in records: Records) -> [Int: InferredType] {
    var found: [Int: Values] = Dictionary(uniqueKeysWithValues: places.map { ($0, Values()) })
    for index in 0..<records.count {
      let row = records.row(index)
      for place in row.places where found[place] != nil { if let value = row[place] { found[place]?.add(value) } }
    }
    return found.mapValues {
      InferredType(type: $0.type, isAlwaysThere: records.count > 0 && $0.count == records.count)
    }
  }

  /// What the values of one column have in common.
  private struct Values {
    var count = 0
    /// The types that all values so far may have, the narrowest one first; nil if there is no value yet.
    private var candidates: [ColumnType]?

    var type: ColumnType? { candidates?.first }

    mutating func add(_ value: AttributeValue) {
      if value.isNull { return }
      count += 1
      if candidates?.isEmpty == true { return }
      let types = Self.types(of: value)
      candidates = candidates.map { candidates in candidates.filter { types.contains($0) } } ?? types
    }

    /// The types that a value may have, the narrowest one first. A string stands for other types in formats of text.
    private static func types(of value: AttributeValue) -> [ColumnType] {
      switch value {
      case .null: []
      case .bool: [.bool]
      case .int: [.int(bits: 64), .decimal, .double]
      case .uint: [.uint(bits: 64), .decimal, .double]
      case .decimal: [.decimal, .double]
      case .double: [.double]
      case .date: [.date]
      case .uuid: [.uuid]
      case .url: [.url]
      case .data: [.data]
      case .array: [.array(.custom(name: ""))]
      case .dictionary: [.dictionary(.custom(name: ""))]
      case .string(let text): types(of: text)
      }
    }

    private static func types(of text: String) -> [ColumnType] {
      if text == "NaN" || text == "Infinity" || text == "-Infinity" { return [.double, .string] }
      let kinds: [(ColumnKind, [ColumnType])] = [
        (.integer, [.int(bits: 64), .decimal, .double]), (.decimal, [.decimal, .double]), (.date, [.date]),
        (.uuid, [.uuid]),
      ]
      return (kinds.first { text.isWritten(as: $0.0) }?.1 ?? []) + [.string]
    }
  }
}
