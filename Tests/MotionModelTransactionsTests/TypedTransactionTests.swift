import MotionModel
import MotionModelTestSupport
import MotionModelTransactions
import Testing

enum TransferError: Error, Equatable, TransactionFailure {
  case overdrawn
  case refused(String)

  init(refusedCommit error: any Error) { self = .refused("\(error)") }
}

@Suite(.ownStore) struct TypedTransactionTests {
  private func transfer(_ amount: Int) throws(TransferError) -> Int {
    try Store.current.transaction { transaction throws(TransferError) in
      if amount > 10 { throw .overdrawn }
      if amount < 0 { transaction.rollback() }
      return amount
    }
  }

  @Test func `a transaction throws errors of the type that its body throws`() throws(TransferError) {
    #expect(try transfer(3) == 3)
    #expect(throws: TransferError.overdrawn) { try transfer(11) }
  }

  @Test func `a refused commit becomes an error of that type`() {
    let snapshot = Store.current.snapshot()
    #expect(throws: TransferError.refused("\(StoreError.readOnlyStore)")) { () throws in
      try snapshot.transaction { _ throws(TransferError) in }
    }
    #expect(throws: TransferError.self) { () throws in
      try Store.current.transaction { _ throws(TransferError) in
        // A required parent may be missing during a transaction, but not at its end.
        do { try Card.insert(contentsOf: [Card("lost")]) } catch { throw TransferError.overdrawn }
      }
    }
    #expect(Card.count == 0 && Board.count == 0)
  }

  @Test func `errors of other types pass through untyped`() {
    struct Other: Error, Equatable {}
    func fail() throws(Other) { throw Other() }
    #expect(throws: Other()) { () throws in try Store.current.transaction { try fail() } }
    #expect(throws: Other()) { () throws in try Store.current.transaction { _ in try fail() } }
  }
}
