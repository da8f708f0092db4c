/// Collects what a preview finds out besides its changeset.
package protocol TransactionRecorder: Sendable {
  /// How much was refused so far.
  var refusalCount: Int { get }

  /// Whether destroying would have been stopped by a relation that restricts it.
  var isRestricted: Bool { get }

  /// Something was refused.
  ///
  /// - Parameter mark: How much had been refused when what threw the error began: an error that passes through one call
  ///   after the other is one refusal.
  func refused(_ error: any Error, since mark: Int)

  /// Something is to be said of a record, which was saved nevertheless.
  func warned(of record: any Model, _ warnings: [any Error])

  /// Records are being destroyed, or what depends on some that are is dealt with.
  ///
  /// - Parameters:
  ///   - relation: The relation by which they depend on others; nil for those with which it begins.
  func beginCascade(_ records: [any Model], _ relation: String?, _ effect: Dependent)

  /// What began last is over, with what followed from it.
  func endCascade()
}

extension TransactionRecorder {
  /// Something was refused, by a call that calls no others.
  func refused(_ error: any Error) { refused(error, since: refusalCount) }
}
