public import Foundation

/// What values of records can be computed from and compared with: columns, columns of a parent, and computed values.
///
/// Inside the closure of `where` and of `order(by:)`, they are compared with each other by Swift's operators, and
/// computed by `+`, `-` and `*`:
///
/// ```swift
/// Todo.where { $0.dueDate < $0.closedAt }
/// Invoice.where { $0.total - $0.paid > 0 }
/// Todo.where { $0.name.count > 20 && $0.closedAt.days(since: $0.createdAt) >= 7 }
/// Todo.order(by: { $0.assignee.name })
/// ```
///
/// Nil equals nil, and is neither less nor greater than anything. A value that is computed from nil is nil, and so is
/// one that does not fit the type of its operands. A column of a parent is nil where there is no parent.
///
/// - Complexity: A comparison of operands is computed for each record that is tested; no index is used. A column on its
///   own, compared with a constant, can use an index; see ``ColumnTests``.
public protocol ValueOperand<Source>: Sendable {
  /// The model whose records have the value.
  associatedtype Source: Model
  /// The type of the value.
  associatedtype Computed: ColumnValue

  /// The value, as it is computed.
  var computed: ComputedValue<Source, Computed> { get }
}

extension ComputedValue: ValueOperand {
  /// This value.
  public var computed: ComputedValue { self }
}

extension ColumnTerm: ValueOperand where Value: ColumnValue {
  /// The column's value.
  public var computed: ComputedValue<Record, Value> {
    let (reference, reader) = (ColumnReference(keyPath), PropertyReader(keyPath))
    return ComputedValue(reference) { reader.value(in: $0) }
  }
}

extension RelatedColumn: ValueOperand where Value: ColumnValue {
  /// The value of the related record's column; nil if there is no related record.
  public var computed: ComputedValue<Owner, Value.Unwrapped?> {
    let (route, value) = (route, PropertyReader(column.keyPath))
    let read = ColumnReference(column.keyPath)
    let name = "\(read.name) of \(Record.schema.modelName)"
    return ComputedValue(related: name, of: ParentColumn(route: route, column: read)) {
      value.stored == nil ? nil : RelatedDependency.along(route, where: .constant(true), reading: read)
    } _: { tables in
      let reader = RouteReader(route, where: .constant(true), in: tables)
      return { row in
        let rows = reader.rows(of: row)
        return rows.isEmpty ? nil : value.value(in: reader.table.rows[rows.first]).unwrapped
      }
    }
  }
}

// MARK: - Comparing

/// The values are equal: `$0.billing == $0.shipping`.
public func == <A: ValueOperand, B: ValueOperand>(a: A, b: B) -> RecordPredicate<A.Source>
where A.Source == B.Source, A.Computed.Unwrapped == B.Computed.Unwrapped {
  a.compared("==", b) { $0 == $1 }
}

/// The values differ.
public func != <A: ValueOperand, B: ValueOperand>(a: A, b: B) -> RecordPredicate<A.Source>
where A.Source == B.Source, A.Computed.Unwrapped == B.Computed.Unwrapped {
  a.compared("!=", b) { $0 != $1 }
}

/// The first value is less than the second: `$0.dueDate < $0.closedAt`.
public func < <A: ValueOperand, B: ValueOperand>(a: A, b: B) -> RecordPredicate<A.Source>
where A.Source == B.Source, A.Computed.Unwrapped == B.Computed.Unwrapped {
  a.ordered("<", b) { A.Computed.Unwrapped.precedes($0, $1) }
}

/// The first value is less than or equal to the second.
public func <= <A: ValueOperand, B: ValueOperand>(a: A, b: B) -> RecordPredicate<A.Source>
where A.Source == B.Source, A.Computed.Unwrapped == B.Computed.Unwrapped {
  a.ordered("<=", b) { !A.Computed.Unwrapped.precedes($1, $0) }
}

