import Foundation
import MotionModel
package import MotionModelTestSupport

/// A record with a column of every type, each also optional, and indexes of every kind.
package typealias Sample = IndexedAllTypes

extension AllTypesRecord: WorldModel where Indexing == Indexed {
  package static var rows: WritableKeyPath<NaiveStore, NaiveTable<Sample>> { \.samples }
  package static var kind: Kind { .sample }
  package static var uniqueKeys: [NaiveUnique<Sample>] {
    [NaiveUnique("serial") { $0.serial }, NaiveUnique("code") { $0.code }]
  }
  package static var fields: [Field<Sample>] { SampleFields.all }

  package static var mergedColumns: [MergedColumn<Sample>] {
    schema.columns.map(\.name).filter { $0 != "id" }.map { name in
      MergedColumn {
        let (first, second) = ($0.attributes[name] ?? .null, $1.attributes[name] ?? .null)
        return first.isSame(as: second)
      } copy: { source, target in
        try? target.set(name, to: source.attributes[name] ?? .null)
      }
    }
  }

  package func isSame(as other: Sample) -> Bool {
    let (first, second) = (attributes, other.attributes)
    return first.allSatisfy { name, value in second[name].map(value.isSame) ?? false }
  }

  /// A number that stands for a value in each column that is not optional. It is stored in ``int``.
  package var everything: Int {
    get { int }
    set {
      var random = SplitMix64(seed: UInt64(newValue))
      randomize(using: &random)
      int = newValue
    }
  }

  /// A number that stands for a value in each optional column. It is stored in ``maybeInt``.
  package var everythingOptional: Int {
    get { maybeInt ?? 0 }
    set {
      var random = SplitMix64(seed: UInt64(newValue))
      randomizeOptionals(using: &random)
      maybeInt = newValue
    }
  }
}

private enum SampleFields {
  static let all: [Field<Sample>] = [
    Field("code", \.code, (0..<40).map { "code \($0)" }),
    Field("serial", optional: \.serial, Array(0..<8)),
    Field("everything", \.everything, Array(0..<50)),
    Field("everythingOptional", \.everythingOptional, Array(0..<50)),
    Field("string", \.string, ["", "a", "caf\u{E9}", "\u{0}", "\r\n"]),
    Field("double", \.double, [0, 0.1, -0.0, .nan, .infinity, 3]),
    Field("int8", \.int8, [0, .min, .max]),
    Field("level", \.level, [.low, .none, .high]),
    Field("uint64", \.uint64, [0, 1, .max, 1 << 63]),
    Field("maybeDouble", optional: \.maybeDouble, [0, 0.5, .nan]),
  ]
}

extension AttributeValue {
  /// Whether two values are the same, including bits and letters that `==` does not distinguish.
  func isSame(as other: AttributeValue) -> Bool {
    switch (self, other) {
    case (.double(let first), .double(let second)): first.isSame(as: second)
    case (.string(let first), .string(let second)): first.isSame(as: second)
    case (.date(let first), .date(let second)):
      first.timeIntervalSinceReferenceDate.isSame(as: second.timeIntervalSinceReferenceDate)
    case (.decimal(let first), .decimal(let second)): first == second || (first.isNaN && second.isNaN)
    case (.array(let first), .array(let second)): first.elementsEqual(second) { $0.isSame(as: $1) }
    case (.dictionary(let first), .dictionary(let second)):
      first.count == second.count && first.allSatisfy { name, value in second[name].map(value.isSame) ?? false }
    default: self == other
    }
  }
}

extension Int8: SwiftLiteral { package var swift: String { "\(self)" } }
extension UInt64: SwiftLiteral { package var swift: String { "\(self)" } }
extension Level: SwiftLiteral { package var swift: String { ".\(self)" } }
