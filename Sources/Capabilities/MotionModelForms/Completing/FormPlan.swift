import MotionModel
import MotionModelValidation

/// A form in one context, completed: its fields and groups, and the sections that they are in.
final class FormPlan<Record: Model>: Sendable {
  let fields: [FieldPlan<Record>]
  let groups: [any GroupPlan<Record>]
  let fieldIndex: [String: Int]
  let groupIndex: [String: Int]
  private let planned: [PlannedSection]

  /// A row by its number among the fields or the groups.
  enum Row: Sendable, Hashable {
    case field(Int)
    case group(Int)
  }

  private struct PlannedSection: Sendable {
    let title: String?
    let help: String?
    var rows: [Row] = []
  }

  /// - Parameters:
  ///   - check: The context of the program's own in which records are checked.
  ///   - keys: Columns that ``OtherInputs`` does not stand for.
  init(
    _ parts: [FormPart<Record>], in context: FormDescription.Context, _ check: ValidationContext?,
    withoutKeys keys: Set<String>
  ) {
    var builder = PlanBuilder(parts, context, check, keys)
    var sections = [PlannedSection(title: nil, help: nil)]
    for part in parts {
      if case .fieldset(let title, let help, let content) = part.kind {
        sections.append(PlannedSection(title: title, help: help, rows: content.flatMap { builder.rows(of: $0) }))
        sections.append(PlannedSection(title: nil, help: nil))
      } else {
        sections[sections.count - 1].rows += builder.rows(of: part)
      }
    }
    planned = sections.filter { !$0.rows.isEmpty }
    (fields, groups) = (builder.fields, builder.groups)
    fieldIndex = Dictionary(uniqueKeysWithValues: fields.enumerated().map { ($1.facts.name, $0) })
    groupIndex = Dictionary(uniqueKeysWithValues: groups.enumerated().map { ($1.name, $0) })
  }

  /// Returns the sections, with rows as they are made from the numbers.
  func sections(_ row: (Row) -> FormDescription.Row) -> [FormDescription.Section] {
    planned.map { FormDescription.Section($0.title, help: $0.help, rows: $0.rows.map(row)) }
  }

  /// All rows in order.
  var rows: [Row] { planned.flatMap(\.rows) }

  /// What the form has, for its version.
  var signature: String { (fields.map(\.facts.signature) + groups.map(\.signature)).joined(separator: ";") }

  /// Returns a row without what a record or a store has.
  func outline(of row: Row, at path: FormPath) -> FormDescription.Row {
    switch row {
    case .field(let index): .field(fields[index].facts.field(at: path, in: .current))
    case .group(let index): groups[index].outline(at: path)
    }
  }
}

/// A field of a form in one context, completed.
struct FieldPlan<Record: Model>: Sendable {
  let facts: FieldFacts
  let access: InputAccess<Record>
  /// Returns the errors of a record by the rules about this field.
  let errors: Errors

  /// Takes the record, the stored record, and whether to check rules that compare it with all others.
  typealias Errors = @Sendable (Record, Record?, Bool) -> [ValidationError]
}

/// Collects the fields and groups of a form.
private struct PlanBuilder<Record: Model> {
  var fields: [FieldPlan<Record>] = []
  var groups: [any GroupPlan<Record>] = []
  private let context: FormDescription.Context
  private let check: ValidationContext?
  private let others: Set<String>
  private let listed: Set<String>

  init(
    _ parts: [FormPart<Record>], _ context: FormDescription.Context, _ check: ValidationContext?, _ keys: Set<String>
  ) {
    (self.context, self.check) = (context, check)
    listed = Self.names(in: parts)
    others = Self.hidden.union(keys)
  }

  /// The names of listed columns and relations; traps if one is listed twice.
  private static func names(in parts: [FormPart<Record>]) -> Set<String> {
    var names: Set<String> = []
    func add(_ part: FormPart<Record>, inFieldset: Bool) {
      switch part.kind {
      case .input(let input): insert(input.name)
      case .children(let children): insert(children.name)
      case .others: break
      case .fieldset(_, _, let content):
        if inFieldset {
          FormMisuse.stop("The form of \(Record.self)", "has a fieldset in a fieldset", "end the outer one before")
        }
        for part in content { add(part, inFieldset: true) }
      }
    }
    func insert(_ name: String) {
      if !names.insert(name).inserted {
        FormMisuse.stop("The form of \(Record.self)", "has \"\(name)\" twice", "remove one")
      }
    }
    for part in parts { add(part, inFieldset: false) }
    return names
  }