/// The first value is greater than the second.
public func > <A: ValueOperand, B: ValueOperand>(a: A, b: B) -> RecordPredicate<A.Source>
where A.Source == B.Source, A.Computed.Unwrapped == B.Computed.Unwrapped {
  a.ordered(">", b) { A.Computed.Unwrapped.precedes($1, $0) }
}

/// The first value is greater than or equal to the second.
public func >= <A: ValueOperand, B: ValueOperand>(a: A, b: B) -> RecordPredicate<A.Source>
where A.Source == B.Source, A.Computed.Unwrapped == B.Computed.Unwrapped {
  a.ordered(">=", b) { !A.Computed.Unwrapped.precedes($0, $1) }
}

extension ValueOperand {
  fileprivate func compared<Other: ValueOperand>(
    _ sign: String, _ other: Other, _ test: @escaping @Sendable (Computed.Unwrapped?, Computed.Unwrapped?) -> Bool
  ) -> RecordPredicate<Source> where Other.Source == Source, Other.Computed.Unwrapped == Computed.Unwrapped {
    let (first, second) = (computed, other.computed)
    return first.combined(with: second, "\(first.description) \(sign) \(second.description)") {
      test($0.unwrapped, $1.unwrapped)
    }
    .isTrue
  }

  fileprivate func ordered<Other: ValueOperand>(
    _ sign: String, _ other: Other, _ test: @escaping @Sendable (Computed.Unwrapped, Computed.Unwrapped) -> Bool
  ) -> RecordPredicate<Source> where Other.Source == Source, Other.Computed.Unwrapped == Computed.Unwrapped {
    compared(sign, other) { first, second in
      guard let first, let second, !isNaN(first), !isNaN(second) else { return false }
      return test(first, second)
    }
  }
}

// MARK: - Computing

/// The sum of two values.
public func + <A: ValueOperand, B: ValueOperand>(a: A, b: B) -> ComputedValue<A.Source, A.Computed.Unwrapped?>
where A.Source == B.Source, A.Computed.Unwrapped == B.Computed.Unwrapped, A.Computed.Unwrapped: Numeric {
  a.combined("+", b) { $0.checked(.add, $1, or: +) }
}

/// The difference of two values: `$0.total - $0.paid`.
public func - <A: ValueOperand, B: ValueOperand>(a: A, b: B) -> ComputedValue<A.Source, A.Computed.Unwrapped?>
where A.Source == B.Source, A.Computed.Unwrapped == B.Computed.Unwrapped, A.Computed.Unwrapped: Numeric {
  a.combined("-", b) { $0.checked(.subtract, $1, or: -) }
}

/// The product of two values: `$0.quantity * $0.price`.
public func * <A: ValueOperand, B: ValueOperand>(a: A, b: B) -> ComputedValue<A.Source, A.Computed.Unwrapped?>
where A.Source == B.Source, A.Computed.Unwrapped == B.Computed.Unwrapped, A.Computed.Unwrapped: Numeric {
  a.combined("*", b) { $0.checked(.multiply, $1, or: *) }
}

/// The sum of a value and a number.
public func + <A: ValueOperand>(a: A, number: A.Computed.Unwrapped) -> ComputedValue<A.Source, A.Computed.Unwrapped?>
where A.Computed.Unwrapped: Numeric {
  a.combined("+", number) { $0.checked(.add, $1, or: +) }
}

/// The difference of a value and a number.
public func - <A: ValueOperand>(a: A, number: A.Computed.Unwrapped) -> ComputedValue<A.Source, A.Computed.Unwrapped?>
where A.Computed.Unwrapped: Numeric {
  a.combined("-", number) { $0.checked(.subtract, $1, or: -) }
}

/// The product of a value and a number: `$0.price * 2`.
public func * <A: ValueOperand>(a: A, number: A.Computed.Unwrapped) -> ComputedValue<A.Source, A.Computed.Unwrapped?>
where A.Computed.Unwrapped: Numeric {
  a.combined("*", number) { $0.checked(.multiply, $1, or: *) }
}

