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
    let models = models
    let adapters = Set(models.map { $0.adapterType })
    let stores = InspectedStores(
      snapshot: inspected.snapshot(), store: inspected, hasSeveralAdapters: adapters.count > 1)
    return models.compactMap { stores.opened($0) }
  }

  /// The declared models, the models that have had records, and the targets of their relations, sorted by name.
  var models: [any Model.Type] {
    var (found, waiting) = ([any Model.Type](), known + inspected.models)
    var seen: Set<ObjectIdentifier> = []
    while let model = waiting.popLast() {
      guard seen.insert(ObjectIdentifier(model)).inserted else { continue }
      found.append(model)
      waiting += model.declaredRelations.flatMap(\.targets)
    }
    return found.sorted { $0.modelName < $1.modelName }
  }
}
