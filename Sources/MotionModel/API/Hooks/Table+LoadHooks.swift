extension Table {
  /// Returns records that were read from a file, as the hooks after loading change them.
  func loaded(_ records: [Record]) throws -> [Record] {
    guard let hooks = Record.hooks.plan?.afterLoad, !HookSuppression.covers(layout.slot) else {
      return records
    }
    return try store.asCurrent {
      try records.map { record in
        var loaded = record
        let event = HookEvent(.load, store, stored: stored(record.id))
        try loaded.withRow { try hooks.run($0, event) }
        try loaded.checkID(replacing: record.id)
        return loaded
      }
    }
  }
}
