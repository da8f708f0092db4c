package import MotionModel
import MotionModelValues

/// What the adapters of all databases have in common: it reads and writes the records of models through an engine.
package final class SQLKeeper<Engine: SQLEngine>: Sendable {
  package let engine: Engine
  /// Whether tables that are made have the foreign keys of their relations.
  private let refers: Bool
  /// The models whose tables are known to be right, by their types.
  private let tables = Locked<[ObjectIdentifier: KeptTable]>([:])

  /// What is known of the table of a model.
  private struct KeptTable: Sendable {
    let layout: SQLLayout
    let storedForm: StoredForm
    /// The names of the models whose records are parents.
    let parents: Set<String>
    /// The text of the statement that finds a record by its id, once one was looked for.
    var finding: String?
    /// The greatest id that a sequence has given here.
    var greatestGivenID = Int.min

    init(_ layout: SQLLayout) {
      (self.layout, storedForm) = (layout, layout.storedForm)
      parents = Set(layout.form.parents.map(\.table.model))
    }
  }

  /// - Parameter refers: Whether tables that are made have the foreign keys of their relations.
  package init(_ engine: Engine, refers: Bool = false) { (self.engine, self.refers) = (engine, refers) }

  // MARK: - Reading

  /// Returns the records of a query, in its order and window.
  package func read<Record: Model>(_ query: RecordQuery<Record>) throws(SQLError) -> [Record] {
    let form = query.form
    if form.lock != nil && engine.sessions.current?.purpose.isWriting != true {
      throw .lockOutsideTransaction(model: Record.schema.modelName)
    }
    return try renewing { () throws(SQLError) in
      let select = try select(form, of: Record.self)
      let rows = try engine.read { connection throws(SQLError) in try connection.run(select.records) }
      let records = try SQLRecords<Record>(in: Engine.dialect).records(rows, of: select.layout)
      return select.isExact ? records : query.records(from: records)
    }
  }

  /// Returns the record with an id, in an array; nil when that needs a query.
  ///
  /// The statement is put together once for all ids that are numbers.
  package func records<Record: Model>(of model: Record.Type, withIDs ids: [Record.ID]) throws(SQLError) -> [Record]? {
    if ids.count != 1 { return nil }
    return try renewing { () throws(SQLError) in
      guard let statement = try finding(ids[0], of: model) else { return nil }
      let rows = try engine.read { connection throws(SQLError) in try connection.run(statement) }
      return try SQLRecords<Record>(in: Engine.dialect).records(rows, of: table(of: model))
    }
  }

  private func finding<Record: Model>(_ id: Record.ID, of model: Record.Type) throws(SQLError) -> SQLStatement? {
    guard case .integer(let number) = SQLRecords<Record>(in: Engine.dialect).value(of: id) else { return nil }
    let bindings = [SQLValue.integer(number)]
    if let text = tables.withLock({ $0[ObjectIdentifier(model)]?.finding }) {
      return SQLStatement(text: text, bindings: bindings)
    }
    let layout = try table(of: model)
    if layout.mapped[layout.form.idColumn] != nil { return nil }
    let select = SQLSelect(Finder<Record>.form(ofID: id), of: layout, in: Engine.dialect)
    let statement = select.records.statement(in: Engine.dialect)
    guard select.isExact, statement.bindings == bindings else { return nil }
    tables.withLock { $0[ObjectIdentifier(model)]?.finding = statement.text }
    return statement
  }

  /// Returns the number of records of a query.
  package func count<Record: Model>(_ query: RecordQuery<Record>) throws(SQLError) -> Int {
    let count = try renewing { () throws(SQLError) -> Int? in
      let select = try select(query.form, of: Record.self)
      guard select.isCountExact else { return nil }
      let rows = try engine.read { connection throws(SQLError) in try connection.run(select.count) }
      guard case .integer(let count) = rows[row: 0, column: 0] else { preconditionFailure("COUNT without a number") }
      return Int(clamping: count)
    }
    if let count { return count }
    return try read(query).count
  }

  /// Returns facts about the records of a query, in groups; nil when SQL does not compute them as memory does.
  package func summaries<Record: Model>(
    _ query: RecordQuery<Record>, _ requests: [SummaryRequest], by keys: [TableForm.Column]
  ) throws(SQLError) -> [GroupSummary]? {
    do throws(SQLError) {
      return try renewing { () throws(SQLError) in
        let select = try select(query.form, of: Record.self)
        guard let summary = SQLSummary(requests, by: keys, in: select, Engine.dialect) else { return nil }
        let rows = try engine.read { connection throws(SQLError) in try connection.run(summary.text) }
        return summary.summaries(rows)
      }
    } catch {
      // A sum that is too large for SQLite, whose transaction can go on. Memory says what is wrong with it.
      if case .refused = error { return nil }
      throw error
    }
  }

  /// Whether related records are in tables of this database, and all conditions have SQL.
  ///
  /// - Parameter adapter: The type of the adapter that uses this.
  package func answersRelated<Record: Model, Adapter: StorageAdapter>(
    _ query: RecordQuery<Record>, isCount: Bool, by adapter: Adapter.Type
  ) -> Bool {
    let form = query.form
    guard form.relatedModels.allSatisfy({ isKept($0, by: adapter) }) else { return false }
    // A table that cannot be used is an error of the finder that reads it.
    guard let select = try? select(form, of: Record.self) else { return false }
    return isCount ? select.isCountExact : select.isExact
  }

  private func isKept<Record: Model, Adapter: StorageAdapter>(_ model: Record.Type, by adapter: Adapter.Type) -> Bool {
    Record.Adapter.self == Adapter.self && (try? table(of: model)) != nil
  }

  /// Returns the statements that read the records of a query.
  private func select<Record: Model>(_ form: QueryForm, of model: Record.Type) throws(SQLError) -> SQLSelect {
    let layout = try table(of: model)
    // The tables of related records were looked up before.
    let known = tables.withLock { $0 }
    return SQLSelect(form, of: layout, in: Engine.dialect) { known[ObjectIdentifier($0)]?.layout }
  }

  /// Returns how the database keeps values of a model, as far as its table is known.
  package func storedForm<Record: Model>(of model: Record.Type) -> StoredForm {
    tables.withLock { $0[ObjectIdentifier(model)] }?.storedForm ?? StoredForm()
  }

  /// Returns ids for new records; nil if the database does not count them.
  package func giveIDs<Record: Model>(_ count: Int, of model: Record.Type) throws(SQLError) -> GivenIDs? {
    guard let statement = try table(of: model).nextIDs(count, in: Engine.dialect) else { return nil }
    let rows = try engine.read { connection throws(SQLError) in try connection.run(statement) }
    let numbers = rows.values.compactMap { if case .integer(let number) = $0 { Int(exactly: number) } else { nil } }
    guard let last = numbers.last else { return nil }
    if Engine.dialect == .sqlite { return .above(last) }
    tables.withLock { $0[ObjectIdentifier(model)]?.greatestGivenID = last }
    return .numbers(numbers)
  }

  /// Returns how the database would run the statement that reads the records of a finder, in its words, and whether the
  /// finder then runs over these.
  package func plan<Chain: FinderChain>(of finder: Chain) throws(SQLError) -> String {
    let form = finder.form
    for model in form.relatedModels { _ = isKept(model, by: Chain.Record.Adapter.self) }
    let select = try select(form, of: Chain.Record.self)
    let plan = try engine.read { connection throws(SQLError) in try connection.plan(of: select.records) }
    return select.isExact ? plan : "\(plan)\nIN MEMORY \(finder.finder)"
  }

  /// Calls `body`, in which the queries of the calling thread are answered from one state of the database.
  package func readingOneState<Result>(_ body: () throws(SQLError) -> Result) throws(SQLError) -> Result {
    try renewing { () throws(SQLError) in try engine.readingOneState(body) }
  }

  // MARK: - Writing

  /// Calls `body`. The reads of the calling thread inside, and its commit at the end, are one transaction.
  package func withTransaction<Result>(_ body: () throws -> Result) throws -> Result {
    try engine.withTransaction(body, undone: forgetTables)
  }

  /// Whether others were in the way of a transaction: it has met another, or a table was changed since a statement was
  /// prepared.
  package func isTransient(_ error: any Error) -> Bool {
    guard let error = error as? SQLError else { return false }
    if case .conflict = error { return true }
    return error.isOfOldStatement
  }

  /// Runs a statement of the program's own, in the transaction of the calling thread or as one of its own.
  package func run(_ text: String, _ values: [SQLValue]) throws -> [[SQLValue]] {
    let statement = SQLStatement(text: text, bindings: values)
    var rows = SQLRows(columnCount: 0)
    if let session = engine.sessions.current, session.purpose.isWriting {
      rows = try session.read { connection throws(SQLError) in try connection.run(statement) }
    } else {
      try engine.write { connection in rows = try connection.run(statement) }
    }
    return rows.rows
  }

  /// Runs the migrations that the database has not recorded, or those to undo, and returns the statements that ran.
  package func migrate(
    _ migrations: [RecordedMigration], to name: String?, isTrial: Bool
  ) throws -> [SQLStatement] {
    defer { forgetTables() }
    return try MigrationRun(migrations, to: name).run(isTrial: isTrial, by: engine)
  }

  /// Commits a changeset, as the end of the calling thread's transaction or as one of its own.
  package func commit(_ changeset: Changeset) throws {
    if engine.sessions.current?.connection == nil { return try renewing { try commitOnce(changeset) } }
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
    var writes: [any SQLWrites<Engine>] = []
    for model in changeset.models { writes.append(try self.writes(changeset, of: model)) }
    let ordered = writes.parentsFirst()
    // Where others may have declared foreign keys, children lose their keys before the parents go.
    let others = ordered.filter(\.isOthers)
    let late = ordered.reversed().filter { parent in
      others.contains { $0.isUpdating && $0.parents.contains(parent.model) }
    }
    do {
      try engine.write { connection in
        if !others.isEmpty { connection.deferForeignKeys() }
        for write in ordered.reversed() where !late.contains(where: { $0.model == write.model }) {
          try write.delete(in: connection)
        }
        for write in ordered { try write.write(in: connection) }
        for write in late { try write.delete(in: connection) }
      }
    } catch let conflict as SQLConflict<Engine> {
      throw try conflict.error(engine)
    } catch SQLError.constraint(let constraint, let statement) {
      throw try storeError(constraint, statement, writes)
    }
  }

  /// Returns the error of the store for a constraint that one of its relations is, or that of the database with the
  /// columns.
  private func storeError(
    _ constraint: SQLConstraint, _ statement: String, _ writes: [any SQLWrites<Engine>]
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

  private func writes<Record: Model>(
    _ changeset: Changeset, of model: Record.Type
  ) throws -> any SQLWrites<Engine> {
    let layout = try table(of: model)
    let table = tables.withLock { $0[ObjectIdentifier(model)] } ?? KeptTable(layout)
    return try SQLChanges<Engine, Record>(
      changeset, layout, parents: table.parents, greatestGivenID: table.greatestGivenID)
  }

  // MARK: - Tables

  /// Calls `body`, and again, with the present tables, if another program has changed one since a statement was
  /// prepared: the database has executed nothing then. What reads several answers from one state begins with the first
  /// of them again.
  private func renewing<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    do throws(Failure) {
      return try body()
    } catch {
      if (error as? SQLError)?.isOfOldStatement != true { throw error }
      forgetTables()
      if engine.sessions.current?.connection != nil { throw error }
    }
    return try body()
  }

  /// Looks at each table again when it is used next.
  package func forgetTables() { tables.withLock { $0 = [:] } }

  /// Returns the statements that make the table of a model as its schema wants it; none if it is. Nothing is changed.
  package func migration<Record: Model>(of model: Record.Type) throws(SQLError) -> [SQLStatement] {
    let plan = try plan(for: model)
    let statements = try engine.definingTables { connection throws(SQLError) in try plan.statements(in: connection) }
    return statements.map { $0.statement(in: Engine.dialect) }
  }

  /// Makes the tables of models as their schemas want them, all or none.
  ///
  /// - Parameter isConcurrent: Whether indexes of tables that are there are made afterwards, while others write.
  package func migrate(_ models: [any Model.Type], isConcurrent: Bool = false) throws(SQLError) {
    var (plans, indexes) = ([SQLTablePlan](), [SQLText]())
    for model in models { plans.append(try plan(for: model)) }
    let isOpen = engine.sessions.current?.connection != nil
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

  private func plan<Record: Model>(for model: Record.Type) throws(SQLError) -> SQLTablePlan {
    try SQLTablePlan(model, refers: refers, in: Engine.dialect)
  }

  /// Returns the layout of a model whose table is there and right. A table that is not there is created.
  package func table<Record: Model>(of model: Record.Type) throws(SQLError) -> SQLLayout {
    if let layout = tables.withLock({ $0[ObjectIdentifier(model)]?.layout }) { return layout }
    let form = model.schema.tableForm
    // Nearly always the table is there, and nobody is kept from writing.
    var layout = try engine.look { connection throws(SQLError) in
      try SQLLayout.found(form, in: connection, Engine.dialect)
    }
    if layout == nil {
      let plan = try plan(for: model)
      layout = try engine.definingTables { connection throws(SQLError) in
        try SQLLayout.prepared(form, by: plan, in: connection, Engine.dialect)
      }
    }
    guard let layout else { preconditionFailure("a table that was not made") }
    // Others do not see a table that a transaction has made, until it commits.
    if engine.sessions.current?.hasDefined != true {
      tables.withLock { $0[ObjectIdentifier(model)] = KeptTable(layout) }
    }
    return layout
  }
}
