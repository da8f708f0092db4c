import MotionModel

/// A store that is inspected while a program uses it.
///
/// Each page reads a snapshot, which costs O(1), blocks no writer, and is consistent.
struct StoreSubject: Subject {
  let title: String
  private let inspected: Store
  /// Models that are shown even before they have records.
  private let known: [any Model.Type]

  init(_ store: Store, title: String, models: [any Model.Type]) {
    (inspected, self.title, known) = (store, title, models)
  }

  var store: Store? { inspected }

  func tables() -> [any InspectedTable] {
    let snapshot = inspected.snapshot()
    let models = models
    let isBesideOthers = models.contains { !Self.isInMemory($0) }
    return models.compactMap { Self.table($0, in: snapshot, of: inspected, isBesideOthers) }
  }

  /// The models that are known, those that have had records, and those to which relations lead, by their names.
  var models: [any Model.Type] {
    var (found, waiting) = ([any Model.Type](), known + inspected.models)
    var seen: Set<ObjectIdentifier> = []
    while let model = waiting.popLast() {
      guard seen.insert(ObjectIdentifier(model)).inserted else { continue }
      found.append(model)
      waiting += Self.relations(of: model).flatMap(\.targets)
    }
    return found.sorted { Self.name(of: $0) < Self.name(of: $1) }
  }

  private static func relations<Record: Model>(of model: Record.Type) -> [DeclaredRelation] { Record.schema.relations }

  private static func name<Record: Model>(of model: Record.Type) -> String { Record.schema.modelName }

  private static func table<Record: Model>(
    _ model: Record.Type, in snapshot: Store, of store: Store, _ isBesideOthers: Bool
  ) -> (any InspectedTable)? {
    (TableOpener<Record>() as? any TableOpening)?.open(snapshot, store, isBesideOthers)
  }

  private static func isInMemory<Record: Model>(_ model: Record.Type) -> Bool {
    Record.Adapter.self == ArrayAdapter.self
  }
}

/// Makes tables of models that are kept in memory, which are a part of all models.
struct TableOpener<Record: Model> {}

/// A model whose records are in memory.
protocol TableOpening {
  func open(_ snapshot: Store, _ store: Store, _ isBesideOthers: Bool) -> any InspectedTable
}

extension TableOpener: TableOpening where Record.Adapter == ArrayAdapter {
  func open(_ snapshot: Store, _ store: Store, _ isBesideOthers: Bool) -> any InspectedTable {
    StoreTable<Record>(snapshot: snapshot, store: store, isBesideOthers: isBesideOthers)
  }
}
