/// A value under construction. It is a class because containers are filled after they were returned.
final class DocumentNode {
  private enum Content {
    case nothing
    case value(AttributeValue)
    case array([DocumentNode])
    case dictionary([String: DocumentNode])
  }

  private var content = Content.nothing
  /// Whether this is the dictionary of the payload of an enum's case, if it has one without a label.
  var isUnlabelledPayload = false
  /// The tag and the value, if the type does not know the tag.
  var unknown: UnknownTag?

  func set(_ value: AttributeValue) {
    content = .value(value)
  }

  func becomeArray() {
    if case .array = content { return }
    content = .array([])
  }

  func becomeDictionary() {
    if case .dictionary = content { return }
    content = .dictionary([:])
  }

  var count: Int {
    if case .array(let nodes) = content { nodes.count } else { 0 }
  }

  func append(_ node: DocumentNode, key: String) {
    switch content {
    case .array(var nodes):
      content = .nothing
      nodes.append(node)
      content = .array(nodes)
    case .dictionary(var nodes):
      content = .nothing
      nodes[key] = node
      content = .dictionary(nodes)
    case .nothing, .value: break
    }
  }

  /// Puts the elements of an array in the order of their values.
  ///
  /// - Parameter width: The number of neighbours that make up one element.
  func sortElements(ofWidth width: Int) {
    guard case .array(let nodes) = content else { return }
    let elements = stride(from: 0, to: nodes.count, by: width).map { start in
      let element = nodes[start..<min(start + width, nodes.count)]
      return (nodes: element, value: element.first?.attribute ?? .null)
    }
    content = .array(elements.sorted { $0.value < $1.value }.flatMap(\.nodes))
  }

  /// The member of a dictionary that has no other.
  var onlyMember: (name: String, node: DocumentNode)? {
    guard case .dictionary(let nodes) = content, nodes.count == 1 else { return nil }
    return nodes.first.map { ($0.key, $0.value) }
  }

  /// The payload of an enum's case, given what the case encodes; nil if it has none.
  var payload: DocumentNode? {
    guard case .dictionary(let nodes) = content else { return self }
    if isUnlabelledPayload { return nodes[DocumentKey.unlabelled.stringValue] }
    return nodes.isEmpty ? nil : self
  }

  /// The finished value; nil if nothing was encoded. A member or an element that encoded nothing is an empty
  /// dictionary.
  var attribute: AttributeValue? {
    switch content {
    case .nothing: nil
    case .value(let value): value
    case .array(let nodes): .array(nodes.map { $0.attribute ?? .dictionary([:]) })
    case .dictionary(let nodes): .dictionary(nodes.mapValues { $0.attribute ?? .dictionary([:]) })
    }
  }
}
