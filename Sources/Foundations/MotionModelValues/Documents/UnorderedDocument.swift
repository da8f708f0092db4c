/// A collection whose equal values may encode their elements in different orders.
///
/// Its elements are sorted, so that equal documents have equal forms: in files, in changesets, and where documents are
/// compared by their form.
protocol UnorderedDocument {
  /// The number of neighbours in the encoded array that make up one element.
  static var width: Int { get }
}

extension Set: UnorderedDocument {
  static var width: Int { 1 }
}

/// A dictionary whose keys are neither strings nor numbers is encoded as an array of keys, each followed by its value.
extension Dictionary: UnorderedDocument {
  static var width: Int { 2 }
}
