import MotionModel
import MotionModelValidation

/// Everything that a form does, as a value: the input for a record and its children, and its errors.
///
/// Three records are kept. `base` is the record as it was read. `draft` is `base` with the values of all changed fields
/// that have one. What a form does not have is in `base` as it was, and is never written from there: a save reads the
/// stored record again.
struct FormCore<Record: Model>: Sendable {
  let form: ModelForm<Record>
  let context: FormDescription.Context
  let plan: FormPlan<Record>
  /// The stored record; nil for a new one.
  var base: Record?
  /// The record with what is entered.
  var draft: Record
  /// What a new record had before anything was entered.
  var start: Record
  var fields: [FieldState]
  var groups: [GroupState]
  var whole: [ValidationError] = []
  /// Whether the place among its siblings was changed.
  var isMoved = false
  /// Whether the record itself was written already, together with its siblings.
  var isWritten = false

  /// Creates the form of a new record.
  init(_ form: ModelForm<Record>, making record: Record, in environment: FormEnvironment) {
    self.init(form, .new, record, in: environment)
  }

  /// Creates the form of a stored record and its children.
  init(_ form: ModelForm<Record>, editing record: Record, in environment: FormEnvironment) throws {
    self.init(form, .edit, record, in: environment)
    base = record
    try loadJoins(of: record, in: environment)
    for index in groups.indices {
      for node in try plan.groups[index].nodes(of: record, in: environment) { groups[index].append(node) }
    }
  }

  private init(
    _ form: ModelForm<Record>, _ context: FormDescription.Context, _ record: Record, in environment: FormEnvironment
  ) {
    (self.form, self.context, plan) = (form, context, form.plan(for: context))
    (draft, start) = (record, record)
    fields = plan.fields.map { FieldState($0.facts.input(of: $0.access.value(record), in: environment.locale)) }
    groups = plan.groups.map { _ in GroupState() }
  }

  /// The record beside which the fields are changed.
  var original: Record { base ?? start }
}

extension FormCore: FormNode {
  var isNew: Bool { base == nil }

  var recordText: String? { base.map { $0.id.attribute.inputText } }

  /// Whether a field of the record itself is changed.
  var isChangedItself: Bool { isMoved || fields.contains { $0.isChanged } }

  var isChanged: Bool { isChangedItself || groups.contains { $0.isChanged } }

  func changedFields(below path: FormPath) -> [FormPath] {
    let own = fields.indices.filter { fields[$0].isChanged }.map { path.appending(plan.fields[$0].facts.name) }
    let inner = groups.indices.flatMap { index in
      groups[index].items.filter { !$0.isRemoved }.flatMap { item in
        item.node.changedFields(below: path.appending(plan.groups[index].name).appending(item.number))
      }
    }
    return own + inner
  }

  // MARK: - Changes

  mutating func apply(
    _ edit: FormEdit, at path: FormPath, from depth: Int, in environment: FormEnvironment
  ) throws(FormError) -> Int? {
    let steps = path.steps.dropFirst(depth)
    guard case .field(let name)? = steps.first else { throw .unknownField(path) }
    if let index = plan.fieldIndex[name], steps.count == 1 {
      try change(index, edit, at: path, in: environment)
      return nil
    }
    guard let index = plan.groupIndex[name] else { throw .unknownField(path) }
    return try changeGroup(index, edit, at: path, from: depth + 1, in: environment)
  }

  /// Changes a field. It casts and checks this field, and looks at no other.
  private mutating func change(
    _ index: Int, _ edit: FormEdit, at path: FormPath, in environment: FormEnvironment
  ) throws(FormError) {
    let facts = plan.fields[index].facts
    switch edit {
    case .input(let input), .answer(let input, _):
      if facts.isReadOnly { throw .readOnly(path) }
      if !facts.takes(input) { throw .wrongKind(path, facts.control) }
      if case .answer(_, let stamp) = edit { return answer(input, stamp: stamp, index, in: environment) }
      enter(facts.normalized(input), index, in: environment)
      fields[index].isTouched = true
      if facts.settings.moment == .typing { fields[index].isShown = true }
    case .absent: if !facts.isReadOnly { answerNothing(index, in: environment) }
    case .leave:
      if fields[index].isTouched && facts.settings.moment != .submitting { fields[index].isShown = true }
    case .takeTheirs:
      fields[index].theirs = nil
      enter(fields[index].initial, index, in: environment)
    case .search(let text):
      guard case .records? = facts.options, !facts.isReadOnly else { throw .notSearched(path) }
      fields[index].search = text.allSatisfy(\.isWhitespace) ? nil : text
    case .add, .remove, .restore, .move, .adopt, .order: throw .unknownField(path)
    }
  }

