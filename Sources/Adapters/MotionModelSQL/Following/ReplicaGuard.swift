import MotionModel
import MotionModelValues

/// Refuses to write the records of followed models in the store itself, where the database would not have them.
final class ReplicaGuard: TransactionCompanion {
  private let followed = Locked<[any Model.Type]>([])

  var ownModels: [any Model.Type] { [] }

  /// Returns the guard of a store, which begins to guard models.
  static func guarding(_ models: [any Model.Type], in store: Store) throws(FollowerError) -> ReplicaGuard {
    guard let found = store.companion({ ReplicaGuard() }) as? ReplicaGuard else {
      throw .storeInUse(reason: "another module completes its transactions")
    }
    try found.add(models)
    return found
  }

  private func add(_ models: [any Model.Type]) throws(FollowerError) {
    try followed.withLock { followed throws(FollowerError) in
      for model in models where followed.contains(where: { $0 == model }) {
        throw .storeInUse(reason: "\(model) follows a database already")
      }
      followed += models
    }
  }

  /// Ends guarding models.
  func remove(_ models: [any Model.Type]) {
    followed.withLock { followed in followed.removeAll { model in models.contains { $0 == model } } }
  }

  func willClose(_ changes: Changeset, in store: Store) throws {
    let models = changes.models
    let written = followed.withLock { followed in models.filter { model in followed.contains { $0 == model } } }
    if !written.isEmpty { throw FollowerError.directWrite(models: written.map { "\($0)" }) }
  }
}
