public import MotionModel
import MotionModelValidation

extension ModelForm {
  /// Returns records as a table: a column for each field that the form has when a record is edited.
  ///
  /// Values are texts as the person reads them: numbers and dates in the locale's spelling, the labels of options, and
  /// the names of parents in place of their keys. Passwords, hidden fields and children are left out.
  ///
  /// - Parameters:
  ///   - records: The records, such as those of a finder.
  ///   - store: The store that has the parents; by default, the one in use.
  ///   - locale: How the person writes numbers and dates.
  /// - Throws: The errors of the adapters that keep the parents.
  /// - Complexity: O(*n*) in the number of cells, and one find for each parent that is named. A column of joined
  ///   records costs a query for each record.
  public func table(
    of records: some Sequence<Record>, in store: Store = .current, locale: FormLocale = .iso
  ) throws -> TableDescription {
    let environment = FormEnvironment(store: store, locale: locale)
    var columns = plan(for: .edit).fields.filter { $0.facts.isShownInTables }.map { CellTexts($0, environment) }
    let rows = try records.map { record in
      var cells: [String] = []
      for index in columns.indices { cells.append(try columns[index].text(of: record)) }
      return TableDescription.Row(record.id.attribute.inputText, cells)
    }
    return TableDescription(
      model: Record.schema.modelName, title: title, columns: columns.map(\.column), rows: rows,
      language: locale.language)
  }

  /// Returns a page of a finder's records as a table, which says whether there are more.
  ///
  /// - Throws: The errors of the adapters that keep the parents.
  public func table(
    of page: Page<Record>, in store: Store = .current, locale: FormLocale = .iso
  ) throws -> TableDescription {
    var table = try table(of: page.records, in: store, locale: locale)
    table.hasMore = page.next != nil
    return table
  }
}

extension FieldFacts {
  fileprivate var isShownInTables: Bool { control != .password && control != .hidden }
}

/// Writes the cells of one column.
private struct CellTexts<Record: Model> {
  let column: TableDescription.Column
  private let field: FieldPlan<Record>
  private let environment: FormEnvironment
  /// The labels of options, as far as they are known.
  private var labels: [String: String] = [:]

  init(_ field: FieldPlan<Record>, _ environment: FormEnvironment, words: ValidationMessages = .current) {
    (self.field, self.environment) = (field, environment)
    let facts = field.facts
    column = TableDescription.Column(facts.name, facts.label(in: words), facts.control)
    for option in facts.fixedOptions(in: words) where labels[option.value] == nil {
      labels[option.value] = option.label
    }
  }

  mutating func text(of record: Record) throws -> String {
    switch try input(of: record) {
    case .text(let text): try label(text)
    case .choices(let values): try values.map { try label($0) }.joined(separator: ", ")
    case .flag(let isOn): labels[isOn ? "true" : "false"] ?? ""
    case .file(let file): file?.name ?? ""
    }
  }

  private func input(of record: Record) throws -> FormInput {
    if let joins = field.access.joins { return .choices(try joins.ids(record, environment.store)) }
    return field.facts.input(of: field.access.value(record), in: environment.locale)
  }

  private mutating func label(_ value: String) throws -> String {
    if let label = labels[value] { return label }
    guard !value.isEmpty, case .records(let records)? = field.facts.options else { return value }
    let label = try records.stored(environment.store, value)?.label ?? value
    labels[value] = label
    return label
  }
}

extension FieldFacts {
  /// The options that do not depend on a store; those of a toggle are on and off.
  fileprivate func fixedOptions(in words: ValidationMessages) -> [FormField.Option] {
    if control == .toggle { return ListedOption.truthValues.map { $0.option(in: words) } }
    if case .list(let list)? = options { return list.map { $0.option(in: words) } }
    return []
  }
}
