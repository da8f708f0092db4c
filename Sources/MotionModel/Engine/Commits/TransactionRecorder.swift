/// Collects the errors of a transaction that continues after them.
@usableFromInline package protocol TransactionRecorder: Sendable {
  /// How many errors were recorded so far.
  var refusalCount: Int { get }

  /// Records an error.
  ///
  /// - Parameter mark: The ``refusalCount`` when the call that threw the error began. An error that passes through
  ///   several nested calls is recorded once.
  func refused(_ error: any Error, since mark: Int)
}

extension TransactionRecorder {
  /// Records an error of a call that makes no nested calls.
  func refused(_ error: any Error) { refused(error, since: refusalCount) }
}
