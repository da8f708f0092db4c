import Foundation
import MotionModel
import MotionModelLive
import MotionModelSearch
import MotionModelTestSupport

/// The threads that follow live results.
extension Storm {
  /// What is watched, and whether each change began with what the change before it led to.
  final class Watched: Sendable {
    let window: Finder<Item>
    let search: Finder<Item>
    let items: LiveResults<Item>
    let first: LiveResults<Item>
    let best: LiveResults<Item>
    let money: LiveAggregate<Int>
    let groups: LiveGroupAggregates<Int, Int>
    let sections: LiveSections<Int, Item>
    private let observations: Locked<[StoreObservation]> = Locked([])

    init(_ storm: Storm) {
      let (all, accounts) = (storm.store.table(Item.self).records, storm.store.table(Account.self).records)
      items = all.live()
      window = all.where { !$0.isDone && $0.name.count > 3 }.order(by: \.rank, .descending).limit(9)
      search = all.search("re").order(by: .rank)
      (first, best) = (window.live(), search.live())
      money = accounts.live(.sum(\.balance))
      groups = all.group(by: \.rank).live(.count)
      sections = all.order(by: \.name).live(sectionedBy: \.rank)
      let observations = [items, first, best].map { live in
        let told = Locked<[String]?>(nil)
        return live.onChange { change in
          let (before, last) = (change.before.map(\.code), told.withLock { $0 })
          storm.expect(last ?? before == before, "a live change begins elsewhere: \(change)")
          let after = change.applied(to: Array(change.before)).map(\.code)
          storm.expect(after == change.after.map(\.code), "a live change leads elsewhere: \(change)")
          told.withLock { $0 = after }
        }
      }
      let counts = Locked(groups.value)
      let others = [
        money.onChange { storm.expect(false, "live money came or went: \($0.before) \($0.after)") },
        sections.onChange { change in
          let after = change.applied(to: change.before.map { Array($0.records) }).map { $0.map(\.code) }
          storm.expect(after == change.after.map { $0.records.map(\.code) }, "live sections: \(change)")
        },
        groups.onChange { change in
          counts.withLock { change.apply(to: &$0) }
          storm.expect(counts.withLock { $0.values.allSatisfy { $0 > 0 } }, "a live group is empty")
        },
      ]
      self.observations.withLock { $0 = observations + others }
    }

    /// Checks what holds at each moment.
    func check(_ storm: Storm) {
      storm.expect(money.value == 0, "live money")
      let list = sections.value
      storm.expect(zip(list, list.dropFirst()).allSatisfy { $0.key < $1.key }, "the order of live sections")
      for section in list {
        storm.expect(section.records.allSatisfy { $0.rank == section.key }, "a record in the section of others")
      }
      let shown = first.elements
      storm.expect(shown.count <= 9 && shown.allSatisfy { !$0.isDone }, "a live window")
      let best = best.elements
      storm.expect(best.allSatisfy { $0.hasWord(from: "re") }, "a live search")
    }

    /// Checks that all is what the finders answer, when nobody writes.
    func end(_ storm: Storm) {
      check(storm)
      let all = storm.store.table(Item.self).records
      storm.expect(items.map(\.code) == all.all.map(\.code), "live records")
      storm.expect(first.map(\.code) == window.all.map(\.code), "live records of a window")
      // Their order may be a bit older.
      storm.expect(Set(best.map(\.code)) == Set(search.all.map(\.code)), "live records of a search")
      storm.expect(groups.value == all.group(by: \.rank).count(), "live groups")
      storm.expect(
        sections.value.flatMap { $0.records.map(\.code) } == all.order(by: \.rank).order(by: \.name).all.map(\.code),
        "live sections")
    }
  }

  func watch() -> Watched { Watched(self) }

  /// Opens live results beside threads that write, and releases them.
  func watchForAWhile(_ random: inout SplitMix64) {
    let watched = watch()
    for _ in 0..<random.number(1...5) {
      Thread.sleep(forTimeInterval: Double(random.number(0...5)) / 1_000)
      watched.check(self)
    }
    let todo = store.table(Item.self).live(random.number(1...900))
    expect(todo.value.map { $0.name.count >= 0 } ?? true, "a live record")
  }
}
