/// The quick tests of a list of rules; nil for a rule that has none.
///
/// It knows no model, so that it is compiled once and for all: running through it is what validating a valid record costs.
@usableFromInline
final class QuickTestList: Sendable {
  private let tests: ContiguousArray<QuickTest?>

  init(_ tests: some Sequence<QuickTest?>) { self.tests = ContiguousArray(tests) }

  /// Whether all rules have a quick test, and a record meets them.
  @usableFromInline
  func areMet(by record: UnsafeRawPointer) -> Bool { firstNotMet(record, from: 0) == tests.count }

  /// The number of the first rule whose quick test fails, or that has none; the number of rules when there is no such.
  func firstNotMet(_ record: UnsafeRawPointer, from first: Int) -> Int {
    var index = first
    while index < tests.count, let test = tests[index], test(record) { index += 1 }
    return index
  }
}
