public import Foundation
import Synchronization

#if canImport(Darwin)
  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  extension RecordsDidChange: NotificationCenter.AsyncMessage {}
#else
  // Foundation hands a typed message to whoever observes all notifications of a center (`forName: nil`), and casts it to the `Notification`
  // that it is not, which ends the process. So these messages go through a center that nobody else has.

  extension NotificationCenter {
    /// Adds an observer of the messages of a model's records; see ``RecordsDidChange``.
    ///
    /// - Parameters:
    ///   - messageType: The messages.
    ///   - observer: Is called with each of them.
    /// - Returns: What ends the observation when nobody holds it any more.
    public func addObserver<Record: Model>(
      for messageType: RecordsDidChange<Record>.Type,
      using observer: @escaping @Sendable (RecordsDidChange<Record>) async -> Void
    ) -> ObservationToken {
      MessageCenters.shared.make(for: self).addObserver(for: Message<Record>.self) { await observer($0.content) }
    }

    /// The messages of a model's records, one after the other; see ``RecordsDidChange``.
    ///
    /// - Parameters:
    ///   - messageType: The messages.
    ///   - limit: How many are kept until they are read; of more, the oldest are lost.
    public func messages<Record: Model>(
      for messageType: RecordsDidChange<Record>.Type, bufferSize limit: Int = 10
    ) -> some AsyncSequence<RecordsDidChange<Record>, Never> & Sendable {
      MessageCenters.shared.make(for: self).messages(for: Message<Record>.self, bufferSize: limit).map(\.content)
    }
  }

  /// A message in the form in which it goes through the center of its own.
  private struct Message<Record: Model>: NotificationCenter.AsyncMessage {
    typealias Subject = RecordsDidChange<Record>.Subject
    let content: RecordsDidChange<Record>
  }

  /// The centers that typed messages go through, one for each center on which somebody ever observed some.
  private final class MessageCenters: Sendable {
    static let shared = MessageCenters()

    private struct Entry: Sendable {
      weak let center: NotificationCenter?
      let messages = NotificationCenter()
    }

    private let entries = Locked<[ObjectIdentifier: Entry]>([:])
    /// Whether there are none, to be looked at without the lock: nearly always.
    private let isEmpty = Atomic(true)

    /// The center for the messages of a center.
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

    /// The same; nil when nobody ever observed messages of the center.
    func existing(for center: NotificationCenter) -> NotificationCenter? {
      if isEmpty.load(ordering: .acquiring) { return nil }
      return entries.withLock { entries in
        // One that is gone may have had the place in memory of this one.
        guard let entry = entries[ObjectIdentifier(center)], entry.center != nil else { return nil }
        return entry.messages
      }
    }
  }
#endif

extension RecordsDidChange {
  /// Posts the message where a center's observers of messages are.
  func post(to center: NotificationCenter) {
    #if canImport(Darwin)
      if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) { center.post(self) }
    #else
      MessageCenters.shared.existing(for: center)?.post(Message(content: self))
    #endif
  }
}
