public import MotionModel

/// An error type that can represent a refused commit, so that a transaction throws errors of this type only.
///
/// ```swift
/// enum TransferError: Error, TransactionFailure {
///   case overdrawn
///   case refused(any Error)
///
///   init(refusedCommit error: any Error) { self = .refused(error) }
/// }
///
/// func transfer() throws(TransferError) {
///   try store.transaction { _ throws(TransferError) in … }
/// }
/// ```
public protocol TransactionFailure: Error {
  /// Creates an error from the one that refused a commit: a `StoreError`, or the error of a commit check.
  init(refusedCommit error: any Error)
}

extension Store {
  /// Runs `body`, which throws errors of one type, as a transaction that throws errors of this type only.
  ///
  /// - Parameters:
  ///   - metadata: Who makes the commit and why.
  ///   - body: The writes that belong together.
  /// - Returns: What `body` returned.
  /// - Throws: What `body` throws, and the error of a refused commit, converted by
  ///   ``TransactionFailure/init(refusedCommit:)``.
  @discardableResult
  public func transaction<Result, Failure: TransactionFailure>(
    metadata: Changeset.Metadata? = nil, _ body: (Store.Transaction) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var failure: Failure?
    do {
      return try retrying(0) {
        try inSavepoint { savepoint in
          let transaction = Store.Transaction(savepoint)
          if let metadata { transaction.metadata = metadata }
          do throws(Failure) {
            return try body(transaction)
          } catch {
            failure = error
            throw error
          }
        }
      }
    } catch {
      throw failure ?? Failure(refusedCommit: error)
    }
  }
}
