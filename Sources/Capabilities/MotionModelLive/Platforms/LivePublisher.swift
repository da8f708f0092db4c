#if canImport(Combine)
  public import Combine
  import MotionModel

  /// The changes of a live result or value, as a publisher of Combine; see ``LiveValue/publisher``.
  public struct LivePublisher<Change: Sendable>: Publisher, Sendable {
    /// A change, which is never empty.
    public typealias Output = Change
    /// Changes do not fail.
    public typealias Failure = Never

    fileprivate let follow: @Sendable (LiveDemand<Change>) -> Void

    /// Begins to follow the changes from now on.
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Change, S.Failure == Never {
      let receiver = Receiver(subscriber: AnySubscriber(subscriber))
      let demand = LiveDemand(
        LiveDemand<Change>.Sink {
          receiver.subscriber.receive($0).count
        } finish: {
          receiver.subscriber.receive(completion: .finished)
        })
      subscriber.receive(subscription: demand)
      follow(demand)
    }

    /// A subscriber, which ``LiveDemand`` calls from one thread at a time.
    private struct Receiver: @unchecked Sendable {
      let subscriber: AnySubscriber<Change, Never>
    }
  }

  extension LiveDemand: Subscription {
    func request(_ demand: Subscribers.Demand) { request(demand.count) }
  }

  extension Subscribers.Demand {
    /// The number of values; `Int.max` for all.
    fileprivate var count: Int { max ?? .max }
  }

  extension LiveValue {
    /// The changes, as a publisher of Combine. Each subscriber receives all changes since it subscribed.
    ///
    /// ```swift
    /// let subscription = urgent.publisher.receive(on: DispatchQueue.main).sink { change in show(change) }
    /// ```
    ///
    /// Changes are published on the committing thread. Those that come while a subscriber wants none are one change
    /// later, so memory stays bounded. A subscription keeps the live value until it is cancelled, and finishes when
    /// the store is freed.
    public var publisher: LivePublisher<Change> { LivePublisher { self.follow(by: $0) } }
  }
#endif
