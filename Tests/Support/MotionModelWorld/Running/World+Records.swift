import MotionModel

extension World {
  // MARK: - Records

  func create<Record: WorldModel>(_ model: Record.Type, _ draft: Draft, _ creation: Creation) throws {
    let record = self.record(model, draft)
    let created = try both(source(creation, record)) {
      var new = record
      switch creation {
      case .create: new = try Record.create { $0 = record }
      case .createRecord: new = try Record.create(record)
      case .insert: try new.insert()
      case .save: try new.save()
      case .saved: new = try new.saved()
      case .upsert: try new.upsert()
      case .upsertOnColumn: if let key = Record.naturalKey { try key.upsert(&new) }
      case .firstOrCreate: if let key = Record.naturalKey { new = try key.firstOrCreate(new) }
      }
      return Same(new)
    } naive: { naive throws(Refusal) in
      var new = record
      switch creation {
      case .create, .createRecord, .insert: try naive.save(&new, .insert)
      case .save, .saved: try naive.save(&new, .save)
      case .upsert: try naive.save(&new, .upsert)
      case .upsertOnColumn: if let key = Record.naturalKey { try naive.upsert(&new, on: key) }
      case .firstOrCreate: if let key = Record.naturalKey { try naive.findOrInsert(&new, by: key) }
      }
      return Same(new)
    }
    if let created { keep(created.record) }
  }

  /// Returns the call that creates a record.
  private func source<Record: WorldModel>(_ creation: Creation, _ record: Record) -> String {
    switch creation {
    case .create: "\(Record.name).create { \(record.assignments) }"
    case .createRecord: "\(Record.name).create(\(record.swift))"
    case .upsertOnColumn: "{ var new = \(record.swift); try new.upsert(on: \(Record.naturalKey?.swift ?? "")) }()"
    case .firstOrCreate:
      """
      { let new = \(record.swift); try \(Record.name).where(\(Record.naturalKey?.swift ?? ""))\
      .eq(new[keyPath: \(Record.naturalKey?.swift ?? "")]).firstOrCreate { $0 = new } }()
      """
    case .insert, .save, .saved, .upsert: "{ var new = \(record.swift); try new.\(creation)() }()"
    }
  }

  func insertMany<Record: WorldModel>(_ model: Record.Type, _ drafts: [Draft]) throws {
    let records = drafts.map { record(model, $0) }
    try both("\(Record.name).insert(contentsOf: [\(records.map(\.swift).joined(separator: ", "))])") {
      try Record.insert(contentsOf: records).map { Same($0) }
    } naive: { naive throws(Refusal) in
      var records = records
      _ = try naive.save(&records, .insert)
      return records.map { record in Same(naive[keyPath: Record.rows].find(record.id) ?? record) }
    }
  }

  func importRows<Record: WorldModel>(_ model: Record.Type, _ drafts: [Draft], _ bulk: Bulk) throws {
    let allOrNothing = bulk == .importAllOrNothing
    var records = drafts.map { record(model, $0) }
    for (index, record) in records.enumerated()
    where allOrNothing && current.naive[keyPath: Record.rows].find(record.id) == nil {
      // If nothing is inserted, it is not known which ids rows were given, and so whether another row has one of them.
      records[index].id = Record().id
    }
    let rows = records.map { record in
      record.attributes.filter { name, _ in name != "id" || record.id.isAssigned }
    }
    // An id may be given to one row that a later row has already, so ids are recorded by row.
    var given: [Record.ID] = []
    // An import by a mapping skips rows without values, of which the naive store knows nothing.
    let isMapped = bulk == .importMapped && !rows.contains { $0.values.allSatisfy(\.isEmptyCell) }
    let arguments = isMapped ? "mapping: []" : "allOrNothing: \(allOrNothing)"
    try both("\(Record.name).importRows(\(rows.swift), \(arguments))") {
      let report =
        isMapped
        ? try Record.importRows(rows, mapping: []) : try Record.importRows(rows, allOrNothing: allOrNothing)
      let refused = Set(report.failures.map(\.row))
      let added = rows.indices.filter { !refused.contains($0 + 1) }
      given = zip(added, report.records).compactMap { records[$0].id.isAssigned ? nil : $1.id }
      return report.failures.map(\.row)
    } naive: { naive throws(Refusal) in
      naive[keyPath: Record.rows].tape = given[...]
      return naive.importRecords(records, allOrNothing: allOrNothing)
    }
  }

