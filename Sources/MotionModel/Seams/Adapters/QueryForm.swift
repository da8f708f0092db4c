/// The query of a finder as names, types and untyped values, for an adapter that translates it.
///
/// It is made when an adapter needs it: ``RecordQuery/form``. See Decision 41.
package struct QueryForm: Sendable {
  /// A condition on a record.
  package indirect enum Condition: Sendable {
    case constant(Bool)
    case comparison(TableForm.Column, ComparisonOperator, AttributeValue)
    case membership(TableForm.Column, [AttributeValue])
    case isNil(TableForm.Column)
    /// A test of a string with another one.
    case text(TableForm.Column, StringTest.Kind, String, isCaseSensitive: Bool)
    case all([Condition])
    case any([Condition])
    case not(Condition)
    /// Whether there is a related record that meets a condition.
    case exists(Related, Condition)
    /// A comparison of the number of related records that meet a condition.
    case count(Related, Condition, ComparisonOperator, Int)
    /// A test that is not data, in words.
    case code(String)
  }

  /// Related records: those of a model whose column has the value of a column of the record.
  package struct Related: Sendable {
    package let model: any Model.Type
    package let table: TableForm
    /// The column of the record.
    package let column: TableForm.Column
    /// The column of the related records.
    package let relatedColumn: TableForm.Column
    /// What chooses one of the related records, the first; nil when all of them are meant.
    package private(set) var choice: QueryForm?
  }

  /// A key of an order.
  package struct Order: Sendable {
    /// What records are ordered by.
    package enum Key: Sendable {
      case column(TableForm.Column, NilOrder)
      /// The number of related records that meet a condition.
      case count(Related, Condition)
      /// A column of the parent, if it meets a condition; nil without such a parent.
      case parent(Related, Condition, TableForm.Column, NilOrder)
    }

    package let key: Key
    package let direction: OrderDirection
  }

  /// The condition that all records meet.
  package let condition: Condition
  /// The keys of the order: columns of the model or a parent with a known order, and numbers of related records; nil
  /// when there is any other key.
  package let order: [Order]?
  package let isReversed: Bool
  /// The columns whose values are distinct; nil when one of them is not a column whose equality is known.
  package let distinct: [TableForm.Column]?
  /// Whether the records begin behind a cursor.
  package let hasStart: Bool
  package let offset: Int
  package let limit: Int?
  /// How the records are locked; nil if they are not.
  package let lock: RecordLock?

  /// The models of all related records in the condition and the order, in no order, some more than once.
  package var relatedModels: [any Model.Type] {
    (order ?? []).reduce(condition.relatedModels) { models, order in
      switch order.key {
      case .column: models
      case .count(let related, let condition), .parent(let related, let condition, _, _):
        models + related.models + condition.relatedModels
      }
    }
  }

  init(_ query: Query, of layout: TableLayout) {
    condition = Condition(query.predicate, of: layout)
    let order = query.order.map { Order($0, of: layout) }
    self.order = order.contains { $0 == nil } ? nil : order.compactMap(\.self)
    (isReversed, offset, limit, lock) = (query.isReversed, query.offset, query.limit, query.lock)
    let distinct = query.distinctColumns.map { TableForm.Column($0, of: layout) }
    self.distinct = distinct.contains { $0?.isStandard != true } ? nil : distinct.compactMap(\.self)
    hasStart = query.start != nil
  }
}

extension RecordQuery {
  /// The query as names, types and untyped values.
  ///
  /// - Complexity: O(*n*) in the number of conditions and operands.
  package var form: QueryForm { QueryForm(query, of: Record.schema.layout) }
}

extension FinderChain {
  /// The query of the finder as names, types and untyped values.
  package var form: QueryForm { QueryForm(finder.query, of: Record.schema.layout) }
}

extension QueryForm.Order {
  fileprivate init?(_ term: OrderTerm, of layout: TableLayout) {
    if let (counted, direction) = term.computed?.count {
      guard let (related, condition) = counted.form else { return nil }
      self.init(key: .count(related, condition), direction: direction)
      return
    }
    if let (parent, direction, nils) = term.computed?.parent {
      guard let (related, condition, column) = parent.form else { return nil }
      self.init(key: .parent(related, condition, column, nils), direction: direction)
      return
    }
    guard let column = term.column.flatMap({ TableForm.Column($0, of: layout) }), column.isStandard else { return nil }
    self.init(key: .column(column, term.nils), direction: term.direction)
  }
}

extension QueryForm.Related {
  /// Creates the form of a leg; nil if several keys lead to its records, or what chooses one of them is not known.
  fileprivate init?(_ leg: Route.Leg) {
    switch leg {
    case .step(let step): self.init(step)
    case .choice(let choice):
      guard let step = choice.candidates.onlyStep else { return nil }
      self.init(step)
      var query = choice.query()
      if query.limit == 0 || !query.distinctColumns.isEmpty { return nil }
      query.predicate = step.conditions && query.predicate
      self.choice = QueryForm(query, of: step.target)
    }
  }

  /// Creates the form of a key; nil if it is not a column, or leads to a parent of one of several models.
  fileprivate init?(_ step: Route.Step) {
    let (link, target, isToParent) = (step.link, step.target, step.direction == .toParent)
    if isToParent && link.type != nil { return nil }
    let id = TableForm.Column(link.parent, link.parent.idColumn)
    guard let key = TableForm.Column(link.column, of: link.child), key.isStandard, id.isStandard, key.type == id.type
    else { return nil }
    self.init(
      model: target.type, table: TableForm(target), column: isToParent ? key : id,
      relatedColumn: isToParent ? id : key)
  }
}

