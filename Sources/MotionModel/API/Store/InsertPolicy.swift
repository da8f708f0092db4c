/// What a bulk insert does with a record whose key is stored already.
///
/// ```swift
/// let report = try User.insert(contentsOf: users, onConflict: .merge(\.name), on: \.email)
/// report.records(.inserted).count    // => 2
/// report.records(.updated)           // => the stored users who got another name
/// ```
public struct InsertPolicy<Record: Model>: Sendable {
  enum Kind: Sendable {
    case fail, ignore, replace
    case merge([Int])
  }

  let kind: Kind

  /// Throws ``StoreError/idTaken(model:id:)`` for an id, and ``StoreError/notUnique(model:columns:id:number:)`` for
  /// other columns. Nothing is then inserted.
  public static var fail: InsertPolicy { InsertPolicy(kind: .fail) }

  /// Leaves the stored record as it is.
  public static var ignore: InsertPolicy { InsertPolicy(kind: .ignore) }

  /// Overwrites the stored record, which keeps its id, as ``ModelTable/upsert(_:on:)`` does.
  public static var replace: InsertPolicy { InsertPolicy(kind: .replace) }

  /// Overwrites some columns of the stored record. All other columns stay as they are stored.
  ///
  /// A property that is not a column traps.
  public static func merge(
    _ first: any PartialKeyPath<Record> & Sendable, _ others: any PartialKeyPath<Record> & Sendable...
  ) -> InsertPolicy {
    InsertPolicy(kind: .merge(([first] + others).map(Record.schema.number(of:))))
  }
}

/// The result of a bulk insert that recognizes stored records.
public struct InsertReport<Record: Model>: Sendable {
  /// What became of a record.
  public enum Outcome: String, Sendable, Hashable, CaseIterable {
    /// It is a new record.
    case inserted
    /// It changed the stored record with its key.
    case updated
    /// The stored record with its key had all its values already.
    case unchanged
    /// The record with its key, stored or earlier in the call, was left as it is.
    case ignored
  }

  /// The records as they are stored, in the order in which they were given. For an ignored record, it is the stored
  /// record with the same key.
  public let records: [Record]
  /// What became of each of the records.
  public let outcomes: [Outcome]

  /// Returns the records of which something became, in the order in which they were given.
  public func records(_ outcome: Outcome) -> [Record] {
    zip(records, outcomes).compactMap { $1 == outcome ? $0 : nil }
  }
}

extension InsertReport: Equatable where Record: Equatable {}

extension InsertReport: CustomStringConvertible {
  /// The numbers in words: `User: 2 inserted, 1 updated`.
  public var description: String {
    let counts = Outcome.allCases.map { outcome in (outcomes.count { $0 == outcome }, outcome) }.filter { $0.0 > 0 }
    let words = counts.map { "\($0) \($1.rawValue)" }.joined(separator: ", ")
    return "\(Record.schema.modelName): \(words.isEmpty ? "nothing" : words)"
  }
}
