import Foundation
import MotionModel
import MotionModelInspector
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension Suite {
  /// What an open inspector costs a program that saves: alone, followed by a browser, and by one that reads pages all the time.
  static let inspecting = Suite(name: "inspecting") { bench, _ in
    try bench.compareSaves("Save a record beside an inspector", followers: 0, readers: 0)
    try bench.compareSaves("Save a record beside an inspector with a page that follows", followers: 1, readers: 0)
    try bench.compareSaves("Save a record beside a page that is read all the time", followers: 1, readers: 1)
  }
}

extension Bench {
  private static let rows = 100_000

  /// A store with an open inspector, beside the same store without.
  fileprivate func compareSaves(_ about: String, followers: Int, readers: Int) throws {
    let (watched, alone) = (try InspectedStore(rows: Self.rows), try InspectedStore(rows: Self.rows))
    let pages = try watched.inspect(followers: followers, readers: readers)
    defer { pages.end() }
    try compare(
      about, rows: Self.rows, bars: [.atMost(1.05, times: .hand)],
      [
        Contestant(.library, "table.save(&todo), inspected") { try watched.save() },
        Contestant(.hand, "table.save(&todo), without an inspector") { try alone.save() },
      ])
  }
}

/// A store that is saved to.
private final class InspectedStore {
  private let store = Store(notificationCenter: nil)
  private let table: ModelTable<Todo>
  private var todo: Todo

  init(rows: Int) throws {
    table = store.table(Todo.self)
    try table.insert(contentsOf: Todo.many(rows))
    todo = try table.require(1)
  }

  func save() throws {
    todo.rank &+= 1
    try table.save(&todo)
  }

  func inspect(followers: Int, readers: Int) throws -> OpenPages {
    try OpenPages(Inspector(store).start(), followers: followers, readers: readers)
  }
}

/// An inspector, and what browsers ask of it: events, and the first records twice a second or all the time.
private final class OpenPages: Sendable {
  private let inspector: Inspector
  /// The browsers' requests; nil after the end.
  private let session = Mutex<URLSession?>(URLSession(configuration: .ephemeral))

  init(_ inspector: Inspector, followers: Int, readers: Int) throws {
    self.inspector = inspector
    guard let base = inspector.address.flatMap({ URL(string: $0) }) else { return }
    for _ in 0..<followers {
      // NB: A session that has ended traps when it is given a task.
      session.withLock { $0?.dataTask(with: base.appending(path: "events")).resume() }
      repeatReading(base, pause: 0.5)
    }
    for _ in 0..<readers { repeatReading(base, pause: 0) }
  }

  private func repeatReading(_ base: URL, pause: TimeInterval) {
    let page = base.appending(path: "model/Todo").appending(queryItems: [URLQueryItem(name: "part", value: "rows")])
    session.withLock { session in
      session?.dataTask(with: page) { [weak self] _, _, error in
        guard let self, error == nil else { return }
        DispatchQueue.global().asyncAfter(deadline: .now() + pause) { self.repeatReading(base, pause: pause) }
      }.resume()
    }
  }

  func end() {
    // The end of the connections ends the requests. NB: `invalidateAndCancel()` traps on Linux now and then, when one ends meanwhile.
    session.withLock { $0 = nil }
    inspector.cancel()
  }
}
