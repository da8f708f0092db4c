/// A condition on records of one model.
///
/// ```swift
/// let urgent: RecordPredicate<Todo> = \.priority > 2 && \.assignedTo == "bob"
/// Todo.where(urgent).count
/// urgent.matches(todo)
/// ```
///
/// A predicate is a value that can be kept, combined with `&&`, `||` and `!`, tested on a single record, and printed. The
/// name leaves `Predicate` to Foundation, whose predicates finders take too.
///
/// Any number of conditions may stand side by side. Nested, `&&` inside `||` inside `!`, they may be 100 deep, which fits a thread with a
/// small stack; a deeper one traps.
///
/// `==` and `!=` are Swift's, so a missing value is unequal to every value that is there. `<`, `<=`, `>`, `>=` and ranges
/// never match a missing value (nil), nor a NaN.
public struct RecordPredicate<Record: Model>: Sendable {
  let node: PredicateNode

  init(_ node: PredicateNode) { self.node = node }

  /// The predicate that every record meets.
  public static var all: RecordPredicate { RecordPredicate(.constant(true)) }

  /// The predicate that no record meets.
  public static var none: RecordPredicate { RecordPredicate(.constant(false)) }

  /// A predicate in code: any closure. A finder tests every record with it.
  ///
  /// - Parameter test: Says whether a record meets the predicate. It may be called from any thread.
  public init(_ test: @escaping @Sendable (Record) -> Bool) {
    node = .code("code") { base, _, rows in
      let records = base.assumingMemoryBound(to: Record.self)
      return rows.filter { test(records[$0]) }
    }
  }

  /// Tells whether a record meets the predicate, whether it is stored or not.
  ///
  /// - Complexity: O(*n*) in the number of comparisons that the predicate is made of.
  public func matches(_ record: Record) -> Bool {
    if node.isRelated {
      return Store.current.readRelated(of: Record.self) { RecordPredicate(node.resolved(in: $0)).matches(record) }
    }
    let kernel = node.kernel()
    return withUnsafePointer(to: record) {
      !kernel(UnsafeRawPointer($0), MemoryLayout<Record>.stride, .row(0)).isEmpty
    }
  }

  /// Both of two predicates.
  public static func && (a: RecordPredicate, b: RecordPredicate) -> RecordPredicate {
    RecordPredicate(a.node && b.node)
  }

  /// Either of two predicates, or both.
  public static func || (a: RecordPredicate, b: RecordPredicate) -> RecordPredicate {
    RecordPredicate(a.node || b.node)
  }

  /// The opposite of a predicate; it includes records whose value is missing wherever the predicate does not.
  public static prefix func ! (predicate: RecordPredicate) -> RecordPredicate { RecordPredicate(!predicate.node) }
}

extension RecordPredicate: CustomStringConvertible {
  /// The predicate as one would write it: `priority > 2 && assignedTo == "bob"`.
  public var description: String { node.description }
}
