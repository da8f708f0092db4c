import MotionModel
import MotionModelValidation

/// The records of a form as a preview has them, by their places in the form.
final class ShownRecords {
  /// Where the records are written.
  private(set) var environment: FormEnvironment
  private var records: [FormPath: any Model] = [:]
  /// The records before everything was rewritten.
  private var earlier: [FormPath: any Model] = [:]

  init(in store: Store, locale: FormLocale) { environment = FormEnvironment(store: store, locale: locale) }

  var store: Store { environment.store }

  /// The record at a place; nil if the preview does not have it.
  subscript(path: FormPath) -> (any Model)? {
    get { records[path] }
    set { records[path] = newValue }
  }

  /// Returns the record at a place; during a rewrite, the earlier one if it is not written yet.
  func former(_ path: FormPath) -> (any Model)? { records[path] ?? earlier[path] }

  /// Writes everything again, in another store.
  func rewrite(in store: Store, _ body: () -> Void) {
    let own = environment.store
    (environment.store, earlier, records) = (store, records, [:])
    body()
    (environment.store, earlier) = (own, [:])
  }
}

// A preview never refuses: what cannot be written is left out.

extension ModelForm {
  /// Traps if an adapter keeps records of the form, of which a store has no copy.
  func requireMemory() {
    if Record.Adapter.self != ArrayAdapter.self {
      FormMisuse.stop(
        "A form of \(Record.self)", "has a preview, for which its records must be in memory", "do without the preview")
    }
    for group in plan(for: .edit).groups { group.requireMemory() }
  }
}

extension FormCore {
  /// Writes the record and its children.
  ///
  /// - Parameter prepare: Completes a child: its place among its siblings, and if it is new, its keys.
  func show(at path: FormPath, in shown: ShownRecords, completing prepare: (inout Record) -> Void = { _ in }) {
    guard let record = written(at: path, in: shown, completing: prepare) else { return }
    shown[path] = record
    for index in fields.indices where fields[index].isChanged { showJoins(index, of: record, in: shown) }
    for index in groups.indices { showGroup(index, of: record, at: path, in: shown) }
  }

  /// Writes what was entered at a place. It looks at no other field, unless the record was not there before.
  func follow(
    _ steps: ArraySlice<ValidationStep>, at path: FormPath, in shown: ShownRecords,
    completing prepare: (inout Record) -> Void = { _ in }
  ) {
    guard let record = shown[path] as? Record else { return show(at: path, in: shown, completing: prepare) }
    guard case .field(let name)? = steps.first else { return }
    if let index = plan.fieldIndex[name] { return showField(index, of: record, at: path, in: shown) }
    guard let index = plan.groupIndex[name], case .index(let number)? = steps.dropFirst().first,
      let item = groups[index].index(of: number)
    else { return }
    let place = path.appending(name).appending(number)
    if groups[index].items[item].isIdle { return plan.groups[index].drop(at: place, in: shown) }
    let (node, rest) = (groups[index].items[item].node, steps.dropFirst(2))
    if shown[place] != nil {
      return plan.groups[index].follow(node, of: record, place: nil, rest, at: place, in: shown)
    }
    guard let living = livingItems(index).first(where: { $0.item.number == number }) else { return }
    plan.groups[index].follow(node, of: record, place: living.place, rest, at: place, in: shown)
  }

  // MARK: - Fields

  /// Whether the preview takes the value of a field.
  private func isTaken(_ index: Int) -> Bool {
    fields[index].problem == nil && !fields[index].errors.contains { $0.severity == .error }
  }

  private func copy(_ index: Int, from source: Record, to record: inout Record) {
    let access = plan.fields[index].access
    _ = access.assign(access.value(source), &record)
  }

  private func showField(_ index: Int, of record: Record, at path: FormPath, in shown: ShownRecords) {
    guard isTaken(index) else { return }
    if plan.fields[index].access.joins != nil { return showJoins(index, of: record, in: shown) }
    var next = record
    copy(index, from: draft, to: &next)
    if (try? shown.store.table(Record.self).saveUnchecked(&next)) != nil { shown[path] = next }
  }

  private func showJoins(_ index: Int, of record: Record, in shown: ShownRecords) {
    guard let joins = plan.fields[index].access.joins, isTaken(index), case .choices(let chosen) = fields[index].input,
      let present = try? joins.ids(record, shown.store)
    else { return }
    let (wanted, former) = (Set(chosen), Set(present))
    _ = try? shown.store.inTransaction {
      try joins.change(record, wanted.subtracting(former).sorted(), former.subtracting(wanted).sorted(), shown.store)
    }
  }

  // MARK: - The record

