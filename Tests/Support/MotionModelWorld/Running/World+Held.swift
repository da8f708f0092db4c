import MotionModel

extension World {
  /// Takes a copy of a record, which becomes old when the record is changed.
  func hold<Record: WorldModel>(_ model: Record.Type, _ target: Target) {
    if let record = find(model, target) { keep(record) }
  }

  /// Uses a copy of a record that was taken before.
  func useHeld<Record: WorldModel>(_ model: Record.Type, _ slot: Int, _ edits: [Edit], _ use: HeldUse) throws {
    let records = held[Record.kind] ?? []
    guard !records.isEmpty, let old = records[records.count - 1 - slot % min(records.count, 6)] as? Record else {
      return
    }
    let record = edited(old, edits)
    func swift() -> String {
      if use == .update {
        return "{ var held = \(old.swift); try held.update { \(record.assignments(from: old, "$0")) } }()"
      }
      return "{ var held = \(old.swift); \(record.assignments(from: old, "held")); try held.\(use)() }()"
    }
    let changed = try both(swift()) {
      var changed = use == .update ? old : record
      switch use {
      case .update: try changed.update { $0 = record }
      case .save: try changed.save()
      case .insert: try changed.insert()
      case .upsert: try changed.upsert()
      case .delete: try changed.delete()
      case .destroy: try changed.destroy()
      case .reload: try changed.reload()
      }
      return Same(changed)
    } naive: { naive throws(Refusal) in
      var changed = record
      switch use {
      case .save: try naive.save(&changed, .save)
      case .update: try naive.update(&changed, since: old)
      case .insert: try naive.save(&changed, .insert)
      case .upsert: try naive.save(&changed, .upsert)
      case .delete:
        try naive.checkVersion(record)
        _ = try naive.delete(Record.self, [record.id])
      case .destroy:
        try naive.checkVersion(record)
        _ = try naive.destroy(Record.self, [record.id])
      case .reload:
        if !record.id.isAssigned { throw .notSaved }
        guard let stored = naive[keyPath: Record.rows].find(record.id) else { throw .recordGone }
        changed = stored
      }
      return Same(changed)
    }
    if let changed { keep(changed.record) }
  }
}
