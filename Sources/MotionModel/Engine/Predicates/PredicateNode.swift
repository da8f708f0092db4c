/// What a predicate asks, as data: a planner can read it, and an adapter can translate it.
///
/// Every case is one word, so that a node is handed on at the cost of one reference count: a case that holds more is indirect,
/// and no other is, since each indirect one costs an allocation.
enum PredicateNode: Sendable {
  case constant(Bool)
  indirect case comparison(ColumnReference, ComparisonOperator, any Sendable)
  /// Membership in an array of the column's type.
  indirect case membership(ColumnReference, any Sendable)
  case isNil(ColumnReference)
  indirect case text(ColumnReference, TextTest)
  /// Whether an array has an element in it.
  indirect case element(ColumnReference, ElementTest)
  /// A test in code, of which no more is known than what to call it.
  indirect case code(String, Kernel)
  /// A test that has to be looked up in other tables first.
  indirect case related(any RelatedTest)
  /// The same, looked up.
  indirect case found(FoundRows)
  case and(PredicateGroup)
  case or(PredicateGroup)
  /// What is not true; never itself a negation.
  indirect case not(PredicateNode)
}

extension PredicateNode {
  /// Whether it asks for nothing but the record, so that an index can be of the records that meet it.
  var isIndexable: Bool {
    switch self {
    case .related, .found: false
    case .and(let nodes), .or(let nodes): nodes.allSatisfy(\.isIndexable)
    case .not(let node): node.isIndexable
    default: true
    }
  }

  /// Whether it is sure to say the same of a record until that is written; see ``ColumnOperations/isSteady``.
  var isSteady: Bool {
    switch self {
    case .constant: true
    case .comparison(let column, _, _), .membership(let column, _), .isNil(let column), .text(let column, _),
      .element(let column, _):
      column.operations.isSteady
    case .code, .related, .found: false
    case .and(let nodes), .or(let nodes): nodes.allSatisfy(\.isSteady)
    case .not(let node): node.isSteady
    }
  }

  /// Whether it is sure to say the same of every record as another; code is never known to.
  func isSame(as other: PredicateNode) -> Bool {
    switch (self, other) {
    case (.constant(let value), .constant(let otherValue)): value == otherValue
    case (.isNil(let column), .isNil(let otherColumn)): column.isSame(as: otherColumn)
    case (
      .comparison(let column, let comparison, let value),
      .comparison(let otherColumn, let otherComparison, let otherValue)
    ):
      column.isSame(as: otherColumn) && comparison == otherComparison && Self.isSame(value, otherValue)
    case (.membership(let column, let values), .membership(let otherColumn, let otherValues)):
      column.isSame(as: otherColumn) && Self.isSame(values, otherValues)
    case (.text(let column, let test), .text(let otherColumn, let otherTest)):
      column.isSame(as: otherColumn) && test.isSame(as: otherTest)
    case (.not(let node), .not(let otherNode)): node.isSame(as: otherNode)
    case (.and(let nodes), .and(let others)), (.or(let nodes), .or(let others)):
      nodes.count == others.count && zip(nodes, others).allSatisfy { $0.isSame(as: $1) }
    default: false
    }
  }

  private static func isSame(_ value: any Sendable, _ other: any Sendable) -> Bool {
    guard let value = value as? any Hashable, let other = other as? any Hashable else { return false }
    return AnyHashable(value) == AnyHashable(other)
  }

  /// What it costs to test a row, roughly and relative to the others, so that cheap tests come first.
  var cost: Int {
    switch self {
    case .constant: 0
    case .isNil: 1
    case .comparison(let column, _, _): column.operations.columnType.cost
    case .membership(let column, _): 4 * column.operations.columnType.cost
    case .text(_, let test): test.cost
    case .element, .related, .found: 32
    case .code: 256
    case .and(let nodes), .or(let nodes): nodes.reduce(0) { $0 + $1.cost }
    case .not(let node): node.cost
    }
  }

  /// What it takes to test a row, where 1 is one comparison.
  static func effort(of nodes: [PredicateNode]) -> Double { Double(max(1, nodes.reduce(0) { $0 + $1.cost })) }

  var isAlwaysTrue: Bool { if case .constant(true) = self { true } else { false } }

  /// Compiles the predicate to one test of many rows.
  func kernel() -> Kernel {
    switch self {
    case .constant(let value):
      return { _, _, rows in value ? rows : .none }
    case .comparison(let column, let comparison, let operand):
      return column.operations.comparison(comparison, operand)
    case .membership(let column, let values):
      return column.operations.membership(values)
    case .isNil(let column):
      return column.operations.missing
    case .text(let column, let test):
      guard let kernel = column.operations.text?(test) else { return { _, _, _ in .none } }
      return kernel
    case .element(_, let test):
      return test.kernel
    case .code(_, let kernel):
      return kernel
    case .related(let test):
      preconditionFailure("\(test) is not resolved")
    case .found(let found):
      return found.kernel
    case .and(let nodes):
      return Self.kernel(ofAll: nodes.nodes)
    case .or(let nodes):
      return anyKernel(of: nodes.sorted { $0.cost < $1.cost }.map { $0.kernel() })
    case .not(let node):
      let kernel = node.kernel()
      return { base, stride, rows in rows.subtracting(kernel(base, stride, rows)) }
    }
  }
}

extension ColumnType {
  /// What it costs to compare a value, beside comparing a number.
  fileprivate var cost: Int {
    switch self {
    case .bool, .int, .uint, .double, .float, .date, .uuid: 1
    case .optional(let type), .enumeration(_, let type, _): type.cost
    case .string: 4
    default: 16
    }
  }
}

extension PredicateNode: CustomStringConvertible {
  /// The predicate as one would write it: `priority > 2 && assignedTo == "bob"`.
  var description: String {
    switch self {
    case .constant(let value): "\(value)"
    case .comparison(let column, let comparison, let operand):
      "\(column.name) \(comparison.rawValue) \(Self.text(operand))"
    case .membership(let column, let values): "\(column.name) in \(Self.text(values))"
    case .isNil(let column): "\(column.name) == nil"
    case .text(let column, let test): "\(column.name) \(test)"
    case .element(let column, let test): "\(column.name) \(test)"
    case .code(let name, _): name
    case .related(let test): test.description
    case .found(let found): found.description
    case .and(let nodes): nodes.map(\.grouped).joined(separator: " && ")
    case .or(let nodes): nodes.map(\.grouped).joined(separator: " || ")
    case .not(let node): "!(\(node))"
    }
  }

  private var grouped: String {
    switch self {
    case .and, .or: "(\(self))"
    default: "\(self)"
    }
  }

  private static func text(_ operand: any Sendable) -> String {
    guard let value = operand as? any ColumnValue else { return "\(operand)" }
    return value.attribute.nestedDescription
  }
}
