import Foundation
import MotionModel
import MotionModelStatistics

extension Summary {
  /// The median and the percentiles of a column, its histogram, its sums up to each record, and the first records of each group
  /// with the same value in another column.
  ///
  /// Integers of steps are small here, so that nothing is rounded.
  static func statistics<Key: Hashable & Sendable>(
    _ swift: (value: String, key: String), _ value: any KeyPath<Record, Int> & Sendable,
    by key: any KeyPath<Record, Key> & Sendable
  ) -> [Summary] {
    let values: @Sendable ([Record]) -> [Int] = { $0.map { $0[keyPath: value] } }
    return [
      Summary("median(\(swift.value)), percentiles([0, 25, 100], \(swift.value))") {
        [$0.median(value)] + $0.percentiles([0, 25, 100], value)
      } naive: { records in
        let sorted = values(records).sorted()
        return [sorted.naivePercentile(50)] + (sorted.isEmpty ? [] : [0, 25, 100].map(sorted.naivePercentile))
      },
      Summary("value(atPercentile: 50, \(swift.value))") {
        $0.value(atPercentile: 50, value)
      } naive: { records in
        let all = values(records)
        return all.sorted().first { least in 2 * all.count { $0 <= least } >= all.count }
      },
      Summary("histogram(\(swift.value), .width(2))") {
        let bins = $0.histogram(value, .width(2)).bins.filter { $0.count > 0 }
        return Dictionary(uniqueKeysWithValues: bins.map { (Int($0.lower), $0.count) })
      } naive: { records in
        Dictionary(grouping: values(records)) { $0 - ($0 % 2 + 2) % 2 }.mapValues(\.count)
      },
      Summary("runningSums(of: \(swift.value))") {
        $0.runningSums(of: value)
      } naive: { records in
        let all = values(records)
        return all.indices.map { all[...$0].reduce(0, +) }
      },
      Summary("group(by: \(swift.key)).top(2, by: \(swift.value))") {
        $0.group(by: key).top(2, by: value).mapValues { $0.map(\.id) }
      } naive: { records in
        Dictionary(grouping: records) { $0[keyPath: key] }.mapValues { group in
          let places = group.indices.sorted { first, second in
            let (one, other) = (group[first][keyPath: value], group[second][keyPath: value])
            return one != other ? one > other : first < second
          }
          return places.prefix(2).map { group[$0].id }
        }
      },
    ]
  }

  /// The times without a date in a column, and how many dates are on each day.
  static func dates(_ swift: String, _ value: any KeyPath<Record, Date?> & Sendable) -> [Summary] {
    let seconds: @Sendable ([Record]) -> [Double] = {
      $0.compactMap { $0[keyPath: value]?.timeIntervalSinceReferenceDate }.sorted()
    }
    return [
      Summary("gaps(in: \(swift), longerThan: .seconds(500))") {
        $0.gaps(in: value, longerThan: .seconds(500)).map(\.duration)
      } naive: { records in
        let all = seconds(records)
        return zip(all, all.dropFirst()).map { $1 - $0 }.filter { $0 > 500 }
      },
      Summary("dateCounts(\(swift), by: .day)") {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let counts = $0.dateCounts(value, by: .day, in: calendar).counts
        return Dictionary(
          uniqueKeysWithValues: counts.map { ($0.start.timeIntervalSinceReferenceDate / 86_400, $0.count) })
      } naive: { records in
        Dictionary(grouping: seconds(records)) { ($0 / 86_400).rounded(.down) }.mapValues(\.count)
      },
    ]
  }
}

extension [Int] {
  /// The number at (n − 1) p behind the least one, between two numbers where need be. The numbers are sorted.
  fileprivate func naivePercentile(_ percent: Double) -> Double? {
    if isEmpty { return nil }
    let place = Double(count - 1) * percent / 100
    let (low, high) = (self[Int(place)], self[Swift.min(Int(place) + 1, count - 1)])
    return Double(low) + Double(high - low) * (place - place.rounded(.down))
  }
}
