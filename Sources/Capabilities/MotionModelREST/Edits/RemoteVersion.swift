public import MotionModel

/// The lock version that the server has of a record without edits, if the one of the store is another.
///
/// A store counts the lock version with each save, also if the save makes no edit, or one that is withdrawn. The module
/// writes and deletes these records; they matter only in files, which are loaded with ``RESTClient/notes``.
struct RemoteVersion: Model, Hashable {
  /// The name of the model, and the id of the record: `Train/1`.
  var id = ""
  var version = AttributeValue.null

  init() {}

  init(_ id: String, _ version: AttributeValue) { (self.id, self.version) = (id, version) }
}

extension RESTClient {
  /// The models in which the module notes what is not on the server yet. Files are loaded with them:
  ///
  /// ```swift
  /// try store.load(from: file, models: [Train.self] + RESTClient.notes)
  /// ```
  public static var notes: [any Model.Type] { [RemoteEdit.self, RemoteConflict.self, RemoteVersion.self] }
}

extension Store {
  /// Returns the version that the server has of a record without edits; nil if it is that of the store.
  func serverVersion(_ edit: String) -> AttributeValue? { table(RemoteVersion.self).find(edit)?.version }

  /// Notes the version that the server has of a record without edits.
  ///
  /// - Parameter version: The version; nil if it is that of the store.
  func noteServerVersion(_ version: AttributeValue?, of edit: String) throws {
    let versions = table(RemoteVersion.self)
    if let version { return try versions.replicate([RemoteVersion(edit, version)]) }
    if versions.find(edit) != nil { try Self.withoutHooks { _ = try versions.delete(edit) } }
  }
}
