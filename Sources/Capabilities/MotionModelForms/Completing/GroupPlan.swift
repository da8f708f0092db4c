import MotionModel
import MotionModelValidation

/// A group of children in a form, for code that does not know their model.
protocol GroupPlan<Record>: Sendable {
  associatedtype Record: Model

  var name: String { get }
  var settings: GroupSettings { get }
  /// What an answer to a form of another version cannot be given to.
  var signature: String { get }
  /// What errors about the group as a whole are about.
  var model: String { get }

  /// The model of the children.
  var childModel: String { get }

  /// Returns the group without what a record or a store has.
  func outline(at path: FormPath) -> FormDescription.Row

  /// Returns the stored children of a record, each as a part of the form.
  func nodes(of owner: Record, in environment: FormEnvironment) throws -> [any FormNode]

  /// Returns a child to be added.
  func newNode(of owner: Record?, in environment: FormEnvironment) -> any FormNode

  /// Returns the place of a child among its siblings; nil if children have none.
  func place(of node: any FormNode) -> Int?

  /// Saves a child of a stored owner.
  ///
  /// - Parameter place: A new place among its siblings; nil to leave it.
  func save(
    _ node: inout any FormNode, of owner: Record, place: Int?, _ path: [ValidationError.Step],
    in environment: FormEnvironment
  ) throws

  /// Saves the changed children among stored ones in one write, so that a unique value can move from one to another.
  /// Does nothing if fewer than two have changed. Their own children are saved later.
  ///
  /// - Parameter places: The new places of the items; nil to leave one.
  func saveTogether(
    _ items: inout [ItemState], _ places: [Int?], of owner: Record, _ path: [ValidationError.Step],
    in environment: FormEnvironment
  ) throws

  /// Removes a stored child from its owner.
  func remove(_ node: any FormNode, from owner: Record, _ path: [ValidationError.Step], in environment: FormEnvironment)
    throws
}

extension GroupPlan {
  /// What the children are called, in a language.
  func label(in words: ValidationMessages) -> String {
    settings.label ?? words.name(of: name, in: Record.schema.modelName)
  }

  /// Returns the group, without its children.
  func group(at path: FormPath, in words: ValidationMessages) -> FormGroup {
    var group = FormGroup(path: path.appending(name), label: label(in: words))
    (group.help, group.isMany, group.canAdd) = (settings.help, settings.isMany, settings.canAdd)
    (group.canRemove, group.canReorder) = (settings.canRemove, settings.canReorder)
    (group.minimumCount, group.maximumCount) = (settings.minimum, settings.maximum)
    return group
  }
}

/// The children of a relation in a form.
struct RelationPlan<Record: Model, Kind: RelationKind>: GroupPlan {
  let name: String
  let settings: GroupSettings
  let relation: Relation<Record, Kind>
  /// The column that has the child's place; nil if the order cannot be changed.
  let position: (String, InputAccess<Kind.Target>)?
  let form: ModelForm<Kind.Target>

  var model: String { Record.schema.modelName }
  var childModel: String { Kind.Target.schema.modelName }
  var signature: String { "\(name)(\(form.version))" }

  func outline(at path: FormPath) -> FormDescription.Row {
    var group = group(at: path, in: .current)
    var blank = FormGroup.Item(path: group.path.appending(0))
    let plan = form.plan(for: .new)
    blank.rows = plan.rows.map { plan.outline(of: $0, at: blank.path) }
    group.blank = settings.canAdd ? blank : nil
    return .group(group)
  }

  func nodes(of owner: Record, in environment: FormEnvironment) throws -> [any FormNode] {
    var children = try relation.records(of: owner, in: environment.store).all
    if let (_, access) = position { children = Self.sorted(children) { access.value($0) } }
    return try children.map { try FormCore(form, editing: $0, in: environment) }
  }

  /// Returns records in the order of their places; those of one place keep their order.
  private static func sorted(_ records: [Kind.Target], by place: (Kind.Target) -> AttributeValue) -> [Kind.Target] {
    let places = records.enumerated().map { (place($1), $0) }
    return places.sorted { $0.0 == $1.0 ? $0.1 < $1.1 : $0.0 < $1.0 }.map { records[$0.1] }
  }