extension QueryForm.Related {
  /// The model of the records, and the models on which the choice of a record depends.
  fileprivate var models: [any Model.Type] { [model] + (choice?.relatedModels ?? []) }
}

extension CountedRecords {
  /// The key that leads to the records, and the condition on them; nil when several keys lead to them.
  fileprivate var form: (QueryForm.Related, QueryForm.Condition)? {
    guard let step = route.onlyStep, let related = QueryForm.Related(step) else {
      return nil
    }
    return (related, QueryForm.Condition(step.conditions && filter, of: step.target))
  }
}

extension ParentColumn {
  /// The key that leads to the parent, the condition on the parent, and the column; nil when several keys lead to the
  /// parent, or the order of the column is not known.
  fileprivate var form: (QueryForm.Related, QueryForm.Condition, TableForm.Column)? {
    if let step = route.onlyStep, step.direction == .toChildren { return nil }
    guard route.legs.count == 1, let leg = route.legs.first, let related = QueryForm.Related(leg),
      let column = TableForm.Column(column, of: leg.target), column.isStandard
    else { return nil }
    return (related, QueryForm.Condition(leg.conditions, of: leg.target), column)
  }
}

extension QueryForm.Condition {
  fileprivate init(_ node: PredicateNode, of layout: TableLayout) {
    self = Self.known(node, of: layout) ?? .code(node.description)
  }

  /// Returns the form of a condition; nil for one that an adapter cannot know.
  private static func known(_ node: PredicateNode, of layout: TableLayout) -> Self? {
    let column = node.column.flatMap { TableForm.Column($0, of: layout) }
    switch (node, column) {
    case (.constant(let value), _): return .constant(value)
    case (.comparison(let test), let column?):
      guard let operand = test.operand as? any ColumnValue,
        column.isStandard || (test.comparison.isOfEquality && operand.isCase)
      else { return nil }
      return .comparison(column, test.comparison, operand.attribute)
    case (.membership(_, let operands as any ColumnValues), let column?):
      return column.isStandard || operands.areCases ? .membership(column, operands.attributes) : nil
    case (.isNil, let column?): return .isNil(column)
    case (.text(_, let test), let column?) where column.isStandard && column.type == .string: return text(column, test)
    case (.and(let nodes), _): return .all(nodes.map { Self($0, of: layout) })
    case (.or(let nodes), _): return .any(nodes.map { Self($0, of: layout) })
    case (.not(let node), _): return .not(Self(node, of: layout))
    case (.related(let test), _): return exists(test) ?? count(test)
    default: return nil
    }
  }

  /// Returns the form of a test for related records; nil if their key is not a column, or leads to a parent of one of
  /// several models.
  private static func exists(_ test: any RelatedTest) -> Self? {
    guard let test = test as? RelatedCondition, let related = QueryForm.Related(test.leg) else { return nil }
    let target = test.leg.target
    let condition = Self(test.target, of: target)
    // Children whose parents are of several models have to name this one.
    guard case .step(let step) = test.leg, let type = step.link.type else { return .exists(related, condition) }
    return .exists(related, .all([Self(type.condition(), of: target), condition]))
  }

  /// Returns the form of a comparison of the number of related records; nil for other tests, and for records that are
  /// related through others.
  private static func count(_ test: any RelatedTest) -> Self? {
    guard let count = (test as? any CountingTest)?.count, let (related, condition) = count.counted.form else {
      return nil
    }
    return .count(related, condition, count.comparison, count.operand)
  }

  fileprivate var relatedModels: [any Model.Type] {
    switch self {
    case .all(let parts), .any(let parts): parts.flatMap(\.relatedModels)
    case .not(let part): part.relatedModels
    case .exists(let related, let condition), .count(let related, let condition, _, _):
      related.models + condition.relatedModels
    case .constant, .comparison, .membership, .isNil, .text, .code: []
    }
  }

  private static func text(_ column: TableForm.Column, _ test: StringTest) -> Self? {
    guard let form = test.form else {
      // One of a few strings, without regard to case.
      guard let texts = test.caselessStrings, texts.count <= 100 else { return nil }
      return .any(texts.sorted().map { .text(column, .equal, $0, isCaseSensitive: false) })
    }
    return .text(column, form.kind, form.text, isCaseSensitive: form.caseSensitive)
  }
}

extension ColumnValue {
  /// Whether this is a case of an enum, or nil. Cases are equal if their raw values are.
  fileprivate var isCase: Bool {
    guard let value = unwrapped else { return true }
    guard case .enumeration = Unwrapped.columnType else { return false }
    return Mirror(reflecting: value).displayStyle == .enum
  }
}

/// An array of operands.
private protocol ColumnValues {
  var attributes: [AttributeValue] { get }
  var areCases: Bool { get }
}

extension Array: ColumnValues where Element: ColumnValue {
  // NB: A key path of a generic type is made each time.
  fileprivate var attributes: [AttributeValue] { map { $0.attribute } }
  fileprivate var areCases: Bool { allSatisfy(\.isCase) }
}
