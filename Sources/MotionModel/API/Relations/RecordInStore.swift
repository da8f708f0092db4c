/// A record together with the store in which its relations are looked up and written: `store.of(todo).project`.
///
/// A record is a value that knows no store. Its own members, such as `todo.project`, use the store in use; code that
/// was given a store uses these:
///
/// ```swift
/// func rename(_ todo: Todo, in store: Store) throws {
///   guard let project = store.of(todo).project else { return }
///   store.of(project).todos.where(\.priority > 2).count
///   …
/// ```
///
/// It holds the record as it was passed; the record's unsaved changes are not in the store.
@dynamicMemberLookup
public struct RecordInStore<Record: Model>: Sendable {
  /// The record.
  public let record: Record
  /// The store.
  public let store: Store
}

extension Store {
  /// Returns a record together with this store, whose relations are then looked up and written in it.
  public func of<Record: Model>(_ record: Record) -> RecordInStore<Record> {
    RecordInStore(record: record, store: self)
  }
}

extension RecordInStore {
  /// Not available: the compiler chooses it for an unknown relation, so that its message names the mistake.
  @available(*, unavailable, message: "the model has no relation of this name; its properties are those of the record")
  public subscript(dynamicMember name: String) -> NoSuchProperty { NoSuchProperty.refuse() }

  /// The records that belong to this one: `store.of(project).todos`.
  @inlinable
  public subscript<Target: Model>(
    dynamicMember relation: any KeyPath<Record.Relations, Relation<Record, ToMany<Target>>> & Sendable
  ) -> RelatedRecords<Record, Target> {
    @inline(__always) get {
      RelatedRecords(owner: record, core: Record.relations[keyPath: relation].core, store: store)
    }
  }

  /// The record that belongs to this one, or nil: `store.of(user).profile`.
  ///
  /// - Complexity: O(1) with an index on the key.
  public subscript<Target: Model>(
    dynamicMember relation: any KeyPath<Record.Relations, Relation<Record, ToOne<Target>>> & Sendable
  ) -> Target? where Target.Adapter.Failure == Never {
    Record.relations[keyPath: relation].core.finder(of: record, in: store).first
  }

  /// The parent of this record, or nil: `store.of(todo).project`.
  ///
  /// - Complexity: O(1).
  @inlinable
  public subscript<Target: Model>(
    dynamicMember relation: any KeyPath<Record.Relations, Relation<Record, ToParent<Target>>> & Sendable
  ) -> Target? where Target.Adapter.Failure == Never {
    @inline(__always) get { Record.relations[keyPath: relation].core.parent(of: record, in: store) }
  }

  /// The parent of this record, whichever model it is of, or nil.
  ///
  /// - Complexity: O(1).
  public subscript<Key: ModelID>(
    dynamicMember relation: any KeyPath<Record.Relations, PolymorphicRelation<Record, Key>> & Sendable
  ) -> (any Model)? {
    Record.relations[keyPath: relation].parent(of: record, in: store)
  }
}

// FinderChain+Records.swift says why these exist besides those above.

extension RecordInStore {
  /// The record that belongs to this one, or nil: `try store.of(user).profile`, where an adapter that can fail keeps
  /// it.
  public subscript<Target: Model>(
    dynamicMember relation: any KeyPath<Record.Relations, Relation<Record, ToOne<Target>>> & Sendable
  ) -> Target? {
    get throws(Target.Adapter.Failure) {
      try Record.relations[keyPath: relation].core.finder(of: record, in: store).first
    }
  }

  /// The parent of this record, or nil: `try store.of(todo).project`, where an adapter that can fail keeps it.
  public subscript<Target: Model>(
    dynamicMember relation: any KeyPath<Record.Relations, Relation<Record, ToParent<Target>>> & Sendable
  ) -> Target? {
    get throws(Target.Adapter.Failure) {
      guard let id = Record.relations[keyPath: relation].core.ownKey.value(record) else { return nil }
      return try store.table(Target.self).find(id)
    }
  }
}

// MARK: - The stored record

extension RecordInStore where Record.Adapter.Failure == Never {
  /// Whether a record with this record's id is stored.
  public var exists: Bool { record.id.isAssigned && store.table(Record.self).exists(record.id) }

  /// Whether this record was never saved: no record with its id is stored or known to be deleted.
  public var isNew: Bool { !exists && !isDestroyed }

  /// The columns in which this record differs from the stored one; all columns when it is new.
  public var changes: [ColumnChange] { record.changes(fromStored: stored) }

  /// Whether this record differs from the stored one in any column, or is new.
  public var hasChanges: Bool { record.differs(fromStored: stored) }

  private var stored: Record? { record.id.isAssigned ? store.table(Record.self).find(record.id) : nil }
}

extension RecordInStore {
  /// Whether a record with this record's id is stored.
  public var exists: Bool {
    get throws(Record.Adapter.Failure) {
      if !record.id.isAssigned { return false }
      return try store.table(Record.self).exists(record.id)
    }
  }

  /// Whether this record was never saved: no record with its id is stored or known to be deleted.
  public var isNew: Bool {
    get throws(Record.Adapter.Failure) {
      let exists = try exists
      return !exists && !isDestroyed
    }
  }

  /// The columns in which this record differs from the stored one; all columns when it is new.
  public var changes: [ColumnChange] {
    get throws(Record.Adapter.Failure) { record.changes(fromStored: try storedOrFailure()) }
  }

  /// Whether this record differs from the stored one in any column, or is new.
  public var hasChanges: Bool {
    get throws(Record.Adapter.Failure) { record.differs(fromStored: try storedOrFailure()) }
  }

  private func storedOrFailure() throws(Record.Adapter.Failure) -> Record? {
    record.id.isAssigned ? try store.table(Record.self).find(record.id) : nil
  }
}
