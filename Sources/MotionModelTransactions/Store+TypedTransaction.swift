public import MotionModel

/// An error that can also say that a commit was refused, so that a transaction throws nothing else.
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
  /// Makes an error of what stands in the way of a commit: a `StoreError` or what a commit check throws.
  init(refusedCommit error: any Error)
}

extension Store {
  /// Runs `body`, which throws errors of one type, as a transaction that throws errors of this type only.
  ///
  /// - Parameters:
  ///   - metadata: Who makes the commit and why.
  ///   - body: What belongs together.
  /// - Returns: What `body` returned.
  /// - Throws: What `body` throws; what stands in the way of the commit, as ``TransactionFailure/init(refusedCommit:)`` puts it.
  @discardableResult
  public func transaction<Result, Failure: TransactionFailure>(
    metadata: ChangesetMetadata? = nil, _ body: (Transaction) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var failure: Failure?
    do {
      return try inTransaction {
        let transaction = Transaction(in: self)
        if let metadata { transaction.metadata = metadata }
        do throws(Failure) {
          return try body(transaction)
        } catch {
          failure = error
          throw error
        }
      }
    } catch {
      throw failure ?? Failure(refusedCommit: error)
    }
  }
}
