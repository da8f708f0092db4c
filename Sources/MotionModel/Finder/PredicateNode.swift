/// What a predicate asks, as data: a planner can read it, and an adapter can translate it.
indirect enum PredicateNode: Sendable {
  case constant(Bool)
  case comparison(ColumnReference, ComparisonOperator, any Sendable)
  /// Membership in an array of the column's type.
  case membership(ColumnReference, any Sendable)
  case isNil(ColumnReference)
  case text(ColumnReference, TextTest)
  /// A test in code, of which no more is known than what to call it.
  case code(String, Kernel)
  /// A test that has to be looked up in other tables first.
  case related(any RelatedTest)
  /// The same, looked up.
  case found(FoundRows)
  case and([PredicateNode])
  case or([PredicateNode])
  case not(PredicateNode)
}

/// A column as a predicate or an order names it.
struct ColumnReference: Sendable {
  /// Its number in the schema; nil for a property that is not declared, which is read all the same.
  let index: Int?
  let name: String
  let operations: ColumnOperations

  /// The declared column of a property.
  init?<Record: Model>(declared keyPath: PartialKeyPath<Record>) {
    let schema = Record.schema
    guard let index = schema.index(of: keyPath) else { return nil }
    self.index = index
    name = schema.columns[index].name
    operations = schema.columns[index].operations
  }

  /// The column of a property, declared or not.
  init<Record: Model, Value: ColumnValue>(_ keyPath: any KeyPath<Record, Value> & Sendable) {
    if let declared = ColumnReference(declared: keyPath) {
      self = declared
    } else {
      index = nil
      name = "\(keyPath)"
      operations = .of(keyPath)
    }
  }
}

extension PredicateNode {
  /// Both of two predicates; what is always true disappears.
  static func && (a: PredicateNode, b: PredicateNode) -> PredicateNode {
    switch (a, b) {
    case (.constant(true), _): b
    case (_, .constant(true)): a
    case (.and(let first), .and(let second)): .and(first + second)
    case (.and(let first), _): .and(first + [b])
    case (_, .and(let second)): .and([a] + second)
    default: .and([a, b])
    }
  }

  /// Either of two predicates.
  static func || (a: PredicateNode, b: PredicateNode) -> PredicateNode {
    if case .or(let first) = a { return .or(first + [b]) }
    return .or([a, b])
  }

  /// The parts that all have to be true.
  var conjuncts: [PredicateNode] { if case .and(let nodes) = self { nodes } else { [self] } }

  /// What it costs to test a row, roughly and relative to the others, so that cheap tests come first.
  private var cost: Int {
    switch self {
    case .constant, .isNil: 0
    case .comparison, .membership: 1
    case .text, .related, .found: 4
    case .code: 16
    case .and(let nodes), .or(let nodes): nodes.reduce(0) { $0 + $1.cost }
    case .not(let node): node.cost
    }
  }

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
      let isNil = column.operations.isNil
      return { base, stride, rows in rows.filter { isNil(base + $0 &* stride) } }
    case .text(let column, let test):
      guard let kernel = column.operations.text?(test.function) else { return { _, _, _ in .none } }
      return kernel
    case .code(_, let kernel):
      return kernel
    case .related(let test):
      return test.resolved(in: Store.current.tables).kernel()
    case .found(let found):
      return found.kernel
    case .and(let nodes):
      return Self.all(of: nodes.sorted { $0.cost < $1.cost }.map { $0.kernel() })
    case .or(let nodes):
      return Self.any(of: nodes.sorted { $0.cost < $1.cost }.map { $0.kernel() })
    case .not(let node):
      let kernel = node.kernel()
      return { base, stride, rows in rows.subtracting(kernel(base, stride, rows)) }
    }
  }

  private static func all(of kernels: [Kernel]) -> Kernel {
    { base, stride, rows in
      var rows = rows
      for kernel in kernels where !rows.isEmpty { rows = kernel(base, stride, rows) }
      return rows
    }
  }

  private static func any(of kernels: [Kernel]) -> Kernel {
    { base, stride, rows in
      var found = RowMask.none
      for kernel in kernels { found = found | kernel(base, stride, rows.subtracting(found)) }
      return found
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
