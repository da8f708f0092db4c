import Foundation
import MotionModel

/// A finder, and the records that it must find.
struct ScopedRecords<Record: WorldModel> {
  var finder: Finder<Record>
  var records: [Record]
  var swift: String
}

extension World {
  /// Returns the finder of a scope, and the records that a search through arrays finds.
  func scoped<Record: WorldModel>(_ model: Record.Type, _ scope: Scope) -> ScopedRecords<Record> {
    var found = conditioned(model, scope)
    if scope.isUnscoped {
      found.finder = found.finder.unscoped()
      found.swift += ".unscoped()"
    }
    order(&found, by: scope.orders)
    if scope.isReversed {
      found.finder = found.finder.reversed()
      found.records.reverse()
      found.swift += ".reversed()"
    }
    if let number = scope.distinct { makeDistinct(&found, number) }
    if scope.offset > 0 || scope.limit != nil {
      found.finder = found.finder.offset(scope.offset).limit(scope.limit ?? .max)
      found.records = Array(found.records.dropFirst(scope.offset).prefix(scope.limit ?? .max))
      found.swift += ".offset(\(scope.offset)).limit(\(scope.limit ?? .max))"
    }
    return found
  }

  func ask<Record: WorldModel>(_ model: Record.Type, _ question: Question) throws {
    let found = scoped(model, question.scope)
    try askRecords(found)
    try askOne(found)
    try askExample(model)
    switch question.answer {
    case .records: break
    case .pages(let size): try askPages(found, model, question.scope, size)
    case .find(let field, let value): try askFind(model, question.scope, field, value)
    case .summary(let number): try askSummary(found, number)
    case .ranked(let search, let limit): try askRanked(model, question.scope, search, limit)
    }
  }

  // MARK: - Answers

  private func askRecords<Record: WorldModel>(_ found: ScopedRecords<Record>) throws {
    print("_ = \(found.swift).ids")
    let (finder, expected) = (found.finder, found.records.map(\.id))
    try expect("answer", finder.ids, expected, found)
    try expect("count", finder.count, expected.count, found)
    try expect("isEmpty", finder.isEmpty, expected.isEmpty, found)
    try expect("first", finder.first?.id, expected.first, found)
    try expect("last", finder.last?.id, expected.last, found)
    for record in current.naive[keyPath: Record.rows].records.prefix(3) {
      let explanation = finder.explain(record)
      try expect("explanation of \(record.id)", explanation.isFound, expected.contains(record.id), found)
    }
  }

  /// Finds the records that have the values of the last one, besides those that the store gives it.
  private func askExample<Record: WorldModel>(_ model: Record.Type) throws {
    let records = current.naive[keyPath: Record.rows].records
    guard let sample = records.last else { return }
    print("_ = \(Record.name).where(.like(\(sample.swift))).ids")
    let (wanted, fresh) = (sample.attributes, Record().attributes)
    let given = wanted.filter { name, value in
      !["id", "createdAt", "updatedAt", "lock"].contains(name) && fresh[name].map { !value.isSame(as: $0) } ?? true
    }
    let expected = records.filter { record in
      let attributes = record.attributes
      return record.isInScope && given.allSatisfy { name, value in attributes[name] == value }
    }
    let ids = Record.where(.like(sample)).ids
    if ids != expected.map(\.id) {
      throw Difference("\(Record.name) by example", "\(ids), expected \(expected.map(\.id)): \(sample.text)")
    }
  }

  /// Reads all pages, which leave the window of the finder out.
  private func askPages<Record: WorldModel>(
    _ windowed: ScopedRecords<Record>, _ model: Record.Type, _ scope: Scope, _ size: Int
  ) throws {
    var whole = scope
    (whole.offset, whole.limit) = (0, nil)
    let found = scoped(model, whole)
    print("_ = \(windowed.swift).page(size: \(size))")
    var (ids, page) = ([Record.ID](), windowed.finder.page(size: size))
    while true {
      ids += page.records.map(\.id)
      guard let next = page.next else { break }
      try expect("size of a page", page.records.count, max(1, size), found)
      if ids.count > found.records.count { break }
      let decoded = try JSONDecoder().decode(PageCursor<Record>.self, from: JSONEncoder().encode(next))
      page = windowed.finder.page(after: decoded, size: size)
    }
    try expect("pages", ids, found.records.map(\.id), found)
  }

  /// Finds one record by a column, among the records of the finder without its window.
  private func askFind<Record: WorldModel>(
    _ model: Record.Type, _ scope: Scope, _ number: Int, _ value: Int
  ) throws {
    var whole = scope
    (whole.distinct, whole.offset, whole.limit) = (nil, 0, nil)
    let found = scoped(model, whole)
    let field = Record.fields[number % Record.fields.count]
    guard let ordered = field.ordered else { return }
    let condition = field.condition(.equal, value, current.naive)
    print("_ = \(found.swift).find(by: \\.\(field.name), …)  // \(condition.swift)")
    let expected = found.records.first(where: condition.test)?.id
    try expect("find by \(field.name)", ordered.find(found.finder, value, current.naive)?.id, expected, found)
  }

