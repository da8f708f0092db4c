extension Store {
  /// The value of a key: the stored one, or else the key's default.
  ///
  /// ```swift
  /// store[.settings].theme = .dark     // a commit of its own, or part of the transaction around it
  /// store[.lastSync] = nil             // removes the value of a key without a default
  /// ```
  ///
  /// Reading never fails: for a stored value that cannot be decoded, it returns the default and logs a warning. Writing
  /// traps if the store refuses it, with the reason, and so does a change in place, as in the first line, of a value
  /// that cannot be decoded: it would overwrite a value that was not seen. Where that may happen, use ``value(for:)``,
  /// ``set(_:for:)`` and ``update(_:_:)``.
  ///
  /// A change in place reads, changes and writes. If several threads change one value, use ``update(_:_:)``: of two
  /// changes in place at the same time, the later one wins.
  ///
  /// - Complexity: That of decoding the value, and of encoding a written value.
  public subscript<Value>(key: Key<Value>) -> Value {
    get { asCurrent { key.readableValue(in: keyedValue(key)) } }
    set { writing(key) { try set(newValue, for: key) } }
    _modify {
      let stored = keyedValue(key)
      var value = writing(key) { try asCurrent { try key.value(in: stored) } }
      yield &value
      writing(key) { try replace(stored, by: value, for: key) }
    }
  }

  /// Returns the value of a key: the stored one, or else the key's default.
  ///
  /// - Throws: ``KeyError/unreadable(key:_:)`` when the stored value cannot be decoded as the type of the key.
  public func value<Value>(for key: Key<Value>) throws(KeyError) -> Value {
    try asCurrent { () throws(KeyError) in try key.value(in: keyedValue(key)) }
  }

  /// Stores the value of a key. Nothing is written, and no hooks run, if the store has the same value already.
  ///
  /// Assigning nil to a key without a default removes the value. A value that is stored under a former name of the key
  /// gets the present one.
  ///
  /// - Throws: The error of the key's check when it refuses the value; ``KeyError/unwritable(key:_:)`` when the value
  ///   cannot be encoded; ``StoreError`` or the error of a hook or a commit check when the store refuses it. The store
  ///   is unchanged then.
  public func set<Value>(_ value: Value, for key: Key<Value>) throws {
    if key.isAbsent(value) {
      try remove(key)
      return
    }
    var record = try asCurrent {
      try key.check(value)
      return try key.record(of: value)
    }
    if let stored = keyedValue(key), asCurrent({ key.isSame(stored, record, value) }) { return }
    if key.formerNames.isEmpty { return try table(KeyedValue.self).upsert(&record) }
    try inTransaction {
      try table(KeyedValue.self).upsert(&record)
      for name in key.formerNames { try table(KeyedValue.self).delete(name) }
    }
  }

  /// Changes the value of a key, as the only writer: changes by several threads are not lost.
  ///
  /// ```swift
  /// let number = try store.update(.invoiceNumber) { number in
  ///   number += 1
  ///   return number
  /// }
  /// ```
  ///
  /// The update and all other writes of `change` to the store are one commit, or part of the surrounding transaction.
  /// Nothing is written if the value stays the same.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - change: Changes the value. It must not wait for another thread that writes to the store.
  /// - Returns: What `change` returned.
  /// - Throws: The errors of ``value(for:)``, `change` and ``set(_:for:)``, that of the key's check among them. The
  ///   store is unchanged then.
  @discardableResult public func update<Value, Result>(
    _ key: Key<Value>, _ change: (inout Value) throws -> Result
  ) throws -> Result {
    try finishing {
      try inTransaction {
        let stored = keyedValue(key)
        var value = try key.value(in: stored)
        let result = try change(&value)
        try replace(stored, by: value, for: key)
        return result
      }
    }
  }

  /// Removes the stored value of a key, which then has its default.
  ///
  /// - Returns: Whether there was a value.
  /// - Throws: ``StoreError``, or the error of a hook or a commit check, when the store refuses it.
  @discardableResult public func remove<Value>(_ key: Key<Value>) throws -> Bool {
    if key.formerNames.isEmpty { return try table(KeyedValue.self).delete(key.name) }
    return try inTransaction { try key.names.reduce(false) { try table(KeyedValue.self).delete($1) || $0 } }
  }

  // MARK: - Records

  /// The stored value of a key, as the calling task sees it now.
  private func keyedValue<Value>(_ key: Key<Value>) -> KeyedValue? {
    let values = table(KeyedValue.self)
    return values.find(key.name) ?? key.formerNames.lazy.compactMap { values.find($0) }.first
  }

  /// Stores a changed value. An unchanged default is not stored, so that the default may still change.
  private func replace<Value>(_ stored: KeyedValue?, by value: Value, for key: Key<Value>) throws {
    if stored == nil && !key.isAbsent(value) {
      let isDefault = try asCurrent {
        try key.isSame(key.record(of: key.defaultValue), key.record(of: value), value)
      }
      if isDefault { return }
    }
    try set(value, for: key)
  }

  /// Runs a write of the subscript, which cannot throw.
  private func writing<Value, Result>(_ key: Key<Value>, _ body: () throws -> Result) -> Result {
    do { return try body() } catch {
      // NB: Not `preconditionFailure`, which prints no message in release builds.
      fatalError("store[\"\(key.name)\"] cannot be written, where set(_:for:) and update(_:_:) throw: \(error)")
    }
  }
}
