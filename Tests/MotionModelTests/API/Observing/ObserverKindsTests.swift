import Foundation
import MotionModel
import MotionModelTestSupport
import Testing

/// A commit notifies each observer of a notification center, whatever else observes the center, and in whatever way.
@Suite struct ObserverKindsTests {
  private var seed: Comment { "seed \(TestSeed.current)" }

  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  @Test(arguments: [true, false])
  func `an observer of all notifications is notified of commits, before and after typed observers`(
    isFirst: Bool
  ) async throws {
    let world = World(NotificationCenter())
    if isFirst { world.observe(.everything) }
    world.observe(.typed)
    if !isFirst { world.observe(.everything) }
    try world.save("one")
    try await wait { world.notified.values.count >= 2 }
    #expect(world.notified.values.sorted() == ["everything one", "typed one"])
  }

  @Test func `an observer of all notifications of the default center is notified of commits`() throws {
    let world = World(.default)
    world.observe(.everything)
    defer { world.end() }
    try world.save("one")
    try world.save("two")
    #expect(world.notified.values == ["everything one", "everything two"])
  }

  @Test(arguments: [0, 1, 2, 3])
  func `each observer of every kind is notified of the saves during its observation`(part: Int) async throws {
    var random = TestSeed.generator(1_200 + part)
    let world = World(part == 0 ? .default : NotificationCenter())
    defer { world.end() }
    var expected: [String] = []
    for number in 0..<60 {
      switch random.number(0...3) {
      case 0: world.observe(random.pick(ObserverKind.allCases))
      case 1: world.endOne(&random)
      default:
        try world.save("todo \(number)")
        expected += world.kinds.map { "\($0) todo \(number)" }
      }
      // Typed messages are delivered later, to those who observe then, so the test waits before observers change.
      try await wait { world.notified.values.count >= expected.count }
      try #require(world.notified.values.sorted() == expected.sorted(), seed)
    }
  }

  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  @Test func `messages can be read as a sequence`() async throws {
    let center = NotificationCenter()
    let world = World(center)
    world.observe(.everything)
    var messages = center.messages(for: RecordsDidChange<Todo>.self).makeAsyncIterator()
    try world.save("one")
    let message = try await messages.next()
    #expect(message?.records.map(\.name) == ["one"])
    #expect(message?.kind == .insert)
    #expect(message?.store === world.store)
  }

  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  @Test func `a center at the memory address of a freed center has none of its observers`() throws {
    let notified = Collector<String>()
    var tokens: [Any] = []
    for number in 0..<200 {
      let center = NotificationCenter()
      tokens.append(center.addObserver(for: RecordsDidChange<Todo>.self) { _ in notified.add("of center \(number)") })
    }
    for number in 0..<200 {
      var todo = Todo("new \(number)")
      try Store(notificationCenter: NotificationCenter()).table(Todo.self).save(&todo)
    }
    #expect(notified.values == [])
    withExtendedLifetime(tokens) {}
  }
}

/// A way of observing a center.
private enum ObserverKind: String, CaseIterable, CustomStringConvertible {
  case everything, ofObject, named, namedOnQueue, everythingOnQueue, typed

  var description: String { rawValue }
}

/// A store that posts to a center, and the observers of that center.
private final class World {
  let store: Store
  let notified = Collector<String>()
  private let center: NotificationCenter
  private var observers: [(kind: ObserverKind, end: () -> Void)] = []
  private let queue = OperationQueue()

  init(_ center: NotificationCenter) { (self.center, store) = (center, Store(notificationCenter: center)) }

  /// The kinds of the observers that are notified of a todo of the store.
  var kinds: [ObserverKind] { observers.map(\.kind).filter { $0 != .ofObject } }

  func save(_ name: String) throws {
    var todo = Todo(name)
    try store.table(Todo.self).save(&todo)
  }

  func observe(_ kind: ObserverKind) {
    switch kind {
    case .everything: observe(kind, nil, object: nil, nil)
    case .everythingOnQueue: observe(kind, nil, object: nil, queue)
    case .ofObject: observe(kind, nil, object: self, nil)
    case .named: observe(kind, .motionModelDataDidChange, object: nil, nil)
    case .namedOnQueue: observe(kind, .motionModelDataDidChange, object: nil, queue)
    case .typed:
      guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return }
      let token = center.addObserver(for: RecordsDidChange<Todo>.self) { [notified, store] message in
        if message.store === store { notified.add("\(kind) \(message.records[0].name)") }
      }
      observers.append((kind, { [center] in center.removeObserver(token) }))
    }
  }

  private func observe(_ kind: ObserverKind, _ name: Notification.Name?, object: Any?, _ queue: OperationQueue?) {
    let token = center.addObserver(forName: name, object: object, queue: queue) { [notified, store] notification in
      guard notification.userInfo?["store"] as? Store === store, let todo = notification.object as? Todo else { return }
      notified.add("\(kind) \(todo.name)")
    }
    observers.append((kind, { [center] in center.removeObserver(token) }))
  }

  func endOne(_ random: inout SplitMix64) {
    if !observers.isEmpty { observers.remove(at: random.number(0...observers.count - 1)).end() }
  }

  func end() {
    for observer in observers { observer.end() }
    observers = []
  }
}
