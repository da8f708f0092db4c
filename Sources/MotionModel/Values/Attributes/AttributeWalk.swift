/// Goes through a value and the values in it, in order, without recursion: the stack stays as it is, however deep they are nested.
///
/// ```swift
/// var walk = AttributeWalk(value)
/// while let step = walk.next() {
///   if case .value(let value) = step { walk.enter(value) }
/// }
/// ```
struct AttributeWalk {
  enum Step {
    /// A value; what is in it follows if it is entered.
    case value(AttributeValue)
    /// An element of an array comes next; its index.
    case element(Int)
    /// A member of a dictionary comes next; its name, and its index in the order of names.
    case member(String, Int)
    /// The array or dictionary entered last is over.
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

  /// How many arrays and dictionaries are entered.
  var depth: Int { open.count }

  /// Has what is in an array or dictionary, just met, come next; other values have nothing in them.
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
  /// How deep arrays and dictionaries may stand in each other where values come in or go out: in JSON, property lists,
  /// documents, files and changesets, the same for writing and reading.
  ///
  /// Foundation's decoders end at 512, of which a changeset needs a few for itself.
  static let depthLimit = 500

  /// Whether arrays and dictionaries in this value, with itself, are nested more than so many deep.
  func isNested(deeperThan limit: Int) -> Bool {
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
  var hasParts: Bool {
    switch self {
    case .array, .dictionary: true
    default: false
    }
  }

  var isDictionary: Bool { if case .dictionary = self { true } else { false } }

  /// What an error says was found in place of a value that is not nested too deep.
  static var tooDeep: String { "nested more than \(depthLimit) deep" }
}
