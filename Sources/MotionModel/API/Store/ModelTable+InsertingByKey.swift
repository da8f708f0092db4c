extension ModelTable {
  /// Inserts many records as one changeset; a policy decides about records whose key is stored already.
  ///
  /// ```swift
  /// try users.insert(contentsOf: given, onConflict: .ignore)                      // by the id
  /// try users.insert(contentsOf: given, onConflict: .replace, on: \.email)
  /// try lines.insert(contentsOf: given, onConflict: .merge(\.amount), on: \.orderID, \.position)
  /// ```
  ///
  /// A key in which a value is missing (nil, or an id that is not assigned) equals no other key, as in a unique column.
  /// If several stored records have the key, the first one counts. The columns of a key need not be unique; without a
  /// unique index of them the table is read once.
  ///
  /// Two of the given records with the same key are refused, unless the policy is ``InsertPolicy/ignore``, which takes
  /// the first one: it would not be clear which of them is meant. Only the key is compared: a record that has the value
  /// of another one in another unique column is refused by every policy.
  ///
  /// - Parameters:
  ///   - records: The records.
  ///   - policy: What is done with a record whose key is stored.
  ///   - key: The columns of the key; none for the id.
  /// - Returns: What became of each record.
  /// - Throws: ``StoreError`` for the first record that is refused, or any error of a hook. Nothing is then inserted or
  ///   changed.
  /// - Complexity: O(*n*) in the number of records, and that of the table without an index.
  @discardableResult public func insert(
    contentsOf records: some Sequence<Record>, onConflict policy: InsertPolicy<Record>,
    on key: any PartialKeyPath<Record> & Sendable...
  ) throws -> InsertReport<Record> {
    try insert(Array(records), policy, key)
  }

  /// Updates the stored records that have the keys of given records, and inserts the rest, as one changeset; see
  /// ``insert(contentsOf:onConflict:on:)`` with ``InsertPolicy/replace``.
  @discardableResult public func upsert(
    contentsOf records: some Sequence<Record>, on key: any PartialKeyPath<Record> & Sendable...
  ) throws -> InsertReport<Record> {
    try insert(Array(records), .replace, key)
  }

  func insert(
    _ records: [Record], _ policy: InsertPolicy<Record>, _ key: [any PartialKeyPath<Record> & Sendable]
  ) throws -> InsertReport<Record> {
    let numbers = key.isEmpty ? [layout.idColumn] : key.map(Record.schema.number(of:))
    return try store.finishing {
      try store.inTransaction {
        var insertion = KeyedInsert(self, policy, key: numbers)
        return try insertion.insert(records)
      }
    }
  }
}

extension Model {
  /// Inserts many records as one changeset; a policy decides about records whose key is stored already. See
  /// ``ModelTable/insert(contentsOf:onConflict:on:)``.
  ///
  /// ```swift
  /// try User.insert(contentsOf: users, onConflict: .merge(\.name), on: \.email)
  /// ```
  @discardableResult public static func insert(
    contentsOf records: some Sequence<Self>, onConflict policy: InsertPolicy<Self>,
    on key: any PartialKeyPath<Self> & Sendable...
  ) throws -> InsertReport<Self> {
    try table.insert(Array(records), policy, key)
  }

  /// Updates the stored records that have the keys of given records, and inserts the rest, as one changeset; see
  /// ``ModelTable/upsert(contentsOf:on:)``.
  @discardableResult public static func upsert(
    contentsOf records: some Sequence<Self>, on key: any PartialKeyPath<Self> & Sendable...
  ) throws -> InsertReport<Self> {
    try table.insert(Array(records), .replace, key)
  }
}
