import MotionModel
import MotionModelTestSupport
import Testing

/// A log of what many threads ask at once.
@Suite(.ownStore) struct FinderLogConcurrencyTests {
  @Test func `a log from many threads counts every question`() async throws {
    let store = Store.current
    for number in 1...30 { try Todo.create { $0.name = "todo \(number)" } }
    let log = store.logFinders(keeping: 100, slowerThan: nil) { _ in }
    defer { log.cancel() }
    await withTaskGroup(of: Void.self) { group in
      for task in 0..<8 {
        group.addTask {
          for id in 0..<200 {
            _ = store.table(Todo.self).find(id % 30)
            if id % 50 == task { _ = log.entries.count + log.repetitions.count }
          }
        }
      }
    }
    #expect(log.count == 1_600 && log.entries.count == 100)
    #expect(log.repetitions.map(\.count) == [1_600] || log.repetitions.map(\.count).reduce(0, +) == 1_600)
  }

  @Test func `logs begin and end while others ask`() async throws {
    let store = Store.current
    for number in 1...30 { try Todo.create { $0.name = "todo \(number)" } }
    await withTaskGroup(of: Void.self) { group in
      for task in 0..<6 {
        group.addTask {
          for id in 0..<100 {
            if task < 2 {
              let log = store.logFinders(keeping: 5, slowerThan: nil) { _ in }
              _ = store.table(Todo.self).find(id % 30)
              log.cancel()
            } else {
              _ = store.table(Todo.self).find(id % 30)
              _ = store.table(Todo.self).records.where(\.priority > 2).count
            }
          }
        }
      }
    }
    let log = store.logFinders(keeping: 5, slowerThan: nil) { _ in }
    defer { log.cancel() }
    _ = store.table(Todo.self).find(1)
    #expect(log.count == 1)
  }
}
