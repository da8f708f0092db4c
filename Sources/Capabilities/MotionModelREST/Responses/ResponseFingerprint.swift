import MotionModel

/// What a response left in the store: which records, and a digest of what they are.
///
/// It is how a client knows that the store still has what the server would send again. Nothing has to follow the
/// store's writes: whatever changed a record, be it an edit, an undo, a loaded file or another response, the digest is
/// another, and when the record is as before, so is the digest.
struct ResponseFingerprint: Sendable {
  private let parts: [any EvidencePart]
  private let digest: Int

  /// Notes the state of the records in a store; nil if some are missing, or have edits.
  init?(_ parts: [any EvidencePart], in store: Store) throws {
    guard let digest = try Self.digest(parts, store) else { return nil }
    (self.parts, self.digest) = (parts, digest)
  }

  /// How many records there are.
  var count: Int { parts.reduce(0) { $0 + $1.count } }

  /// Whether a store has all of it, without edits.
  ///
  /// - Complexity: O(*n*) in the number of records.
  func isStored(in store: Store) throws -> Bool { try Self.digest(parts, store) == digest }

  private static func digest(_ parts: [any EvidencePart], _ store: Store) throws -> Int? {
    var hasher = Hasher()
    for part in parts {
      if try !part.hash(in: store, into: &hasher) { return nil }
    }
    return hasher.finalize()
  }
}

/// The records of one model that a response had.
protocol EvidencePart: Sendable {
  var count: Int { get }

  /// Feeds what a store has of the records to a hasher.
  ///
  /// - Returns: Whether all are stored, without edits.
  func hash(in store: Store, into hasher: inout Hasher) throws -> Bool
}

struct ModelEvidence<Record: Model>: EvidencePart {
  let resource: Resource<Record>
  let ids: [Record.ID]

  var count: Int { ids.count }

  func hash(in store: Store, into hasher: inout Hasher) throws -> Bool {
    let (table, edits) = (store.table(Record.self), store.table(RemoteEdit.self))
    let hasEdits = edits.count > 0
    let columns = resource.received.map { Record.schema.columns[$0.column] }
    let children = resource.relations.compactMap(\.children)
    for id in ids {
      guard let record = try table.find(id) else { return false }
      if hasEdits && edits.find(RemoteEdit.id(record)) != nil { return false }
      hasher.combine(id)
      for column in columns { hasher.combine(column[record]) }
      // Where missing children are deleted, the set of children is hashed too.
      for children in children {
        let present = try children(record, store).map { ModelEvidence.text(of: $0) }.sorted()
        hasher.combine(present)
      }
    }
    return true
  }

  private static func text<Child: Model>(of child: Child) -> String { RemoteEdit.id(child) }
}

extension Drafts {
  /// Returns what a store has of the records; nil if it is not what the response says, for example because of edits.
  func evidence(in store: Store) throws -> (any EvidencePart)? {
    let table = store.table(Record.self)
    for draft in drafts {
      guard let stored = try table.find(draft.record.id) else { return nil }
      for number in draft.said where !Record.schema.isSame(stored, draft.record, inColumn: number) { return nil }
    }
    return ModelEvidence(resource: resource, ids: drafts.map(\.record.id))
  }
}
