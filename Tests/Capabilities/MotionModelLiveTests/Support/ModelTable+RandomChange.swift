import MotionModel
import MotionModelTestSupport

extension ModelTable {
  /// Deletes a record with the given probability in percent, or else gives all its columns other values.
  func changeRandomly<Indexing>(_ id: Int, deleting percent: Int, using random: inout SplitMix64) throws
  where Record == AllTypesRecord<Indexing> {
    if random.chance(percent) {
      try delete(id)
    } else if var record = find(id) {
      record.randomize(using: &random)
      record.randomizeOptionals(using: &random)
      try save(&record)
    }
  }
}
