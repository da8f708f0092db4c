import Foundation

/// Posts the notifications of one commit: the classic ones, and with each the typed message.
struct NotificationPoster {
  private let center: NotificationCenter
  private let store: Store
  private let changeset: Changeset
  /// The `userInfo` of the last notification, because it is costly to make.
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
        let records = part.entries.filter { $0.kind == kind }.map { part.record($0.row, of: model) }
        if !records.isEmpty { post(records, object: records, kind) }
      }
    } else {
      for entry in part.entries {
        let record = part.record(entry.row, of: model)
        post([record], object: record, entry.kind)
      }
    }
  }

  private mutating func post<Record: Model>(_ records: [Record], object: Any, _ kind: ChangeKind) {
    center.post(name: .motionModelDataDidChange, object: object, userInfo: userInfo(kind))
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
      // NB: On Linux a message is no notification and the other way round, so both are posted, on all systems alike.
      center.post(RecordsDidChange(store: store, kind: kind, records: records, changeset: changeset))
    }
  }

  private mutating func userInfo(_ kind: ChangeKind) -> [AnyHashable: Any] {
    if let info, info.kind == kind { return info.entries }
    let entries: [AnyHashable: Any] = [Key.action: kind.action, Key.store: store, Key.changeset: changeset]
    info = (kind, entries)
    return entries
  }

  /// The keys, made once: making one of a text takes as long as all else that the dictionary needs.
  private enum Key {
    // NB: They hold texts, which are Sendable, but their type cannot say so.
    nonisolated(unsafe) static let action: AnyHashable = "action"
    nonisolated(unsafe) static let store: AnyHashable = "store"
    nonisolated(unsafe) static let changeset: AnyHashable = "changeset"
  }
}
