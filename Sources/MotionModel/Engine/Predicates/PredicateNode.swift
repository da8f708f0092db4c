import Synchronization

/// A predicate as data: a planner can read it, and an adapter can translate it.
///
/// Every case is one word, so that copying a node costs one reference count. A case that holds more is indirect, and
/// no other is, because each indirect case costs an allocation.
enum PredicateNode: Sendable {
  case constant(Bool)
  case comparison(ComparisonTest)
  /// Membership in an array of the column's type.
  indirect case membership(ColumnReference, any Sendable)
  case isNil(ColumnReference)
  indirect case text(ColumnReference, StringTest)
  /// Whether an array contains an element.
  indirect case element(ColumnReference, ElementTest)
  /// A test of another module.
  indirect case foreign(any RowTest)
  /// A test in code, of which only the name is known.
  case code(CodeTest)
  /// A test that has to be resolved from other tables first.
  indirect case related(any RelatedTest)
  /// A resolved test.
  indirect case found(FoundRows)
  case and(PredicateGroup)
  case or(PredicateGroup)
  /// A negation. Its node is never itself a negation.
  indirect case not(PredicateNode)
}

/// The comparison of a column with a value. A class, so that a part of it is read without a copy.
final class ComparisonTest: Sendable {
  let column: ColumnReference
  let comparison: ComparisonOperator
  let operand: any Sendable
  /// The hash of the operand, once it is known; 0 before.
  private let knownHash = Atomic<UInt64>(0)

  fileprivate init(_ column: ColumnReference, _ comparison: ComparisonOperator, _ operand: any Sendable) {
    (self.column, self.comparison, self.operand) = (column, comparison, operand)
  }

  /// The hash of the operand in an index; nil for one that equals nothing. It is computed once for a kept finder.
  var hash: UInt64? {
    let known = knownHash.load(ordering: .relaxed)
    if known != 0 { return known }
    let hash = column.operations.operandHash(operand)
    if let hash, column.operations.isStable { knownHash.store(hash, ordering: .relaxed) }
    return hash
  }

  /// The test of the column's sort keys; nil if there is none.
  var key: KeyTest? { KeyTest(comparison, operand, column.operations) }
}

/// A test in code. A class, because its identity distinguishes it, unless its content is known.
final class CodeTest: Sendable {
  let name: String
  let kernel: Kernel
  /// What the test computes, if that is known: tests of equal content have equal results, and none calls the program.
  let content: TestContent?
  /// Whether the result certainly depends on stored columns of the row alone.
  let isOfStoredColumns: Bool
  /// Returns the value that is tested, for people; nil when it is not one value.
  let value: (@Sendable (Row) -> AttributeValue)?

  init(
    _ name: String, isOfStoredColumns: Bool = false, value: (@Sendable (Row) -> AttributeValue)? = nil,
    _ kernel: @escaping Kernel
  ) {
    (self.name, self.isOfStoredColumns, self.value, self.kernel) = (name, isOfStoredColumns, value, kernel)
    content = nil
  }

  /// Creates a test of stored columns whose content is known.
  init(_ name: String, _ content: TestContent, _ kernel: @escaping Kernel) {
    (self.name, isOfStoredColumns, value, self.kernel, self.content) = (name, true, nil, kernel, content)
  }

  func isSame(as other: CodeTest) -> Bool { self === other || content != nil && content == other.content }
}

/// What distinguishes a test that was compiled from an expression: the expression's type, its words, and its parts.
struct TestContent: Hashable, @unchecked Sendable {
  let type: ObjectIdentifier
  let name: String
  /// The key paths and constants in order of appearance; nil if one cannot be compared, so that no content equals it.
  /// They come from a predicate that is Sendable.
  let parts: [AnyHashable]?

  static func == (a: TestContent, b: TestContent) -> Bool {
    a.parts != nil && a.type == b.type && a.name == b.name && a.parts == b.parts
  }
}

extension PredicateNode {
  /// Creates the comparison of a column with a value.
  static func comparison(
    _ column: ColumnReference, _ comparison: ComparisonOperator, _ operand: any Sendable
  ) -> PredicateNode {
    .comparison(ComparisonTest(column, comparison, operand))
  }

  /// Creates a test in code.
  static func code(_ name: String, _ kernel: @escaping Kernel) -> PredicateNode { .code(CodeTest(name, kernel)) }

  /// Whether the predicate depends on nothing but the record, so that it can be the condition of an index.
  var isIndexable: Bool {
    leaves.allSatisfy { leaf in
      switch leaf {
      case .related, .found: false
      default: true
      }
    }
  }

  /// Whether testing a record may run code of the program's, such as a closure or a computed property.
  var hasCode: Bool {
    switch self {
    case .constant, .found: false
    case .comparison, .membership, .isNil, .text, .element: column?.operations.bytes == nil
    case .foreign(let test): test.hasCode
    case .code(let test): test.content == nil
    case .related: true
    case .and(let nodes), .or(let nodes): nodes.contains(where: \.hasCode)
    case .not(let node): node.hasCode
    }
  }

  /// Whether the predicate certainly has the same result for a record until the record is written; see
  /// ``ColumnOperations/isStable``.
  var isStable: Bool {
    leaves.allSatisfy { leaf in
      switch leaf {
      case .constant: true
      case .foreign(let test): test.isStable
      default: leaf.column?.operations.isStable ?? false
      }
    }
  }

