/// Visits a value and the values in it, in order and without recursion: deep nesting does not use up the stack.
///
/// ```swift
/// var walk = AttributeWalk(value)
/// while let step = walk.next() {
///   if case .value(let value) = step { walk.enter(value) }
/// }
/// ```
struct AttributeWalk {
  enum Step {
    /// A value; its contents follow if it is entered.
    case value(AttributeValue)
    /// The index of the array element that comes next.
    case element(Int)
    /// The name of the dictionary member that comes next, and its index in the order of names.
    case member(String, Int)
    /// The end of the array or dictionary that was entered last.
    case end(isDictionary: Bool)
  }

  private struct Container {
    let values: [AttributeValue]
    /// The names of the values, in order; nil for an array.
    let names: [String]?
    var index = 0
  }

  private var open: [Container] = []
  private var pending: AttributeValue?

  init(_ value: AttributeValue) { pending = value }

  /// The number of arrays and dictionaries that are entered.
  var depth: Int { open.count }

  /// Makes the contents of an array or dictionary come next. It does nothing for other values.
  mutating func enter(_ value: AttributeValue) {
    switch value {
    case .array(let values): open.append(Container(values: values, names: nil))
    case .dictionary(let members):
      let sorted = members.sorted { $0.key < $1.key }
      open.append(Container(values: sorted.map(\.value), names: sorted.map(\.key)))
    default: return
    }
  }

  mutating func next() -> Step? {
    if let value = pending {
      pending = nil
      return .value(value)
    }
    guard let last = open.indices.last else { return nil }
    let index = open[last].index
    guard index < open[last].values.count else {
      return .end(isDictionary: open.removeLast().names != nil)
    }
    pending = open[last].values[index]
    open[last].index += 1
    return open[last].names.map { .member($0[index], index) } ?? .element(index)
  }
}

extension AttributeValue {
  /// The greatest depth of nested arrays and dictionaries where values are read or written: in JSON, property
  /// lists, documents, files and changesets.
  ///
  /// Foundation's decoders stop at 512, of which a changeset needs a few for itself.
  package static let depthLimit = 500

  /// Returns whether arrays and dictionaries in this value, including itself, are nested deeper than a limit.
  package func isNested(deeperThan limit: Int) -> Bool {
    guard hasParts else { return false }
    var walk = AttributeWalk(self)
    while let step = walk.next() {
      guard case .value(let value) = step, value.hasParts else { continue }
      if walk.depth >= limit { return true }
      walk.enter(value)
    }
    return false
  }

  /// Whether this is an array or a dictionary.
  package var hasParts: Bool {
    switch self {
    case .array, .dictionary: true
    default: false
    }
  }

  var isDictionary: Bool { if case .dictionary = self { true } else { false } }

  /// The words of an error for a value that is nested too deep.
  package static var tooDeep: String { "nested more than \(depthLimit) deep" }
}
