/// Builds a value from the parts that a reader finds in order, without recursion.
struct AttributeBuilder {
  /// Why a part cannot be added.
  package enum Failure: Error {
    case tooDeep
    case sameKeyTwice
  }

  private struct Container {
    let isDictionary: Bool
    var elements: [AttributeValue] = []
    var members: [String: AttributeValue] = [:]
    /// The key of the member that comes next.
    var key = ""
  }

  private let depthLimit: Int
  private var open: [Container] = []
  /// The depth and the number of members of the previous dictionary: dictionaries in one array are often alike.
  /// Elsewhere, the room for as many would have no relation to the input.
  private var likely = (depth: 0, count: 0)
  /// The finished value, once no container is open.
  private(set) var result: AttributeValue = .null

  init(depthLimit: Int) { self.depthLimit = depthLimit }

  /// Forgets all parts.
  mutating func removeAll() { open.removeAll() }

  /// The number of open arrays and dictionaries.
  var depth: Int { open.count }

  /// Whether the innermost open container is a dictionary; nil when none is open.
  var isInDictionary: Bool? { open.last?.isDictionary }

  mutating func beginArray(capacity: Int = 0) throws(Failure) {
    var container = Container(isDictionary: false)
    container.elements.reserveCapacity(capacity)
    try begin(container)
  }

  mutating func beginDictionary() throws(Failure) {
    var container = Container(isDictionary: true)
    if open.count == likely.depth { container.members.reserveCapacity(likely.count) }
    try begin(container)
  }

  private mutating func begin(_ container: Container) throws(Failure) {
    guard open.count < depthLimit else { throw .tooDeep }
    open.append(container)
  }

  /// Sets the key of the next value in a dictionary.
  mutating func name(_ key: String) { open[open.count - 1].key = key }

  /// Adds a value to the innermost open container.
  mutating func add(_ value: AttributeValue) throws(Failure) {
    let last = open.count - 1
    if last < 0 {
      result = value
    } else if open[last].isDictionary {
      let key = open[last].key
      guard open[last].members.updateValue(value, forKey: key) == nil else { throw .sameKeyTwice }
    } else {
      open[last].elements.append(value)
    }
  }

  /// Ends the innermost open container.
  ///
  /// - Returns: The array or dictionary, which the caller has to add.
  mutating func end() -> AttributeValue {
    let container = open.removeLast()
    guard container.isDictionary else { return .array(container.elements) }
    likely = (open.count, min(container.members.count, 64))
    return .dictionary(container.members)
  }
}