  /// The columns that forms do not have unless they are listed.
  private static var hidden: Set<String> {
    let schema = Record.schema
    var numbers = schema.derivedColumns.union(schema.timestampColumns)
    if let version = schema.versionColumn { numbers.insert(version) }
    var names = Set(numbers.map { schema.columns[$0].name })
    names.insert(schema.idName)
    for relation in schema.relations where relation.ownKeyColumns.count > 1 || relation.targets.count != 1 {
      names.formUnion(relation.ownKeyColumns)
    }
    for column in schema.columns where !FieldFacts.isOffered(column.type) { names.insert(column.name) }
    return names
  }

  mutating func rows(of part: FormPart<Record>) -> [FormPlan<Record>.Row] {
    switch part.kind {
    case .input(let input):
      guard input.settings.contexts.contains(context), isThere(in: input.settings.checks) else { return [] }
      return [add(input)]
    case .children(let children):
      guard children.settings.contexts.contains(context), isThere(in: children.settings.checks) else { return [] }
      groups.append(children.plan(children.settings, check))
      return [.group(groups.count - 1)]
    case .others(let exceptions):
      let columns = Record.schema.columns.filter { column in
        !others.contains(column.name) && !exceptions.contains(column.name) && !listed.contains(column.name)
      }
      return columns.map { add(Input(column: $0)) }
    case .fieldset(_, _, let content): return content.flatMap { rows(of: $0) }
    }
  }

  private func isThere(in checks: [ValidationContext]?) -> Bool {
    guard let checks else { return true }
    return check.map(checks.contains) ?? false
  }

  private mutating func add(_ input: Input<Record>) -> FormPlan<Record>.Row {
    let facts = FieldFacts(property(input), input.settings, in: context)
    fields.append(FieldPlan(facts: facts, access: input.access, errors: rules(of: input.name)))
    return .field(fields.count - 1)
  }

  private func property(_ input: Input<Record>) -> PropertyFacts {
    var property = PropertyFacts(
      model: Record.schema.modelName, name: input.name, type: input.access.type, isOptional: input.access.isOptional)
    if let model = Record.self as? any Validatable.Type {
      property.rules = model.rules(of: input.name, for: context == .new ? .create : .update, in: check)
    }
    property.isJoined = input.access.joins != nil
    property.isFixed = input.access.column?.options.contains(.readOnly) ?? false
    if input.access.column != nil, let relation = relation(withKey: input.name), let target = relation.targets.first {
      property.parents = Self.options(of: target)
      property.requiresParent = relation.isRequired
    }
    return property
  }

  private func relation(withKey column: String) -> DeclaredRelation? {
    Record.schema.relations.first { $0.targets.count == 1 && $0.ownKeyColumns == [column] }
  }

  private static func options<Target: Model>(of target: Target.Type) -> RecordOptions { RecordOptions(of: target) }

  private func rules(of name: String) -> FieldPlan<Record>.Errors {
    func rules<Checked: Validatable>(_ model: Checked.Type) -> FieldPlan<Record>.Errors {
      let (validations, check) = (Checked.validations.about(name), check)
      return { record, stored, isCompared in
        guard let record = record as? Checked else { return [] }
        let errors = validations.validationErrors(
          of: record, replacing: stored as? Checked, comparing: isCompared, in: check)
        return errors.filter { $0.path == [.field(name)] }
      }
    }
    guard let model = Record.self as? any Validatable.Type else { return { _, _, _ in [] } }
    return rules(model)
  }
}

extension Input {
  /// Creates the input of a column that the form does not list.
  fileprivate init(column: Column<Record>) { self.init(name: column.name, access: InputAccess.of(column)) }
}

extension FieldFacts {
  /// Returns the field without what a record or a store has.
  func field(at path: FormPath, in words: ValidationMessages) -> FormField {
    var field = FormField(
      path: path.appending(name), label: label(in: words), control: control, value: control.emptyInput)
    (field.placeholder, field.help) = (settings.placeholder, settings.help)
    (field.isRequired, field.isReadOnly) = (isRequired, isReadOnly)
    (field.autocomplete, field.inputMode, field.limits) = (autocomplete, inputMode, limits)
    if case .list(let list)? = options { field.options = list.map { $0.option(in: words) } }
    return field
  }
}
