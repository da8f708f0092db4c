package import MotionModel
import MotionModelValues

/// What an ``SQLAdapter`` knows of its database: the connections, and the tables of models.
public final class SQLKeeper: Sendable {
  let engine: any SQLEngine
  /// Whether tables that are made have the foreign keys of their relations, and the unique indexes of rules.
  private let constrains: Bool
  /// The models whose tables are known to be right, by their types.
  private let tables = Locked<[ObjectIdentifier: KeptTable]>([:])

  /// A statement that reads a record, what is bound to it, and its rows. One thread uses it at a time.
  final class Question: @unchecked Sendable {
    let text: String
    @exclusivity(unchecked) var bindings = SQLRows(row: [.integer(0)])
    @exclusivity(unchecked) var rows = SQLRows(columnCount: 0)

    init(_ text: String) { self.text = text }
  }

  /// What is known of the table of a model.
  final class KeptTable: Sendable {
    let layout: SQLLayout
    let fields: SQLFields
    let storedForm: StoredForm
    /// The names of the models whose records are parents.
    let parents: Set<String>
    /// The statements that write rows, without rows.
    let noRows: SQLChangedRows
    /// The statement that gives one id; nil if the database does not count them.
    let nextID: SQLStatement?
    /// The text of the statement that finds a record by its id, once one was looked for, and answered questions, for
    /// other ids: as many as finds have run at once.
    let finding = Locked<(text: String?, answered: [Question])>((nil, []))
    /// The greatest id that a sequence has given here.
    let greatestGivenID = Locked(Int.min)

    init(_ layout: SQLLayout, _ fields: SQLFields, in dialect: SQLDialect) {
      (self.layout, self.fields, storedForm) = (layout, fields, layout.storedForm)
      noRows = SQLChangedRows(fields, layout, in: dialect)
      nextID = layout.nextIDs(1, in: dialect)?.statement(in: dialect)
      parents = Set(layout.form.parents.map(\.table.model))
    }
  }

  /// - Parameter constrains: Whether tables that are made have the foreign keys of their relations, and the unique
  ///   indexes of rules.
  package init(_ engine: some SQLEngine, constrains: Bool = false) {
    (self.engine, self.constrains) = (engine, constrains)
  }

  private func kept(_ model: any Model.Type) -> KeptTable? { tables.withLock { $0[ObjectIdentifier(model)] } }

  // MARK: - Reading

  /// Replaces a new record, which has an id, by the stored record with the same id.
  ///
  /// - Returns: Whether there is one; nil if that takes a query.
  func find(_ record: MutableRow, of model: any Model.Type) throws(SQLError) -> Bool? {
    let table = try known(model)
    guard let number = table.fields.idNumber(of: Row(record)),
      let question = table.finding.withLock({ $0.answered.popLast() ?? $0.text.map(Question.init) })
        ?? finding(Row(record), number, of: model, in: table)
    else { return nil }
    question.bindings.replace(by: number)
    try engine.read { connection throws(SQLError) in
      try connection.run(question.text, question.bindings, into: &question.rows)
    }
    var count = 0
    let failure = table.fields.read(question.rows, besides: table.layout.mapped, to: record, stride: 0, &count) { _ in }
    if let failure {
      throw .unreadableValue(model: table.layout.form.model, column: failure.column, failure.error)
    }
    if question.rows.bytes.count < 4096 { table.finding.withLock { $0.answered.append(question) } }
    return count > 0
  }

  /// Returns the question for the record with an id that is a number; nil when that needs a query.
  ///
  /// Its text is put together once for all of them.
  private func finding(_ record: Row, _ number: Int64, of model: any Model.Type, in table: KeptTable) -> Question? {
    func form<Record: Model>(_ model: Record.Type) -> QueryForm { RecordQuery<Record>(ids: [record[model].id]).form }
    let select = SQLSelect(form(model), of: table.layout, in: engine.dialect)
    let statement = select.records.statement(in: engine.dialect)
    let isMapped = table.layout.mapped[table.layout.form.idColumn] != nil
    if isMapped || !select.isExact || statement.bindings != [.integer(number)] { return nil }
    table.finding.withLock { $0.text = statement.text }
    return Question(statement.text)
  }