extension ValueOperand {
  fileprivate typealias Compute = @Sendable (Computed.Unwrapped, Computed.Unwrapped) -> Computed.Unwrapped?

  fileprivate func combined<Other: ValueOperand>(
    _ sign: String, _ other: Other, _ compute: @escaping Compute
  ) -> ComputedValue<Source, Computed.Unwrapped?>
  where Other.Source == Source, Other.Computed.Unwrapped == Computed.Unwrapped {
    let (first, second) = (computed, other.computed)
    return first.combined(with: second, "(\(first.description) \(sign) \(second.description))") { first, second in
      guard let first = first.unwrapped, let second = second.unwrapped else { return nil }
      return compute(first, second)
    }
  }

  fileprivate func combined(
    _ sign: String, _ number: Computed.Unwrapped, _ compute: @escaping Compute
  ) -> ComputedValue<Source, Computed.Unwrapped?> {
    computed.map("(\(computed.description) \(sign) \(number.attribute))") {
      guard let value = $0.unwrapped else { return nil }
      return compute(value, number)
    }
  }
}

// MARK: - Counting and times

extension ValueOperand where Computed.Unwrapped: Collection {
  /// The number of characters of a string, or of elements of an array; nil where the value is nil.
  public var count: ComputedValue<Source, Int?> {
    computed.map("count of \(computed.description)") { $0.unwrapped?.count }
  }
}

extension ValueOperand where Computed.Unwrapped == Date {
  /// The seconds from another time to this one, negative if this one is earlier; nil where one of them is nil.
  public func seconds<Other: ValueOperand>(since other: Other) -> ComputedValue<Source, Double?>
  where Other.Source == Source, Other.Computed.Unwrapped == Date {
    let (later, earlier) = (computed, other.computed)
    return later.combined(with: earlier, "seconds from \(earlier.description) to \(later.description)") {
      later, earlier in
      later.unwrapped.flatMap { later in earlier.unwrapped.map { later.timeIntervalSince($0) } }
    }
  }

  /// The days of 24 hours from another time to this one, negative if this one is earlier; nil where one of them is nil.
  ///
  /// It is not the number of dates in a calendar: for that, use the calendar in a closure, as in `Todo.find { … }`.
  public func days<Other: ValueOperand>(since other: Other) -> ComputedValue<Source, Double?>
  where Other.Source == Source, Other.Computed.Unwrapped == Date {
    let (later, earlier) = (computed, other.computed)
    let seconds = seconds(since: other)
    return seconds.map("days from \(earlier.description) to \(later.description)") { $0.map { $0 / 86_400 } }
  }
}

// MARK: - Order

extension FinderChain {
  /// Orders the records by a value that is computed for each of them.
  ///
  /// ```swift
  /// Project.order(by: { $0.todos.count }, .descending).limit(10)
  /// Todo.order(by: { $0.assignee.name })
  /// Invoice.order(by: { $0.total - $0.paid }, .descending)
  /// ```
  ///
  /// - Complexity: The value is computed once for each record; see ``ChildColumns`` for those of related records.
  public func order<Operand: ValueOperand>(
    by value: (Columns<Record>) -> Operand, _ direction: OrderDirection = .ascending, nils: NilOrder = .last
  ) -> Finder<Record> where Operand.Source == Record {
    let term = value(Columns()).computed.orderTerm(direction, nils)
    return finder.with { $0.query.order.append(term) }
  }
}

extension Model {
  /// Orders the records by a value that is computed for each of them; see ``ComputedValue``.
  public static func order<Operand: ValueOperand>(
    by value: (Columns<Self>) -> Operand, _ direction: OrderDirection = .ascending, nils: NilOrder = .last
  ) -> Finder<Self> where Operand.Source == Self {
    records.order(by: value, direction, nils: nils)
  }
}
