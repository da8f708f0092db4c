import Foundation

#if !canImport(Darwin) && compiler(<6.4)
  @_spi(SwiftCorelibsFoundation) import FoundationEssentials
#endif

/// Posts the notifications of one commit: untyped ones, and with each the typed message.
struct NotificationPoster {
  private let center: NotificationCenter
  private let store: Store
  private let changeset: Changeset

  static func post(_ changeset: Changeset, of store: Store, to center: NotificationCenter) {
    let poster = NotificationPoster(center: center, store: store, changeset: changeset)
    for part in changeset.parts {
      let entries = part.entries
      if part.isBulk {
        for kind in ChangeKind.allCases where entries.contains(where: { $0.kind == kind }) {
          poster.post(part, row: nil, kind)
        }
      } else {
        for entry in entries { poster.post(part, row: entry.row, entry.kind) }
      }
    }
  }

  /// - Parameter row: The record's row in the changes of its model; nil for all records of a kind.
  private func post(_ part: ChangesetPart, row: Int?, _ kind: ChangeKind) {
    NotificationContent(store: store, changeset: changeset, part: part, row: row, kind: kind).post(to: center)
    // Nearly always nobody observes messages.
    if let center = center.messageCenter { postMessage(of: part.layout.type, row, kind, to: center) }
  }

  private func postMessage<Record: Model>(
    of model: Record.Type, _ row: Int?, _ kind: ChangeKind, to center: NotificationCenter
  ) {
    RecordsDidChange<Record>(store: store, kind: kind, changeset: changeset, row: row).post(to: center)
  }
}

/// What a notification contains.
private struct NotificationContent {
  let store: Store
  let changeset: Changeset
  let part: ChangesetPart
  let row: Int?
  let kind: ChangeKind

  /// The record, or an array of records.
  var object: Any { object(of: part.layout.type) }

  private func object<Record: Model>(of model: Record.Type) -> Any {
    if let row { part.record(row, of: model) } else { part.records(kind, of: model) }
  }

  var userInfo: [AnyHashable: Any] { ["action": kind.action, "store": store, "changeset": changeset] }

  #if !canImport(Darwin) && compiler(<6.4)
    /// Posts the notification to its observers, of whom there nearly always are none.
    ///
    /// `post(_:)` would make an object of the record to look for observers of it: a copy, which nobody can observe.
    consuming func post(to center: NotificationCenter) {
      center._post(
        Notification.Name.motionModelDataDidChange.rawValue, subject: nil, message: ReadNotification(self))
    }
  #else
    func post(to center: NotificationCenter) {
      center.post(name: .motionModelDataDidChange, object: object, userInfo: userInfo)
    }
  #endif
}

#if !canImport(Darwin) && compiler(<6.4)
  /// A notification, whose contents are made whenever an observer reads them: several may do so at once.
  private final class ReadNotification: NSNotification {
    private let content: NotificationContent

    init(_ content: consuming NotificationContent) {
      self.content = content
      super.init(name: .motionModelDataDidChange, object: nil)
    }

    required init?(coder: NSCoder) { nil }

    override var object: Any? { content.object }
    override var userInfo: [AnyHashable: Any]? { content.userInfo }
  }
#endif
