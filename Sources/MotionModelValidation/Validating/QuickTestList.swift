public import MotionModel

/// The quick tests of a list of rules; nil for a rule without one.
///
/// It is not generic, so that it is compiled only once: validating a valid record costs no more than running
/// through it.
@usableFromInline
final class QuickTestList: Sendable {
  private let tests: ContiguousArray<QuickTest?>

  init(_ tests: some Sequence<QuickTest?>) { self.tests = ContiguousArray(tests) }

  /// Whether all rules have a quick test and the record passes all of them.
  @usableFromInline
  func areMet(by record: Row) -> Bool { firstNotMet(record, from: 0) == tests.count }

  /// Returns the index of the first rule whose quick test fails or is missing; the number of rules if there is
  /// none.
  func firstNotMet(_ record: Row, from first: Int) -> Int {
    var index = first
    while index < tests.count, let test = tests[index], test(record) { index += 1 }
    return index
  }
}
