import Foundation
@testable import MotionModel
import MotionModelTestSupport
import Testing

/// A row with columns of one type.
private struct Sample<Value: ColumnValue & Comparable> {
  var value: Value?
  var required: Value
}

/// Ranges, tested as closed intervals where a type has next values, against Swift's own operators.
@Suite struct SteppedValueTests {
  /// Compares every order comparison and range of the given values with Swift's operators.
  private func check<Value: ColumnValue & Comparable>(
    _ values: [Value], sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let rows = values.map { Sample(value: $0, required: $0) } + [Sample(value: nil, required: values[0])]
    let plain = ColumnOperations.of(\Sample<Value>.required)
    let optional = ColumnOperations.of(\Sample<Value>.value)
    /// The numbers of the rows that pass a kernel.
    func found(_ kernel: Kernel) -> [Int] {
      rows.withUnsafeBytes { bytes in
        var found: [Int] = []
        kernel(bytes.baseAddress.unsafelyUnwrapped, MemoryLayout<Sample<Value>>.stride, RowMask(prefix: rows.count))
          .forEach {
            found.append($0)
          }
        return found
      }
    }
    for operand in values {
      let comparisons: [(ComparisonOperator, (Value, Value) -> Bool)] = [
        (.less, { $0 < $1 }), (.lessOrEqual, { $0 <= $1 }), (.greater, { $0 > $1 }), (.greaterOrEqual, { $0 >= $1 }),
      ]
      for (comparison, passes) in comparisons {
        let expected = rows.indices.filter { passes(rows[$0].required, operand) }
        #expect(found(plain.comparison(comparison, operand)) == expected, sourceLocation: sourceLocation)
        #expect(
          found(optional.comparison(comparison, Value?.some(operand))) == expected.filter { $0 < values.count },
          "\(comparison) \(operand)", sourceLocation: sourceLocation)
      }
      for upper in values {
        for (includesLower, includesUpper) in [(true, true), (true, false), (false, true), (false, false)] {
          let expected = values.indices.filter {
            (values[$0] > operand || includesLower && values[$0] == operand)
              && (values[$0] < upper || includesUpper && values[$0] == upper)
          }
          let range = ValueRange<any Sendable>(
            lower: Value?.some(operand), includesLower: includesLower,
            upper: Value?.some(upper), includesUpper: includesUpper)
          #expect(
            found(optional.range(range)) == expected, "\(operand) \(includesLower) \(upper) \(includesUpper)",
            sourceLocation: sourceLocation)
        }
      }
    }
  }

  private func checkIntegers<Value: ColumnValue & FixedWidthInteger>(_ type: Value.Type) {
    check([Value.min, Value.min + 1, 0, 1, 2, Value.max / 2, Value.max - 1, Value.max])
  }

  private func fractions<Value: BinaryFloatingPoint>() -> [Value] {
    let values: [Value] = [0, .leastNonzeroMagnitude, .leastNormalMagnitude, 1, Value(1).nextUp, .infinity]
    return values + values.map { -$0 } + [.greatestFiniteMagnitude, -.greatestFiniteMagnitude, .nan]
  }

  @Test func `whole numbers of each width are compared at their limits`() {
    checkIntegers(Int.self)
    checkIntegers(Int8.self)
    checkIntegers(Int16.self)
    checkIntegers(Int32.self)
    checkIntegers(Int64.self)
    checkIntegers(UInt.self)
    checkIntegers(UInt8.self)
    checkIntegers(UInt16.self)
    checkIntegers(UInt32.self)
    checkIntegers(UInt64.self)
  }

  @Test func `fractions are compared at zero, at their limits and beside NaN`() {
    check(fractions() as [Double])
    check(fractions() as [Float])
    // Foundation's `<=` is true for any date beside NaN; a comparison in a finder never is.
    check((fractions() as [Double]).filter { !$0.isNaN }.map(Date.init(timeIntervalSinceReferenceDate:)))
  }

  @Test func `values without a next one are compared with both bounds`() {
    check(["", "a", "ab", "b", "\u{e9}", "e\u{301}", "z"])
    check([Decimal(-1), 0, Decimal(string: "0.5")!, 1, .greatestFiniteMagnitude, -.greatestFiniteMagnitude])
    check((0..<6).map { UUID(uuid: ($0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, $0)) })
  }
}
