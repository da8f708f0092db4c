public import MotionModel
import MotionModelValidation

extension FormCore {
  /// Returns the form as it is drawn.
  func description(in environment: FormEnvironment, words: ValidationMessages = .current) -> FormDescription {
    let drawing = FormDrawing(environment: environment, words: words)
    return FormDescription(
      model: Record.schema.modelName, title: form.title, context: context, record: recordText, version: form.version,
      sections: plan.sections { row($0, at: .form, drawing) },
      messages: drawing.messages(whole, at: .form, label: nil), language: environment.locale.language)
  }

  func rows(at path: FormPath, _ drawing: FormDrawing) -> [FormDescription.Row] {
    plan.rows.map { row($0, at: path, drawing) }
  }

  private func row(_ row: FormPlan<Record>.Row, at path: FormPath, _ drawing: FormDrawing) -> FormDescription.Row {
    switch row {
    case .field(let index): .field(field(index, at: path, drawing))
    case .group(let index): .group(group(index, at: path, drawing))
    }
  }

  private func field(_ index: Int, at path: FormPath, _ drawing: FormDrawing) -> FormField {
    let (facts, state) = (plan.fields[index].facts, fields[index])
    var field = facts.field(at: path, in: drawing.words)
    field.value = facts.control == .password ? .text("") : state.input
    field.example = facts.example(in: drawing.environment.locale)
    (field.isChanged, field.theirs) = (state.isChanged, state.theirs)
    if !isNew { field.stamp = FormFingerprint.of(state.initial) }
    if case .records(let records)? = facts.options { list(records, state, in: drawing.environment.store, &field) }
    let errors = state.isShown ? state.allErrors : []
    field.messages = drawing.messages(errors, at: field.path, label: facts.settings.label)
    return field
  }

  /// Lists the records that a field offers. Where they cannot be read, there are none, and a save says why.
  private func list(_ records: RecordOptions, _ state: FieldState, in store: Store, _ field: inout FormField) {
    let chosen: [String] =
      switch state.input {
      case .text(let value): [value]
      case .choices(let values): values
      case .flag, .file: []
      }
    try? records.list(in: &field, search: state.search, chosen: chosen, store)
  }

  private func group(_ index: Int, at path: FormPath, _ drawing: FormDrawing) -> FormGroup {
    let (plan, state) = (plan.groups[index], groups[index])
    var group = plan.group(at: path, in: drawing.words)
    var place = 0
    for item in state.items {
      group.items.append(self.item(item, place, of: plan.name, at: group.path, drawing))
      if !item.isRemoved { place += 1 }
    }
    let isFull = state.presentCount >= plan.settings.maximum
    group.canAdd = plan.settings.canAdd && !isFull
    if group.canAdd {
      let node = plan.newNode(of: base, in: drawing.environment)
      group.blank = item(ItemState(number: state.next, node: node), place, of: plan.name, at: group.path, drawing)
    }
    group.messages = drawing.messages(state.errors, at: group.path, label: plan.settings.label)
    return group
  }

  private func item(
    _ state: ItemState, _ place: Int, of name: String, at path: FormPath, _ drawing: FormDrawing
  ) -> FormGroup.Item {
    var drawing = drawing
    drawing.way += [.field(name), .index(place)]
    var item = FormGroup.Item(path: path.appending(state.number), record: state.node.recordText)
    item.isRemoved = state.isRemoved
    item.rows = state.node.rows(at: item.path, drawing)
    item.messages = drawing.messages(state.node.whole, at: item.path, label: nil)
    return item
  }

  func errors(onlyShown: Bool) -> [ValidationError] {
    var errors = whole
    for field in fields where field.isShown || !onlyShown { errors += field.allErrors }
    for (index, group) in groups.enumerated() {
      errors += group.errors
      for item in group.items where !item.isRemoved {
        let steps: [ValidationError.Step] = [.field(plan.groups[index].name), .index(item.number)]
        errors += item.node.errors(onlyShown: onlyShown).map { $0.nested(under: steps) }
      }
    }
    return errors
  }
}

extension ModelForm {
  /// Returns the form of a new record, as it is drawn.
  ///
  /// - Parameters:
  ///   - store: The store that has the records among which parents are chosen; by default, the one in use.
  ///   - locale: How the person writes numbers and dates.
  public func description(in store: Store = .current, locale: FormLocale = .iso) -> FormDescription {
    let record = Store.with(store) { Record.new() }
    let environment = FormEnvironment(store: store, locale: locale)
    return FormCore(self, making: record, in: environment).description(in: environment)
  }

  /// Returns the form of a stored record, as it is drawn.
  ///
  /// - Parameters:
  ///   - record: The record.
  ///   - store: The store that has the record's children and the records among which parents are chosen.
  ///   - locale: How the person writes numbers and dates.
  /// - Throws: The errors of the adapters that keep the children.
  public func description(
    of record: Record, in store: Store = .current, locale: FormLocale = .iso
  ) throws -> FormDescription {
    let environment = FormEnvironment(store: store, locale: locale)
    return try FormCore(self, editing: record, in: environment).description(in: environment)
  }
}