  private func askSummary<Record: WorldModel>(_ found: ScopedRecords<Record>, _ number: Int) throws {
    if Record.summaries.isEmpty { return }
    let summary = Record.summaries[number % Record.summaries.count]
    print("_ = \(found.swift).\(summary.swift)")
    if let difference = summary.difference(found.finder, found.records) {
      throw Difference("\(Record.name) \(summary.swift)", "\(difference): \(found.swift)")
    }
  }

  func expect<Record: WorldModel, Value: Equatable>(
    _ rule: String, _ value: Value, _ expected: Value, _ found: ScopedRecords<Record>
  ) throws(Difference) {
    if value != expected {
      throw Difference("\(Record.name) \(rule)", "\(value), expected \(expected): \(found.swift)")
    }
  }

  // MARK: - Conditions

  private func conditioned<Record: WorldModel>(_ model: Record.Type, _ scope: Scope) -> ScopedRecords<Record> {
    let all = current.naive[keyPath: Record.rows].records.filter { scope.isUnscoped || $0.isInScope }
    let whole = condition(model, scope.plan)
    if scope.isChained, let chain = chained(model, scope.plan) {
      return ScopedRecords(finder: chain.finder, records: all.filter(whole.test), swift: chain.swift)
    }
    return ScopedRecords(
      finder: Record.where(whole.predicate), records: all.filter(whole.test),
      swift: "\(Record.name).where { \(whole.swift) }")
  }

  /// Returns a finder to which the conditions are added one by one; nil where they are not several.
  private func chained<Record: WorldModel>(
    _ model: Record.Type, _ plan: Plan
  ) -> (finder: Finder<Record>, swift: String)? {
    switch plan {
    case .all(let plans) where !plans.isEmpty:
      return chain(plans.map { condition(model, $0) }, "and") { $0.and($1) }
    case .any(let plans) where !plans.isEmpty:
      return chain(plans.map { condition(model, $0) }, "or") { $0.or($1) }
    case .not(let plan):
      let condition = condition(model, plan)
      return (Record.where(condition.predicate).not(), "\(Record.name).where { \(condition.swift) }.not()")
    default: return nil
    }
  }

  private func chain<Record: WorldModel>(
    _ conditions: [Condition<Record>], _ word: String,
    _ add: (Finder<Record>, Finder<Record>) -> Finder<Record>
  ) -> (finder: Finder<Record>, swift: String) {
    let finders = conditions.map { Record.where($0.predicate) }
    let swift = conditions.dropFirst().map { ".\(word)(\(Record.name).where { \($0.swift) })" }.joined()
    return (
      finders.dropFirst().reduce(finders[0], add), "\(Record.name).where { \(conditions[0].swift) }\(swift)"
    )
  }

  func condition<Record: WorldModel>(_ model: Record.Type, _ plan: Plan) -> Condition<Record> {
    switch plan {
    case .everything: .everything
    case .nothing: .nothing
    case .filter(let filter): condition(model, filter)
    case .all(let plans): .all(plans.map { condition(model, $0) })
    case .any(let plans): .any(plans.map { condition(model, $0) })
    case .not(let plan): !condition(model, plan)
    }
  }

  /// Returns a condition on a column or a computed value.
  private func condition<Record: WorldModel>(_ model: Record.Type, _ filter: Filter) -> Condition<Record> {
    let (fields, computations) = (Record.fields, Record.computations)
    // Every eighth condition on a model that is searched is a search.
    if let searches = Record.searches, filter.field % 8 == 7 { return searches.condition(filter) }
    let number = filter.field % (fields.count + computations.count)
    let make = number < fields.count ? fields[number].condition : computations[number - fields.count].condition
    return make(filter.comparator, filter.value, current.naive)
  }

  // MARK: - Orders

  private func order<Record: WorldModel>(_ found: inout ScopedRecords<Record>, by orders: [Order]) {
    let orderings =
      Record.fields.compactMap { $0.ordered?.ordering } + Record.computations.compactMap(\.ordering)
      + Ordering<Record>.folded
    let chosen = orders.map { (order: $0, ordering: orderings[$0.field % orderings.count]) }
    let comparisons = chosen.map { $0.ordering.precedes($0.order, current.naive) }
    for (order, ordering) in chosen {
      found.finder = ordering.apply(order, to: found.finder)
      found.swift += ordering.swift(order)
    }
    found.records = found.records.enumerated().sorted { first, second in
      for precedes in comparisons {
        if precedes(first.element, second.element) { return true }
        if precedes(second.element, first.element) { return false }
      }
      return first.offset < second.offset
    }.map(\.element)
  }

  private func makeDistinct<Record: WorldModel>(_ found: inout ScopedRecords<Record>, _ number: Int) {
    let field = Record.fields[number % Record.fields.count]
    guard let ordered = field.ordered else { return }
    found.finder = ordered.distinct(found.finder)
    found.swift += ".distinct(by: \\.\(field.name))"
    var kept: [Record] = []
    for record in found.records where !kept.contains(where: { ordered.isEqual($0, record) }) { kept.append(record) }
    found.records = kept
  }
}