  /// Whether the predicate certainly has the same result for every record as another.
  ///
  /// - Parameter copies: Whether code is the same as a copy of itself. By default it is the same as no other, because
  ///   its result may change from one call to the next.
  func isSame(as other: PredicateNode, countingCopies copies: Bool = false) -> Bool {
    switch (self, other) {
    case (.constant(let value), .constant(let otherValue)): value == otherValue
    case (.isNil(let column), .isNil(let otherColumn)): column.isSame(as: otherColumn)
    case (.comparison(let test), .comparison(let other)):
      test.column.isSame(as: other.column) && test.comparison == other.comparison
        && Self.isSame(test.operand, other.operand)
    case (.membership(let column, let values), .membership(let otherColumn, let otherValues)):
      column.isSame(as: otherColumn) && Self.isSame(values, otherValues)
    case (.text(let column, let test), .text(let otherColumn, let otherTest)):
      column.isSame(as: otherColumn) && test.isSame(as: otherTest, countingCopies: copies)
    case (.element(let column, let test), .element(let otherColumn, let otherTest)):
      copies && column.isSame(as: otherColumn) && test.hash == otherTest.hash
        && test.description == otherTest.description
    case (.foreign(let test), .foreign(let otherTest)): test.isSame(as: otherTest)
    case (.code(let test), .code(let otherTest)): copies && test.isSame(as: otherTest)
    case (.related(let test), .related(let otherTest)): copies && test.isEqual(to: otherTest)
    case (.not(let node), .not(let otherNode)): node.isSame(as: otherNode, countingCopies: copies)
    case (.and(let nodes), .and(let others)), (.or(let nodes), .or(let others)):
      nodes.elementsEqual(others) { $0.isSame(as: $1, countingCopies: copies) }
    default: false
    }
  }

  private static func isSame(_ value: any Sendable, _ other: any Sendable) -> Bool {
    guard let value = value as? any Hashable, let other = other as? any Hashable else { return false }
    return AnyHashable(value) == AnyHashable(other)
  }

  /// The cost of testing a row, roughly and relative to other predicates, so that cheap tests come first.
  var cost: Int {
    switch self {
    case .constant: 0
    case .isNil: 1
    case .comparison(let test): test.column.operations.columnType.cost
    case .membership(let column, _): 4 * column.operations.columnType.cost
    case .text(_, let test): test.cost
    case .element, .related, .found: 32
    case .foreign(let test): test.cost
    case .code(let test): test.content == nil ? 256 : 64
    case .and(let nodes), .or(let nodes): nodes.reduce(0) { $0 + $1.cost }
    case .not(let node): node.cost
    }
  }

  var isAlwaysTrue: Bool { if case .constant(true) = self { true } else { false } }

  /// Compiles the predicate to a test of many rows at once.
  ///
  /// - Parameter scan: The scan for which it is compiled, whose pages it then reads; nil for a test of any rows.
  func kernel(in scan: PageScan? = nil) -> Kernel {
    switch self {
    case .constant(let value):
      return { _, _, rows in value ? rows : .none }
    case .comparison(let test):
      let kernel = test.column.operations.comparison(test.comparison, test.operand)
      guard let scan else { return kernel }
      return scan.kernel(kernel, of: test.column.operations, test.key) { $0.comparison(test.comparison, test.operand) }
    case .membership(let column, let values):
      let kernel = column.operations.membership(values)
      return scan?.kernel(kernel, of: column.operations) { $0.membership(values) } ?? kernel
    case .isNil(let column):
      let kernel = column.operations.missing
      return scan?.kernel(kernel, of: column.operations) { $0.missing } ?? kernel
    case .text(let column, let test):
      guard let kernel = column.operations.text?(test) else { return { _, _, _ in .none } }
      // Pages of texts have no masks.
      return scan?.kernel(kernel, of: column.operations) { _ in kernel } ?? kernel
    case .element(_, let test):
      return test.kernel
    case .foreign(let test):
      return test.kernel
    case .code(let test):
      return test.kernel
    case .related(let test):
      preconditionFailure("\(test) is not resolved")
    case .found(let found):
      return found.kernel
    case .and(let nodes):
      return Self.kernel(ofAll: nodes.nodes, in: scan)
    case .or(let nodes):
      return anyKernel(of: nodes.sorted { $0.cost < $1.cost }.map { $0.kernel(in: scan) })
    case .not(let node):
      let kernel = node.kernel(in: scan)
      return { base, stride, rows in rows.subtracting(kernel(base, stride, rows)) }
    }
  }
}

extension ColumnType {
  /// The cost of comparing a value, relative to comparing a number.
  fileprivate var cost: Int {
    switch self {
    case .bool, .int, .uint, .double, .float, .date, .uuid: 1
    case .optional(let type), .enumeration(_, let type, _): type.cost
    case .string: 4
    case .decimal, .url, .data, .array, .dictionary, .document, .custom: 16
    }
  }
}

extension PredicateNode: CustomStringConvertible {
  /// The predicate as in source code: `priority > 2 && assignedTo == "bob"`.
  var description: String {
    switch self {
    case .constant(let value): "\(value)"
    case .comparison(let test): "\(test.column.name) \(test.comparison.rawValue) \(Self.text(test.operand))"
    case .membership(let column, let values): "\(column.name) in \(Self.text(values))"
    case .isNil(let column): "\(column.name) == nil"
    case .text(let column, let test): "\(column.name) \(test)"
    case .element(let column, let test): "\(column.name) \(test)"
    case .foreign(let test): test.description
    case .code(let test): test.name
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
