import Foundation

/// Posts the notifications of one commit: untyped ones, and with each the typed message.
struct NotificationPoster {
  private let center: NotificationCenter
  private let store: Store
  private let changeset: Changeset
  /// The `userInfo` of the last notification, because it is costly to create.
  private var info: (kind: ChangeKind, entries: [AnyHashable: Any])?

  init(_ center: NotificationCenter, _ store: Store, _ changeset: Changeset) {
    (self.center, self.store, self.changeset) = (center, store, changeset)
  }

  mutating func post() {
    for part in changeset.parts { post(part, of: part.layout.type) }
  }

  private mutating func post<Record: Model>(_ part: ChangesetPart, of model: Record.Type) {
    if part.isBulk {
      for kind in ChangeKind.allCases {
        let records = part.records(kind, of: model)
        if !records.isEmpty { post(records, of: model, row: nil, kind) }
      }
    } else {
      for entry in part.entries {
        post(part.record(entry.row, of: model), of: model, row: entry.row, entry.kind)
      }
    }
  }

  /// - Parameter row: The record's row in the changes of its model; nil for all records of a kind.
  private mutating func post<Record: Model>(_ object: Any, of model: Record.Type, row: Int?, _ kind: ChangeKind) {
    center.post(name: .motionModelDataDidChange, object: object, userInfo: userInfo(kind))
    RecordsDidChange<Record>(store: store, kind: kind, changeset: changeset, row: row).post(to: center)
  }

  private mutating func userInfo(_ kind: ChangeKind) -> [AnyHashable: Any] {
    if let info, info.kind == kind { return info.entries }
    let entries = UserInfo.of(kind).filled(store, changeset)
    info = (kind, entries)
    return entries
  }
}

/// The `userInfo` of a kind of change, created once without store and changeset: replacing values in a copy takes a
/// third of the time of creating a dictionary, which hashes each key.
private struct UserInfo {
  private let template: [AnyHashable: Any]
  private let store: Dictionary<AnyHashable, Any>.Index?
  private let changeset: Dictionary<AnyHashable, Any>.Index?

  private init(_ kind: ChangeKind) {
    template = ["action": kind.action, "store": (), "changeset": ()]
    (store, changeset) = (template.index(forKey: "store"), template.index(forKey: "changeset"))
  }

  static func of(_ kind: ChangeKind) -> UserInfo {
    switch kind {
    case .insert: insert
    case .update: update
    case .delete: delete
    }
  }

  // NB: They hold only strings and empty tuples, which are Sendable, but their type does not express that.
  nonisolated(unsafe) private static let insert = UserInfo(.insert)
  nonisolated(unsafe) private static let update = UserInfo(.update)
  nonisolated(unsafe) private static let delete = UserInfo(.delete)

  func filled(_ store: Store, _ changeset: Changeset) -> [AnyHashable: Any] {
    var entries = template
    // A copy of a dictionary keeps the template's indices until a key is added or removed.
    if let place = self.store { entries.values[place] = store }
    if let place = self.changeset { entries.values[place] = changeset }
    return entries
  }
}
