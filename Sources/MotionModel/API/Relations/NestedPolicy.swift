/// Which attributes of related records their owner accepts; see
/// ``Relation/acceptingAttributes(rejecting:rejectingBlank:allowingRemoval:limit:updateOnly:)``.
struct NestedPolicy: Sendable {
  var rejects: @Sendable ([String: AttributeValue]) -> Bool = { _ in false }
  var rejectsBlank = false
  var allowsRemoval = false
  var limit: Int? = 1_000
  var updatesOnly = false

  /// Whether the attributes of a record are left out.
  func leavesOut(_ attributes: [String: AttributeValue]) -> Bool {
    rejects(attributes) || rejectsBlank && attributes.allSatisfy { $0.key == "_destroy" || $0.value.isBlank }
  }
}

extension AttributeValue {
  /// The values in the order of their keys, if this is a dictionary of dictionaries whose keys are numbers, as forms
  /// send lists: `todos[0][name]`. Nil otherwise.
  var numberedDictionaries: [AttributeValue]? {
    guard case .dictionary(let values) = self else { return nil }
    var numbered: [(Int, AttributeValue)] = []
    for (key, value) in values {
      guard let number = Int(key), case .dictionary = value else { return nil }
      numbered.append((number, value))
    }
    return numbered.sorted { $0.0 < $1.0 }.map(\.1)
  }
}