  /// Returns what reads rows of the table of a model.
  func records<Record: Model>() throws(SQLError) -> SQLRecords<Record> { SQLRecords(try known(Record.self).fields) }

  /// Whether the records of a model are in a table of this database.
  func isKept<Record: Model, Adapter: StorageAdapter>(_ model: Record.Type, by adapter: Adapter.Type) -> Bool {
    Record.Adapter.self == Adapter.self && (try? table(of: model)) != nil
  }

  /// Returns the statements that read the records of a query.
  func select<Record: Model>(_ form: QueryForm, of model: Record.Type) throws(SQLError) -> SQLSelect {
    let layout = try table(of: model)
    // The tables of related records were looked up before.
    let known = tables.withLock { $0 }
    return SQLSelect(form, of: layout, in: engine.dialect) { known[ObjectIdentifier($0)]?.layout }
  }

  /// Returns how the database keeps values of a model, as far as its table is known.
  func storedForm<Record: Model>(of model: Record.Type) -> StoredForm {
    kept(model)?.storedForm ?? StoredForm()
  }

  /// Returns ids for new records; nil if the database does not count them.
  func giveIDs<Record: Model>(_ count: Int, of model: Record.Type) throws(SQLError) -> GivenIDs? {
    let (table, dialect) = (try known(model), engine.dialect)
    let statement = count == 1 ? table.nextID : table.layout.nextIDs(count, in: dialect)?.statement(in: dialect)
    guard let statement else { return nil }
    let rows = try engine.read { connection throws(SQLError) in try connection.run(statement) }
    let numbers = rows.values.compactMap { if case .integer(let number) = $0 { Int(exactly: number) } else { nil } }
    guard let last = numbers.last else { return nil }
    if dialect == .sqlite { return .above(last) }
    table.greatestGivenID.withLock { $0 = last }
    return .numbers(numbers)
  }

  // MARK: - Writing

  /// Commits a changeset, as the end of the calling thread's transaction or as one of its own.
  package func commit(_ changeset: Changeset) throws {
    if !engine.hasBegun { return try renewing { try commitOnce(changeset) } }
    do {
      try commitOnce(changeset)
    } catch {
      // The transaction is over with its first error, and what it has read has to be read again.
      if (error as? SQLError)?.isOfOldStatement == true { forgetTables() }
      throw error
    }
  }

  private func commitOnce(_ changeset: Changeset) throws {
    // Records are read from the changeset before the transaction begins: a column's type may run any code.
    let writes = try changeset.models.map { try self.writes(changeset, of: $0) }
    let ordered = writes.parentsFirst()
    let others = ordered.filter(\.isOthers)
    // Where others may have declared foreign keys, children lose their keys before the parents go.
    let late = others.filter { !$0.rows.updates.isEmpty }.flatMap(\.parents)
    let deletions = ordered.reversed().map { (write: $0, rows: $0.rows.deletions) }
    var steps = deletions.filter { !late.contains($0.write.model) }
    for write in ordered { steps += write.rows.writes.map { (write, $0) } }
    steps += deletions.filter { late.contains($0.write.model) }
    steps.removeAll(where: \.rows.isEmpty)
    do {
      try engine.write { connection in
        if !others.isEmpty { connection.deferForeignKeys() }
        try connection.expecting(steps.map(\.rows.batch)) {
          for (write, rows) in steps { try write.run(rows, in: connection) }
        }
        for write in ordered { try write.raiseSequence(in: connection) }
      }
    } catch let conflict as SQLConflict {
      throw try conflict.error(engine)
    } catch SQLError.constraint(let constraint, let statement) {
      throw try storeError(constraint, statement, writes)
    }
  }

