import MotionModel

/// A store that is inspected while a program uses it.
///
/// Each page reads a snapshot, which costs O(1), blocks no writer, and is consistent. Records that an adapter keeps are
/// read from it.
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
    let adapters = Set(models.map { Self.adapter(of: $0) })
    return models.filter { Self.isKept($0, in: inspected) }
      .map { Self.table($0, in: snapshot, of: inspected, hasSeveralAdapters: adapters.count > 1) }
  }

  /// The declared models, the models that have had records, and the targets of their relations, sorted by name.
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

  private static func adapter<Record: Model>(of model: Record.Type) -> ObjectIdentifier {
    ObjectIdentifier(Record.Adapter.self)
  }

  private static func isKept<Record: Model>(_ model: Record.Type, in store: Store) -> Bool { store.keeps(model) }

  private static func table<Record: Model>(
    _ model: Record.Type, in snapshot: Store, of store: Store, hasSeveralAdapters: Bool
  ) -> any InspectedTable {
    StoreTable<Record>(snapshot: snapshot, store: store, hasSeveralAdapters: hasSeveralAdapters)
  }
}
