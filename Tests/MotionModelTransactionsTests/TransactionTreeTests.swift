import MotionModel
import MotionModelTestSupport
import MotionModelTransactions
import Testing

/// Random trees of transactions must have the same effect on a store as on a plain value, which every transaction
/// copies.
@Suite struct TransactionTreeTests {
  @Test(arguments: 0..<10) func `random trees of commit, rollback and throw have the same effect as on a copied value`(
    part: Int
  ) throws {
    let script = TransactionScript(part: part)
    for tree in 0..<shortened(300) {
      script.tree()
      try #require(script.difference == nil, "tree \(tree), part \(part), seed \(TestSeed.current)")
    }
  }
}