  /// Keeps an input, casts it, and checks the rules about its field.
  mutating func enter(_ input: FormInput, _ index: Int, in environment: FormEnvironment) {
    fields[index].input = input
    fields[index].conflict = nil
    assign(index, in: environment)
    judge(index, in: environment)
  }

  /// Gives the draft the value of a field.
  mutating func assign(_ index: Int, in environment: FormEnvironment) {
    let (facts, access) = (plan.fields[index].facts, plan.fields[index].access)
    let before = access.value(original)
    fields[index].problem = nil
    guard fields[index].isChanged else {
      _ = access.assign(before, &draft)
      return
    }
    let input = access.joins == nil ? fields[index].input : joined(fields[index]).added
    switch facts.value(of: input, base: before, in: environment) {
    case .failure(let problem): fields[index].problem = problem
    case .success(let value):
      if access.assign(value, &draft) != nil { fields[index].problem = facts.refusal(of: value) }
    }
    // Rules about other fields see the value that the field had, and not one that was typed on the way.
    if fields[index].problem != nil { _ = access.assign(before, &draft) }
  }

  /// Checks the rules about a field, if its input has a value.
  ///
  /// - Parameter comparing: Whether to check rules that compare the record with all others.
  mutating func judge(_ index: Int, comparing: Bool = true, in environment: FormEnvironment) {
    if fields[index].problem != nil { return fields[index].errors = [] }
    let (rules, base, draft) = (plan.fields[index].errors, base, draft)
    fields[index].errors = Store.with(environment.store) { rules(draft, base, comparing) }
  }

  private mutating func changeGroup(
    _ index: Int, _ edit: FormEdit, at path: FormPath, from depth: Int, in environment: FormEnvironment
  ) throws(FormError) -> Int? {
    let steps = path.steps.dropFirst(depth)
    if steps.isEmpty { return try changeItems(of: index, edit, at: path, in: environment) }
    guard case .index(let number)? = steps.first, let item = groups[index].index(of: number) else {
      throw .unknownField(path)
    }
    if steps.count > 1 {
      return try groups[index].items[item].node.apply(edit, at: path, from: depth + 1, in: environment)
    }
    try changeItem(item, of: index, edit, at: path)
    return nil
  }

  /// Changes which items a group has.
  private mutating func changeItems(
    of index: Int, _ edit: FormEdit, at path: FormPath, in environment: FormEnvironment
  ) throws(FormError) -> Int? {
    switch edit {
    case .add: return try add(to: index, at: path, in: environment)
    case .adopt(let items, let byRecord): try adopt(items, byRecord: byRecord, in: index, at: path, in: environment)
    case .order(let numbers): try order(numbers, in: index, at: path)
    default: throw .unknownField(path)
    }
    return nil
  }

  mutating func add(to index: Int, at path: FormPath, in environment: FormEnvironment) throws(FormError) -> Int {
    let plan = plan.groups[index]
    if !plan.settings.canAdd { throw .cannotAdd(path) }
    if groups[index].presentCount >= plan.settings.maximum {
      throw .tooManyItems(path, limit: plan.settings.maximum)
    }
    groups[index].append(plan.newNode(of: base, in: environment))
    return groups[index].next - 1
  }

  private mutating func changeItem(_ item: Int, of index: Int, _ edit: FormEdit, at path: FormPath) throws(FormError) {
    let settings = plan.groups[index].settings
    switch edit {
    case .remove:
      let isNew = groups[index].items[item].node.isNew
      if !settings.canRemove && !isNew { throw .cannotRemove(path) }
      if !isNew { return groups[index].setRemoved(true, item) }
      groups[index].items.remove(at: item)
      groups[index].reindex()
    case .restore: groups[index].setRemoved(false, item)
    case .move(let place):
      if !settings.canReorder { throw .cannotMove(path) }
      let moved = groups[index].items.remove(at: item)
      groups[index].items.insert(moved, at: min(max(0, place), groups[index].items.count))
      groups[index].isReordered = true
      groups[index].reindex()
    case .input, .answer, .absent, .leave, .takeTheirs, .search, .add, .adopt, .order:
      throw .unknownField(path)
    }
  }
}
