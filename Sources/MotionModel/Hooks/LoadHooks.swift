extension Table {
  /// Records that were read from a file, after the hooks that run then.
  func loaded(_ records: [Record]) throws -> [Record] {
    guard let hooks = Record.hooks.plan?.afterLoad, !HookSuppression.covers(Record.self) else {
      return records
    }
    return try records.map { record in
      var loaded = record
      var context = HookContext(operation: .load, store: store, stored: stored(record.id))
      try hooks.run(&loaded, &context)
      try loaded.checkID(is: record.id)
      return loaded
    }
  }
}
