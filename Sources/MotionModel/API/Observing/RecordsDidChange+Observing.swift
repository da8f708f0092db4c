public import Foundation
import Synchronization

#if canImport(Darwin)
  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  extension RecordsDidChange: NotificationCenter.AsyncMessage {}
#else
  // Foundation passes a typed message to observers of all notifications of a center (`forName: nil`), and casts it
  // to `Notification`, which it is not; that ends the process. So these messages are posted to private centers.

  extension NotificationCenter {
    /// Adds an observer of the messages of a model's records; see ``RecordsDidChange``.
    ///
    /// - Parameters:
    ///   - messageType: The type of message.
    ///   - observer: Receives each message.
    /// - Returns: A token that ends the observation when it is released.
    public func addObserver<Record: Model>(
      for messageType: RecordsDidChange<Record>.Type,
      using observer: @escaping @Sendable (RecordsDidChange<Record>) async -> Void
    ) -> ObservationToken {
      MessageCenters.shared.make(for: self).addObserver(for: Message<Record>.self) { await observer($0.content) }
    }

    /// Returns the messages of a model's records, one after the other; see ``RecordsDidChange``.
    ///
    /// - Parameters:
    ///   - messageType: The type of message.
    ///   - limit: How many unread messages are kept; of more, the oldest are lost.
    public func messages<Record: Model>(
      for messageType: RecordsDidChange<Record>.Type, bufferSize limit: Int = 10
    ) -> some AsyncSequence<RecordsDidChange<Record>, Never> & Sendable {
      MessageCenters.shared.make(for: self).messages(for: Message<Record>.self, bufferSize: limit).map(\.content)
    }
  }

  /// A message in the form that private centers post.
  private struct Message<Record: Model>: NotificationCenter.AsyncMessage {
    typealias Subject = RecordsDidChange<Record>.Subject
    let content: RecordsDidChange<Record>
  }

  /// The private centers for typed messages, one for each center that typed messages were ever observed on.
  private final class MessageCenters: Sendable {
    static let shared = MessageCenters()

    private struct Entry: Sendable {
      weak let center: NotificationCenter?
      let messages = NotificationCenter()
    }

    private let entries = Locked<[ObjectIdentifier: Entry]>([:])
    /// Whether there are no entries, which is nearly always so; read without the lock.
    private let isEmpty = Atomic(true)

    /// Returns the private center for a center, and creates it if needed.
    func make(for center: NotificationCenter) -> NotificationCenter {
      isEmpty.store(false, ordering: .releasing)
      return entries.withLock { entries in
        if let entry = entries[ObjectIdentifier(center)], entry.center != nil { return entry.messages }
        entries = entries.filter { $0.value.center != nil }
        let entry = Entry(center: center)
        entries[ObjectIdentifier(center)] = entry
        return entry.messages
      }
    }

    /// Returns the private center for a center; nil when no messages of the center were ever observed.
    func existing(for center: NotificationCenter) -> NotificationCenter? {
      if isEmpty.load(ordering: .acquiring) { return nil }
      return entries.withLock { entries in
        // A center that was freed may have had the same address.
        guard let entry = entries[ObjectIdentifier(center)], entry.center != nil else { return nil }
        return entry.messages
      }
    }
  }
#endif

extension NotificationCenter {
  /// The center that has the observers of this center's typed messages; nil if there never were any.
  var messageCenter: NotificationCenter? {
    #if canImport(Darwin)
      self
    #else
      MessageCenters.shared.existing(for: self)
    #endif
  }
}

extension RecordsDidChange {
  /// Posts the message to a ``NotificationCenter/messageCenter``.
  func post(to center: NotificationCenter) {
    #if canImport(Darwin)
      if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) { center.post(self) }
    #else
      center.post(Message(content: self))
    #endif
  }
}