  func update<Record: WorldModel>(_ model: Record.Type, _ target: Target, _ edits: [Edit], _ updating: Updating) throws
  {
    guard let stored = find(model, target) else { return }
    let record = edited(stored, edits)
    func swift(_ call: String) -> String {
      "{ var old = \(source(stored)); \(record.assignments(from: stored, "old")); try old.\(call)() }()"
    }
    let changed: Same<Record>?
    switch updating {
    case .attributes:
      let old = stored.attributes
      let attributes = record.attributes.filter { name, value in old[name].map { !value.isSame(as: $0) } ?? true }
      changed = try both("{ var old = \(source(stored)); try old.update(attributes: \(attributes.swift)) }()") {
        var changed = stored
        try changed.update(attributes: attributes)
        return Same(changed)
      } naive: { naive throws(Refusal) in
        var changed = record
        try naive.save(&changed, .save)
        return Same(changed)
      }
    case .changeID:
      let id = Record.ID.byHand(700_000)
      changed = try both("{ var old = \(source(stored)); try old.update { $0.id = \(id.swift) } }()") {
        var changed = stored
        try changed.update { $0.id = id }
        return Same(changed)
      } naive: { _ throws(Refusal) in
        throw .readOnlyColumn
      }
    case .form: return try submit(stored, record)
    case .touch: return try touch(stored)
    case .saveOnly: return try save(stored, record, only: edits.first?.field ?? 0)
    case .increment: return try increment(stored, by: edits.first?.value ?? 1)
    case .update:
      changed = try both(
        "{ var old = \(source(stored)); try old.update { \(record.assignments(from: stored, "$0")) } }()"
      ) {
        var changed = stored
        try changed.update { $0 = record }
        return Same(changed)
      } naive: { naive throws(Refusal) in
        var changed = record
        try naive.save(&changed, .save)
        return Same(changed)
      }
    case .unchanged:
      changed = try both("\(source(stored)).saved()") {
        Same(try stored.saved())
      } naive: { naive throws(Refusal) in
        var same = stored
        try naive.save(&same, .save)
        return Same(same)
      }
    case .save, .saved:
      changed = try both(swift("\(updating)")) {
        var changed = record
        if updating == .saved { return Same(try changed.saved()) }
        try changed.save()
        return Same(changed)
      } naive: { naive throws(Refusal) in
        var changed = record
        try naive.save(&changed, .save)
        return Same(changed)
      }
    case .upsert:
      changed = try both(swift("upsert")) {
        var changed = record
        try changed.upsert()
        return Same(changed)
      } naive: { naive throws(Refusal) in
        var changed = record
        try naive.save(&changed, .upsert)
        return Same(changed)
      }
    }
    if let changed { keep(changed.record) }
  }

  /// Saves one column of a copy that has other edits, too.
  private func save<Record: WorldModel>(_ stored: Record, _ record: Record, only number: Int) throws {
    let field = Record.fields[number % Record.fields.count]
    // The field stands for several columns.
    if Record.schema[field.name] == nil { return }
    let edits = record.assignments(from: stored, "old")
    try both("{ var old = \(source(stored)); \(edits); try old.save(only: \\.\(field.name)) }()") {
      var changed = record
      try field.save(&changed)
      return true
    } naive: { naive throws(Refusal) in
      if !stored.id.isAssigned { throw .notSaved }
      guard var changed = naive[keyPath: Record.rows].find(stored.id) else { throw .recordGone }
      field.copy(record, &changed)
      try naive.save(&changed, .update)
      return true
    }
  }

  /// Sets the time of the latest save; other models have none.
  private func touch(_ record: some WorldModel) throws {
    guard let site = record as? Site else { return }
    let changed = try both("{ var site = \(source(site)); try site.touch() }()") {
      var changed = site
      try changed.touch()
      return Same(changed)
    } naive: { naive throws(Refusal) in
      if !site.id.isAssigned { throw .notSaved }
      guard let index = naive.sites.index(of: site.id) else { throw .recordGone }
      if naive.touchesParents { naive.sites.rows[index].record.updatedAt = naive.now }
      return Same(naive.sites.rows[index].record)
    }
    if let changed { keep(changed.record) }
  }

  /// Adds to the priority of a job; other models have no number to increment.
  private func increment(_ record: some WorldModel, by amount: Int) throws {
    guard let job = record as? Job else { return }
    let changed = try both("{ var job = \(source(job)); try job.increment(\\.priority, by: \(amount)) }()") {
      var changed = job
      try changed.increment(\.priority, by: amount)
      return Same(changed)
    } naive: { naive throws(Refusal) in
      if !job.id.isAssigned { throw .notSaved }
      guard var changed = naive.jobs.find(job.id) else { throw .recordGone }
      let (sum, overflows) = changed.priority.addingReportingOverflow(amount)
      if overflows { throw .numberOverflow }
      changed.priority = sum
      try naive.save(&changed, .update)
      return Same(changed)
    }
    if let changed { keep(changed.record) }
  }

  func delete<Record: WorldModel>(_ model: Record.Type, _ target: Target) throws {
    guard let record = find(model, target) else { return }
    try both("\(Record.name).delete(\(record.id.swift))") {
      try Record.delete(record.id)
    } naive: { naive throws(Refusal) in
      try naive.delete(model, [record.id]) > 0
    }
  }

