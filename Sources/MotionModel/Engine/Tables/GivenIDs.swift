/// The ids that an adapter gives to new records.
package enum GivenIDs: Sendable {
  /// These numbers, which are given to nobody else.
  case numbers([Int])
  /// Numbers above this one.
  case above(Int)
}