  /// Writes the record itself; nil if it cannot be.
  private func written(
    at path: FormPath, in shown: ShownRecords, completing prepare: (inout Record) -> Void
  ) -> Record? {
    let table = shown.store.table(Record.self)
    // The numbers of items may be others by now.
    let former = (shown.former(path) as? Record).flatMap { base == nil || base?.id == $0.id ? $0 : nil }
    guard var plain = base == nil ? former ?? start : stored(in: table) else { return nil }
    if base == nil {
      if !isChanged && former == nil { return nil }
      // Another record may have got the id meanwhile.
      if plain.id.isAssigned, plain.id != start.id, (try? table.find(plain.id)) != nil { plain.id = start.id }
    }
    prepare(&plain)
    var (whole, changed) = (plain, [Int]())
    for index in fields.indices where base == nil || fields[index].isChanged {
      guard isTaken(index) || former != nil else { continue }
      copy(index, from: isTaken(index) ? draft : former ?? draft, to: &whole)
      changed.append(index)
    }
    if (try? table.saveUnchecked(&whole)) != nil { return whole }
    return written(plain, changed, from: whole, in: table)
  }

  /// Writes a record one field after the other, so that what is refused is left out alone.
  private func written(_ plain: Record, _ changed: [Int], from whole: Record, in table: ModelTable<Record>) -> Record? {
    var record = plain
    if (try? table.saveUnchecked(&record)) == nil {
      guard let stored = stored(in: table) else { return nil }
      record = stored
    }
    for index in changed {
      var next = record
      copy(index, from: whole, to: &next)
      if (try? table.saveUnchecked(&next)) != nil { record = next }
    }
    return record
  }

  private func stored(in table: ModelTable<Record>) -> Record? { base.flatMap { try? table.find($0.id) } }

  // MARK: - Children

  private func showGroup(_ index: Int, of record: Record, at path: FormPath, in shown: ShownRecords) {
    let plan = plan.groups[index]
    for item in groups[index].items where item.isRemoved && !item.node.isNew {
      plan.hide(item.node, from: record, in: shown)
    }
    for (item, place) in livingItems(index) {
      plan.show(item.node, of: record, place: place, at: path.appending(plan.name).appending(item.number), in: shown)
    }
  }

  /// The children of a group that a save would keep, each with its place where it gets a new one.
  private func livingItems(_ index: Int) -> [(item: ItemState, place: Int?)] {
    let items = groups[index].items.filter { !$0.isRemoved && !$0.isGone && !$0.isIdle }
    return Array(zip(items, newPlaces(items, index)))
  }
}

// MARK: - Groups

extension RelationPlan {
  func requireMemory() { form.requireMemory() }

  func show(_ node: any FormNode, of owner: Record, place: Int?, at path: FormPath, in shown: ShownRecords) {
    guard let core = node as? FormCore<Kind.Target> else { return }
    if core.isNew && relation.keyOfChildren == nil { return join(core.draft, to: owner, at: path, in: shown) }
    core.show(at: path, in: shown) { child in
      if let place, let (_, access) = position { _ = access.assign(place.attribute, &child) }
      if core.isNew { complete(&child, of: owner, in: shown.store) }
    }
  }

  /// Writes a new child of a relation through others.
  private func join(_ child: Kind.Target, to owner: Record, at path: FormPath, in shown: ShownRecords) {
    var child = child
    let inserted: Void? = try? shown.store.inTransaction { try relation.insert(&child, of: owner, in: shown.store) }
    if inserted != nil { shown[path] = child }
  }

  func follow(
    _ node: any FormNode, of owner: Record, place: Int?, _ steps: ArraySlice<ValidationStep>, at path: FormPath,
    in shown: ShownRecords
  ) {
    guard let core = node as? FormCore<Kind.Target> else { return }
    if shown[path] == nil { return show(core, of: owner, place: place, at: path, in: shown) }
    core.follow(steps, at: path, in: shown)
  }

  func drop(at path: FormPath, in shown: ShownRecords) {
    guard let record = shown[path] as? Kind.Target else { return }
    _ = try? shown.store.table(Kind.Target.self).destroy(record.id)
    shown[path] = nil
  }

  func hide(_ node: any FormNode, from owner: Record, in shown: ShownRecords) {
    guard let core = node as? FormCore<Kind.Target>, let record = core.base else { return }
    _ = try? shown.store.inTransaction { try relation.remove(record, from: owner, in: shown.store) }
  }

  /// Completes a new child of an owner: sets the columns that the relation determines, unless they were entered.
  private func complete(_ child: inout Kind.Target, of owner: Record, in store: Store) {
    let built = Store.with(store) { relation.newRecord(of: owner, in: store) }
    let blank = Store.with(store) { Kind.Target.new() }
    for column in Kind.Target.schema.columns where column[built] != column[blank] && column[child] == column[blank] {
      _ = column.assign(column[built], to: &child)
    }
  }
}
