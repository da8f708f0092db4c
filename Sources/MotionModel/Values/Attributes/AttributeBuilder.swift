/// Puts a value together from what a reader meets, one after the other, without recursion.
struct AttributeBuilder {
  /// Why something cannot be added.
  enum Failure: Error {
    case tooDeep
    case sameKeyTwice
  }

  private struct Container {
    let isDictionary: Bool
    var elements: [AttributeValue] = []
    var members: [String: AttributeValue] = [:]
    /// The name of the member that comes next.
    var key = ""
  }

  private let depthLimit: Int
  private var open: [Container] = []
  /// How many members the dictionary before had: those in a list are often alike.
  private var likelyCount = 0
  /// The finished value, once nothing is open any more.
  private(set) var result: AttributeValue = .null

  init(depthLimit: Int) { self.depthLimit = depthLimit }

  /// How many arrays and dictionaries are open.
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
    container.members.reserveCapacity(likelyCount)
    try begin(container)
  }

  private mutating func begin(_ container: Container) throws(Failure) {
    guard open.count < depthLimit else { throw .tooDeep }
    open.append(container)
  }

  /// Names the value that comes next in a dictionary.
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
  /// - Returns: The array or dictionary, which is to be added in turn.
  mutating func end() -> AttributeValue {
    let container = open.removeLast()
    guard container.isDictionary else { return .array(container.elements) }
    likelyCount = min(container.members.count, 64)
    return .dictionary(container.members)
  }
}
