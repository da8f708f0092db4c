extension Table {
  /// Records that were read from a file, after the hooks that run then.
  func loaded(_ records: [Record]) throws -> [Record] {
    guard let hooks = Record.hooks.plan?.afterLoad, !hooks.isEmpty, !HookSuppression.covers(Record.self) else {
      return records
    }
    return try records.map { record in
      var loaded = record
      var context = HookContext(operation: .load, store: store, stored: stored(record.id))
      for hook in hooks {
        context.place = hook.place
        try hook.body(&loaded, context)
      }
      try loaded.checkID(is: record.id)
      return loaded
    }
  }
}