  func destroy<Record: WorldModel>(_ model: Record.Type, _ target: Target) throws {
    guard let record = find(model, target) else { return }
    try both("\(Record.name).destroy(\(record.id.swift))") {
      try Record.destroy(record.id)
    } naive: { naive throws(Refusal) in
      try naive.destroy(model, [record.id]) > 0
    }
  }

  // MARK: - Many

  func updateAll<Record: WorldModel>(_ model: Record.Type, _ scope: Scope, _ edits: [Edit]) throws {
    let (found, naive) = (scoped(model, scope), current.naive)
    let example = edited(Record(), edits)
    try both("\(found.swift).updateAll { \(assignments(of: example, edits)) }") {
      try found.finder.updateAll { $0 = Self.edited($0, edits, naive) }
    } naive: { store throws(Refusal) in
      var records = found.records.map { Self.edited($0, edits, naive) }
      return try store.save(&records, .update)
    }
  }

  func deleteAll<Record: WorldModel>(_ model: Record.Type, _ scope: Scope) throws {
    let found = scoped(model, scope)
    try both("\(found.swift).deleteAll()") {
      try found.finder.deleteAll()
    } naive: { store throws(Refusal) in
      try store.delete(model, found.records.map(\.id))
    }
  }

  func destroyAll<Record: WorldModel>(_ model: Record.Type, _ scope: Scope) throws {
    let found = scoped(model, scope)
    try both("\(found.swift).destroyAll()") {
      try found.finder.destroyAll()
    } naive: { store throws(Refusal) in
      try store.destroy(model, found.records.map(\.id))
    }
  }

  // MARK: - Parts

  /// Keeps the record that a step returned, as a program would in a variable.
  func keep(_ record: some WorldModel) { held[type(of: record).kind, default: []].append(record) }

  func record<Record: WorldModel>(_ model: Record.Type, _ draft: Draft) -> Record {
    var record = edited(Record(), draft.edits)
    let table = current.naive[keyPath: Record.rows]
    switch draft.id {
    case .none: break
    case .taken(let index): if !table.rows.isEmpty { record.id = table.rows[index % table.rows.count].record.id }
    case .gone(let index): if let id = table.goneID(index) { record.id = id }
    case .byHand(let number): record.id = .byHand(number)
    }
    return record
  }

  func edited<Record: WorldModel>(_ record: Record, _ edits: [Edit]) -> Record {
    Self.edited(record, edits, current.naive)
  }

  static func edited<Record: WorldModel>(_ record: Record, _ edits: [Edit], _ naive: NaiveStore) -> Record {
    var record = record
    for edit in edits { Record.fields[edit.field % Record.fields.count].assign(&record, edit.value, naive) }
    return record
  }

  func assignments<Record: WorldModel>(of example: Record, _ edits: [Edit]) -> String {
    let names = Set(edits.map { $0.field % Record.fields.count })
    return names.sorted().map { "$0.\(Record.fields[$0].name) = \(Record.fields[$0].swift(example))" }.joined(
      separator: "; ")
  }

  /// Returns the record that a step refers to: a stored one, or one with an id that no stored record has.
  func find<Record: WorldModel>(_ model: Record.Type, _ target: Target) -> Record? {
    let table = current.naive[keyPath: Record.rows]
    var record = Record()
    switch target.which {
    case .present: return table.rows.isEmpty ? nil : table.rows[target.index % table.rows.count].record
    case .gone:
      guard let id = table.goneID(target.index) else { return nil }
      record.id = id
    case .unknown: record.id = .byHand(800_000 + target.index % 9)
    }
    // An earlier step may have inserted a record with the id.
    return table.find(record.id) ?? record
  }

  /// Returns the source with which a program finds or creates a record.
  func source<Record: WorldModel>(_ record: Record) -> String {
    current.naive[keyPath: Record.rows].find(record.id) == nil
      ? record.swift : "\(Record.name).find(\(record.id.swift))!"
  }
}

extension NaiveTable {
  /// Returns one of the ids of deleted records.
  func goneID(_ index: Int) -> Record.ID? {
    if gone.isEmpty { return nil }
    let ids = gone.sorted { "\($0)" < "\($1)" }
    return ids[index % ids.count]
  }
}

extension WorldModel {
  /// The record as Swift source.
  var swift: String { "\(Self.name).new { \(assignments) }" }

  /// The assignments that turn an empty record into this one.
  var assignments: String {
    let id = self.id.isAssigned ? "$0.id = \(self.id.swift)" : ""
    let columns = assignments(from: Self(), "$0")
    return [id, columns].filter { !$0.isEmpty }.joined(separator: "; ")
  }

  func assignments(from other: Self, _ name: String) -> String {
    var parts = Self.fields.filter { !$0.isSame(self, other) }.map { "\(name).\($0.name) = \($0.swift(self))" }
    if let lock = Self.lockVersion, self[keyPath: lock] != other[keyPath: lock] {
      parts.append("\(name).lock = \(self[keyPath: lock])")
    }
    return parts.joined(separator: "; ")
  }
}
