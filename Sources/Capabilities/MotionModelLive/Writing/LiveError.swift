public import MotionModel

/// An error of writing through a live result. The store is unchanged.
@nonexhaustive
public enum LiveError: DescribedError, Hashable {
  /// There is no record at an index, because the live result has only so many.
  case noRecord(model: String, index: Int, count: Int)
  /// There is no record at a place of a live list with sections.
  case noRecordInSection(model: String, place: LivePlace)
  /// A live record has no value, because it is not in the store.
  case noValue(model: String)
  /// An appended record does not meet the conditions of the live result's finder, so it would not be shown.
  case notSelected(model: String)
  /// A record cannot be given the key of a section, because the key is a property that cannot be assigned.
  case computedKey(model: String, key: String)
}

extension LiveError {
  /// One sentence that says what was refused, and why.
  public var description: String {
    switch self {
    case .noRecord(let model, let index, let count):
      "There is no \(model) at index \(index) of the live result, because it has \(count): read its elements again."
    case .noRecordInSection(let model, let place):
      "There is no \(model) at index \(place.index) of section \(place.section) of the live list: read its sections again."
    case .noValue(let model):
      "The live \(model) cannot be changed, because it is not in the store: insert it first."
    case .notSelected(let model):
      """
      The \(model) cannot be appended, because it does not meet the conditions of the live result: give it the values that \
      they require, or save it to its table.
      """
    case .computedKey(let model, let key):
      "The \(model) cannot be given the key of a section, because \(key) cannot be assigned: append it with values that make the key."
    }
  }
}