  /// Returns the error of the store for a constraint that one of its relations is, or that of the database with the
  /// columns.
  private func storeError(
    _ constraint: SQLError.Constraint, _ statement: String, _ writes: [any SQLWrites]
  ) throws -> any Error {
    var constraint = constraint
    if constraint.columns.isEmpty {
      constraint.columns = try engine.read { connection throws(SQLError) in try connection.columns(of: constraint) }
    }
    let forms = tables.withLock { $0.values.map(\.layout.form) }
    guard constraint.kind == .foreignKey, let child = forms.first(where: { $0.model == constraint.table }),
      let parent = child.parents.first(where: { [child.columns[$0.column].name] == constraint.columns }),
      let relation = parent.relation
    else { return SQLError.constraint(constraint, statement: statement) }
    for (id, value) in writes.filter({ $0.model == parent.table.model }).flatMap(\.deleted) {
      let rows = try engine.read { connection throws(SQLError) in
        try connection.run(
          "SELECT 1 FROM \(name: child.model) WHERE \(names: constraint.columns) = \(bind: value) LIMIT 1")
      }
      if rows.count == 0 { continue }
      return StoreError.parentNeeded(model: parent.table.model, id: id, child: child.model, relation: relation)
    }
    return StoreError.parentMissing(model: child.model, id: nil, relation: relation, parent: parent.table.model)
  }

  private func writes<Record: Model>(_ changeset: Changeset, of model: Record.Type) throws -> any SQLWrites {
    try SQLChanges<Record>(changeset, known(model), in: engine.dialect)
  }

  // MARK: - Tables

  /// Calls `body`, and again, with the present tables, if another program has changed one since a statement was
  /// prepared: the database has executed nothing then. What reads several answers from one state begins with the first
  /// of them again.
  func renewing<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    do throws(Failure) {
      return try body()
    } catch {
      if (error as? SQLError)?.isOfOldStatement != true { throw error }
      forgetTables()
      if engine.hasBegun { throw error }
    }
    return try body()
  }

  /// Looks at each table again when it is used next.
  package func forgetTables() { tables.withLock { $0 = [:] } }

  /// Makes the tables of models as their schemas want them, all or none.
  ///
  /// - Parameter isConcurrent: Whether indexes of tables that are there are made afterwards, while others write.
  package func migrate(_ models: [any Model.Type], isConcurrent: Bool = false) throws(SQLError) {
    var (plans, indexes) = ([SQLTablePlan](), [SQLText]())
    for model in models { plans.append(try plan(for: model)) }
    let isOpen = engine.hasBegun
    try engine.definingTables { connection throws(SQLError) in
      indexes = []
      for plan in plans {
        let (statements, concurrent) = try plan.migration(in: connection, isConcurrent: isConcurrent)
        indexes += concurrent
        if isOpen && plan.drops(statements) { throw .unfitMigration(name: plan.name, reason: MigrationRun.isOpen) }
        for statement in statements { try connection.run(statement) }
      }
    }
    for statement in indexes {
      try engine.readAlone { connection throws(SQLError) in _ = try connection.run(statement) }
    }
    forgetTables()
  }

  func plan<Record: Model>(for model: Record.Type) throws(SQLError) -> SQLTablePlan {
    try SQLTablePlan(model, constrains: constrains, in: engine.dialect)
  }

  /// Returns the layout of a model whose table is there and right. A table that is not there is created.
  package func table<Record: Model>(of model: Record.Type) throws(SQLError) -> SQLLayout { try known(model).layout }

  private func known<Record: Model>(_ model: Record.Type) throws(SQLError) -> KeptTable {
    if let kept = kept(model) { return kept }
    let form = model.schema.tableForm
    // Nearly always the table is there, and nobody is kept from writing.
    var layout = try engine.look { connection throws(SQLError) in
      try SQLLayout.found(form, in: connection, engine.dialect)
    }
    if layout == nil {
      let plan = try plan(for: model)
      layout = try engine.definingTables { connection throws(SQLError) in
        try SQLLayout.prepared(form, by: plan, in: connection, engine.dialect)
      }
    }
    guard let layout else { preconditionFailure("a table that was not made") }
    // Others do not see a table that a transaction has made, until it commits.
    let table = KeptTable(layout, SQLFields(model, in: engine.dialect), in: engine.dialect)
    if !engine.hasDefined { tables.withLock { $0[ObjectIdentifier(model)] = table } }
    return table
  }
}
