import MotionModel
import MotionModelTestSupport
import MotionModelTransactions
import Testing

/// Random trees of transactions must leave a store as they leave a plain value, of which every transaction keeps a whole copy.
@Suite struct TransactionTreeTests {
  @Test(arguments: 0..<10) func `random trees of commit, rollback and throw do what they do to a copied value`(
    part: Int
  ) throws {
    let script = TransactionScript(part: part)
    for tree in 0..<300 {
      script.tree()
      try #require(script.difference == nil, "tree \(tree), part \(part), seed \(TestSeed.current)")
    }
  }
}