  func newNode(of owner: Record?, in environment: FormEnvironment) -> any FormNode {
    let child = Store.with(environment.store) { relation.newRecord(of: owner, in: environment.store) }
    return FormCore(form, making: child, in: environment)
  }

  func place(of node: any FormNode) -> Int? {
    guard let (_, access) = position, let core = node as? FormCore<Kind.Target> else { return nil }
    return try? Int(attribute: access.value(core.original))
  }

  func save(
    _ node: inout any FormNode, of owner: Record, place: Int?, _ path: [ValidationError.Step],
    in environment: FormEnvironment
  ) throws {
    guard var core = node as? FormCore<Kind.Target> else { return }
    move(&core, to: place)
    try core.save(path, in: environment) { try relation.insert(&$0, of: owner, in: environment.store) }
    node = core
  }

  /// Gives a child a place among its siblings.
  private func move(_ core: inout FormCore<Kind.Target>, to place: Int?) {
    guard let place, let (_, access) = position, access.value(core.draft) != place.attribute else { return }
    _ = access.assign(place.attribute, &core.draft)
    core.isMoved = true
  }

  func saveTogether(
    _ items: inout [ItemState], _ places: [Int?], of owner: Record, _ path: [ValidationError.Step],
    in environment: FormEnvironment
  ) throws {
    var changed: [(item: Int, core: FormCore<Kind.Target>)] = []
    for index in items.indices {
      guard var core = items[index].node as? FormCore<Kind.Target>, !core.isNew else { continue }
      move(&core, to: places[index])
      if core.isChangedItself { changed.append((index, core)) }
    }
    if changed.count < 2 { return }
    let table = environment.store.table(Kind.Target.self)
    let drafts = Dictionary(changed.map { ($0.core.draft.id, $0.core.draft) }) { first, _ in first }
    do {
      try table.where(\.id).in(drafts.keys).updateAll { record in record = drafts[record.id] ?? record }
    } catch {
      let children = changed.map { (record: $0.core.draft, number: items[$0.item].number) }
      throw refusal(error, of: children, path) { id in drafts[id] ?? (try? table.find(id)) } ?? error
    }
    for (index, var core) in changed {
      core.takeWritten(try table.require(core.draft.id))
      items[index].node = core
    }
  }

  /// Returns the refusal of children that were saved together: at the refused child, or at the group if the child is
  /// not known.
  ///
  /// - Parameter record: Returns the record with an id, as it was to be.
  private func refusal(
    _ error: any Error, of children: [(record: Kind.Target, number: Int)], _ path: [ValidationError.Step],
    _ record: (Kind.Target.ID) -> Kind.Target?
  ) -> FormRefusal? {
    let group = path + [.field(name)]
    let refused: (Kind.Target) -> Bool
    switch error {
    case let invalid as RecordInvalid:
      let id = (invalid.record as? Kind.Target)?.id
      refused = { $0.id == id }
    case StoreError.notUnique(_, let columns, let id?, _):
      // The error names the other record, which has the same values.
      let other = (try? Kind.Target.ID(attribute: .string(id))).flatMap(record)
      refused = { child in other.map { $0.id != child.id && Self.isSame($0, child, columns) } ?? false }
    case StoreError.halted(_, let id?, _, _, _), StoreError.readOnlyColumn(_, _, let id?),
      StoreError.parentMissing(_, let id?, _, _):
      refused = { $0.id.attribute.inputText == id }
    default: refused = { _ in false }
    }
    guard let child = children.first(where: { refused($0.record) }) else {
      return children.first.flatMap { FormRefusal(error, of: $0.record, at: group) }
    }
    return FormRefusal(error, of: child.record, at: group + [.index(child.number)])
  }

  private static func isSame(_ first: Kind.Target, _ second: Kind.Target, _ columns: [String]) -> Bool {
    let schema = Kind.Target.schema
    return columns.allSatisfy { name in schema[name].map { $0[first] == $0[second] } ?? false }
  }

  func remove(_ node: any FormNode, from owner: Record, _ path: [ValidationError.Step], in environment: FormEnvironment)
    throws
  {
    guard let core = node as? FormCore<Kind.Target>, let record = core.base else { return }
    do {
      try relation.remove(record, from: owner, in: environment.store)
    } catch {
      throw FormRefusal(error, of: record, at: path) ?? error
    }
  }
}
