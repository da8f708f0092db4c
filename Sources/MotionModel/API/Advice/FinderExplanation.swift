/// Why a finder finds a record, or why not: which conditions the record meets, with its values, and where it is in the
/// finder's order.
///
/// ```swift
/// let finder = Todo.where(\.priority > 2 && \.assignedTo == "bob").limit(10)
/// print(finder.explain(todo))
/// // => Todo 7 is not found: it does not meet the conditions.
/// //    ✗ priority > 2 && assignedTo == "bob"
/// //      ✗ priority > 2 (it is 1)
/// //      ✓ assignedTo == "bob" (it is "bob")
/// ```
///
/// It holds values of the record, so it is for people who may see them. The format of the description may change.
///
/// ## Topics
/// ### Asking
/// - ``isFound``
/// - ``outcome-swift.property``
/// - ``reasons``
/// ### Parts
/// - ``record``
/// - ``condition-swift.property``
/// - ``unsavedColumns``
/// - ``plan``
public struct FinderExplanation: Sendable, Hashable {
  /// What becomes of a record in a finder.
  public enum Outcome: Sendable, Hashable {
    /// It is found. The index is that among the finder's records, without its offset.
    case found(index: Int)
    /// No record with the id is stored. The conditions are those of the record as it was given.
    case notStored
    /// The stored record does not meet the conditions.
    case excluded
    /// It meets the conditions, but equals an earlier record in the columns of `distinct(by:)`. The id is that of the
    /// earlier record, as a string.
    case duplicate(id: String)
    /// It meets the conditions, but comes before the page.
    case beforePage
    /// It meets the conditions, but is among the records that the offset skips.
    case beforeOffset(index: Int, offset: Int)
    /// It meets the conditions, but comes behind the last record of the limit.
    case behindLimit(index: Int, limit: Int)
  }

  /// The model and the id of the record: `Todo 7`.
  public let record: String
  /// What becomes of the record.
  public let outcome: Outcome
  /// All conditions of the finder, with the values of the record as it is stored.
  public let condition: Condition
  /// The columns in which the given record differs from the stored record, which is explained.
  public let unsavedColumns: [String]
  /// How the finder finds its records.
  public let plan: FinderPlan

  /// Whether the finder finds the record.
  public var isFound: Bool { if case .found = outcome { true } else { false } }

  /// The single conditions that decided: the failed ones, or the passed ones if the record meets the whole condition.
  public var reasons: [Condition] { condition.reasons }
}

extension FinderExplanation {
  /// A condition, and how it turned out for one record.
  public struct Condition: Sendable, Hashable {
    /// How a condition is made of others.
    public enum Kind: Sendable, Hashable {
      /// It is a test of the record.
      case test
      /// All parts have to be met.
      case all
      /// At least one part has to be met.
      case any
      /// Its only part must not be met.
      case not
      /// A related record has to meet a condition.
      case related
    }

    /// How the condition is made of others.
    public let kind: Kind
    /// The condition as code: `priority > 2`.
    public let words: String
    /// Whether the record meets the condition.
    public let isMet: Bool
    /// The value that is tested; nil when it is not one value, as in a closure.
    public let value: AttributeValue?
    /// Why such a value never meets the condition; nil when there is nothing to add.
    public let note: String?
    /// The conditions that this one is made of.
    public let parts: [Condition]
    /// How many related records there are, whatever they meet; nil unless the condition is about related records.
    public let relatedCount: Int?
    /// Some of the related records, at most three: a record that meets the condition, or the first records if none
    /// does.
    public let related: [Related]

    init(
      _ kind: Kind, _ words: String, isMet: Bool, value: AttributeValue? = nil, note: String? = nil,
      parts: [Condition] = [], relatedCount: Int? = nil, related: [Related] = []
    ) {
      (self.kind, self.words, self.isMet, self.value, self.note) = (kind, words, isMet, value, note)
      (self.parts, self.relatedCount, self.related) = (parts, relatedCount, related)
    }

    /// The single conditions that decide the outcome of this one.
    public var reasons: [Condition] {
      switch kind {
      case .test, .related: [self]
      case .all, .any: parts.isEmpty ? [self] : parts.filter { $0.isMet == isMet }.flatMap(\.reasons)
      case .not: parts.isEmpty ? [self] : parts.flatMap(\.reasons)
      }
    }
  }

  /// A related record, and how the condition on it turned out.
  public struct Related: Sendable, Hashable {
    /// The model and the id: `Project 3`.
    public let record: String
    /// The condition on the related record.
    public let condition: Condition
  }
}

// MARK: - Description

extension FinderExplanation: CustomStringConvertible {
  /// The outcome in a sentence, the conditions as a tree, and the path by which records are found.
  public var description: String {
    var lines = ["\(record) \(outcome)"]
    if condition.words != "true" { lines += condition.lines(indentation: "") }
    if !unsavedColumns.isEmpty {
      lines.append(
        "The record that was given differs from the stored one in \(unsavedColumns.joined(separator: ", ")).")
    }
    return (lines + ["path: \(plan)"]).joined(separator: "\n")
  }
}

extension FinderExplanation.Outcome: CustomStringConvertible {
  /// The outcome in words: `is not found: it does not meet the conditions.`
  public var description: String {
    switch self {
    case .found(let index): "is found at index \(index)."
    case .notStored: "is not found: no record with this id is stored."
    case .excluded: "is not found: it does not meet the conditions."
    case .duplicate(let id): "is not found: record \(id) comes first with the same distinct values."
    case .beforePage: "is not found: it comes before the page."
    case .beforeOffset(let index, let offset): "is not found: its index is \(index), and the offset is \(offset)."
    case .behindLimit(let index, let limit): "is not found: its index is \(index), and the limit is \(limit)."
    }
  }
}

extension FinderExplanation.Condition: CustomStringConvertible {
  /// The condition, whether it is met, and the value: `✗ priority > 2 (it is 1)`.
  public var description: String {
    var remarks: [String] = []
    if let value { remarks.append("it is \(value.nestedDescription)") }
    if let note { remarks.append(note) }
    if let relatedCount { remarks.append(relatedCount == 1 ? "1 related record" : "\(relatedCount) related records") }
    let remark = remarks.isEmpty ? "" : " (\(remarks.joined(separator: "; ")))"
    return "\(isMet ? "✓" : "✗") \(words)\(remark)"
  }

  fileprivate func lines(indentation: String) -> [String] {
    var lines = [indentation + description]
    for part in parts { lines += part.lines(indentation: indentation + "  ") }
    for record in related {
      lines.append("\(indentation)  \(record.record)")
      lines += record.condition.lines(indentation: indentation + "    ")
    }
    return lines
  }
}
