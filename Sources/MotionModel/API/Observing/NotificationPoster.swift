import Foundation

/// Posts the notifications of one commit: untyped ones, and with each the typed message.
struct NotificationPoster {
  private let center: NotificationCenter
  private let store: Store
  private let changeset: Changeset
  private var info: UserInfo

  static func post(_ changeset: Changeset, of store: Store, to center: NotificationCenter) {
    var poster = NotificationPoster(
      center: center, store: store, changeset: changeset, info: UserInfo.taken(store, changeset))
    for part in changeset.parts { poster.post(part, of: part.layout.type) }
    poster.info.giveBack()
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
    info.set(kind)
    center.post(name: .motionModelDataDidChange, object: object, userInfo: info.entries)
    // Nearly always nobody observes messages.
    guard let center = center.messageCenter else { return }
    RecordsDidChange<Record>(store: store, kind: kind, changeset: changeset, row: row).post(to: center)
  }
}

/// The `userInfo` of notifications. One is kept for later commits and changed in place: creating a dictionary takes as
/// long as a fifth of a save. An observer that keeps it has a copy of its own.
private struct UserInfo: @unchecked Sendable {
  private static let spare = Locked<UserInfo?>(nil)

  private(set) var entries: [AnyHashable: Any] = ["action": "", "store": (), "changeset": ()]
  private let action: Dictionary<AnyHashable, Any>.Index?
  private let store: Dictionary<AnyHashable, Any>.Index?
  private let changeset: Dictionary<AnyHashable, Any>.Index?

  private init() {
    action = entries.index(forKey: "action")
    (store, changeset) = (entries.index(forKey: "store"), entries.index(forKey: "changeset"))
  }

  static func taken(_ store: Store, _ changeset: Changeset) -> UserInfo {
    var info = spare.withLock { $0.take() } ?? UserInfo()
    info.fill(store, changeset)
    return info
  }

  mutating func set(_ kind: ChangeKind) { set(action, kind.action) }

  /// Keeps the dictionary for a later commit, without what it refers to.
  mutating func giveBack() {
    fill((), ())
    let free = self
    entries = [:]
    Self.spare.withLock { $0 = free }
  }

  private mutating func fill(_ store: Any, _ changeset: Any) {
    set(self.store, store)
    set(self.changeset, changeset)
  }

  /// NB: The indices stay valid, also in a copy of the dictionary, until a key is added or removed.
  private mutating func set(_ place: Dictionary<AnyHashable, Any>.Index?, _ value: Any) {
    if let place { entries.values[place] = value }
  }
}
