/// Collects the refusals of a transaction, which then goes on.
package protocol TransactionRecorder: Sendable {
  /// How much was refused so far.
  var refusalCount: Int { get }

  /// Something was refused.
  ///
  /// - Parameter mark: How much had been refused when what threw the error began: an error that passes through one call
  ///   after the other is one refusal.
  func refused(_ error: any Error, since mark: Int)
}

extension TransactionRecorder {
  /// Something was refused, by a call that calls no others.
  func refused(_ error: any Error) { refused(error, since: refusalCount) }
}
