package import MotionModel
import MotionModelTestSupport

/// Inserts random records with columns of every type into a store that follows a database, and then changes each.
///
/// - Parameter write: Has the database write what its argument changes in the store.
/// - Returns: The exact texts of the records that the store should have, from a store that follows nothing.
package func writeEveryType(to store: Store, by write: (() throws -> Void) throws -> Void) throws -> [String] {
  var random = TestSeed.generator()
  let (followed, other) = (store.table(AllTypes.self), Store(notificationCenter: nil))
  let plain = other.table(AllTypes.self)
  try write { try followed.insert(contentsOf: (0..<40).map { AllTypes.random($0, using: &random) }) }
  try plain.insert(contentsOf: followed.all)
  for record in plain.all {
    var changed = record
    if random.chance(50) { changed.randomize(using: &random) } else { changed.randomizeOptionals(using: &random) }
    try plain.save(&changed)
    try write { try followed.save(&changed) }
  }
  return plain.all.map(exactText)
}
