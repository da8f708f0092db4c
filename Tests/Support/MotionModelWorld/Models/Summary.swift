import MotionModel

/// Aggregates or groups of a finder, and the same for the naive store.
package struct Summary<Record: WorldModel>: Sendable {
  /// The call, as Swift source.
  let swift: String
  /// Returns the answers of the library and of the naive store where they differ.
  let difference: @Sendable (Finder<Record>, [Record]) -> String?

  init<Answer: Equatable & SendableMetatype>(
    _ swift: String, _ ask: @escaping @Sendable (Finder<Record>) -> Answer,
    naive: @escaping @Sendable ([Record]) -> Answer
  ) {
    self.swift = swift
    difference = { finder, records in
      let (answer, expected) = (ask(finder), naive(records))
      return answer == expected ? nil : "\(answer), expected \(expected)"
    }
  }
}

extension Summary {
  /// The extremes of a column, and those of each group with the same value in another column.
  static func extremes<Value: ColumnValue & Comparable, Key: Hashable & Sendable>(
    _ swift: (value: String, key: String), _ value: any KeyPath<Record, Value> & Sendable,
    by key: any KeyPath<Record, Key> & Sendable
  ) -> [Summary] where Value.Unwrapped == Value {
    // NaN does not equal itself, and takes no part.
    let values: @Sendable ([Record]) -> [Value] = { $0.map { $0[keyPath: value] }.filter { $0 == $0 } }
    return [
      Summary("aggregate(.minimum(\(swift.value)), .maximum(\(swift.value)), .count)") {
        let (least, greatest, count) = $0.aggregate(.minimum(value), .maximum(value), .count)
        return Extremes(least: least, greatest: greatest, count: count)
      } naive: { records in
        Extremes(least: values(records).min(), greatest: values(records).max(), count: records.count)
      },
      Summary("minimum(\(swift.value)), maximum(\(swift.value)), count") {
        Extremes(least: $0.minimum(value), greatest: $0.maximum(value), count: $0.count)
      } naive: { records in
        Extremes(least: values(records).min(), greatest: values(records).max(), count: records.count)
      },
      Summary("group(by: \(swift.key)).aggregate(.maximum(\(swift.value)), .count)") {
        $0.group(by: key).aggregate(.maximum(value), .count).mapValues { Extremes(least: nil, greatest: $0, count: $1) }
      } naive: { records in
        Dictionary(grouping: records) { $0[keyPath: key] }.mapValues {
          Extremes(least: nil, greatest: values($0).max(), count: $0.count)
        }
      },
      Summary("group(by: \(swift.key)).having(.count) { $0 > 1 }.having(.minimum(\(swift.value))) { $0 != nil }.all()")
      {
        $0.group(by: key).having(.count) { $0 > 1 }.having(.minimum(value)) { $0 != nil }.all().mapValues {
          $0.map(\.id)
        }
      } naive: { records in
        Dictionary(grouping: records) { $0[keyPath: key] }.filter { $1.count > 1 && !values($1).isEmpty }.mapValues {
          $0.map(\.id)
        }
      },
    ]
  }

  /// The sum and the mean of a column, and those of each group with the same value in another column.
  ///
  /// Integers of steps are small here, so that sums neither overflow nor are rounded.
  static func sums<Key: Hashable & Sendable>(
    _ swift: (value: String, key: String), _ value: any KeyPath<Record, Int> & Sendable,
    by key: any KeyPath<Record, Key> & Sendable
  ) -> [Summary] {
    let total: @Sendable ([Record]) -> Int = { $0.reduce(0) { $0 + $1[keyPath: value] } }
    let mean: @Sendable ([Record]) -> Double? = { $0.isEmpty ? nil : Double(total($0)) / Double($0.count) }
    return [
      Summary("aggregate(.sum(\(swift.value)), .average(\(swift.value)))") {
        let (sum, average) = $0.aggregate(.sum(value), .average(value))
        return Sums(sum: sum, average: average)
      } naive: {
        Sums(sum: total($0), average: mean($0))
      },
      Summary("sum(\(swift.value)), average(\(swift.value))") {
        Sums(sum: $0.sum(value), average: $0.average(value))
      } naive: {
        Sums(sum: total($0), average: mean($0))
      },
      Summary("group(by: \(swift.key)).sum(\(swift.value))") {
        $0.group(by: key).sum(value)
      } naive: { records in
        Dictionary(grouping: records) { $0[keyPath: key] }.mapValues(total)
      },
      Summary("group(by: \(swift.key)).having(.sum(\(swift.value))) { $0 > 1 }.average(\(swift.value))") {
        $0.group(by: key).having(.sum(value)) { $0 > 1 }.average(value)
      } naive: { records in
        Dictionary(grouping: records) { $0[keyPath: key] }.filter { total($1) > 1 }.compactMapValues(mean)
      },
    ]
  }

  /// The number of records with the same values in two columns.
  static func pairs<First: Hashable & Sendable, Second: Hashable & Sendable>(
    _ swift: (String, String), _ first: any KeyPath<Record, First> & Sendable,
    _ second: any KeyPath<Record, Second> & Sendable
  ) -> Summary {
    Summary("group(by: \(swift.0), \(swift.1)).count()") {
      $0.group(by: first, second).count()
    } naive: { records in
      Dictionary(grouping: records) { GroupKey($0[keyPath: first], $0[keyPath: second]) }.mapValues(\.count)
    }
  }

  /// The number of records with the same parent.
  static func parents<Parent: Model>(
    _ swift: String,
    _ relation: any KeyPath<Record.Relations, Relation<Record, ToParent<Parent>>> & Sendable,
    _ key: @escaping @Sendable (Record) -> Parent.ID?
  ) -> Summary {
    Summary("group(by: \(swift)).having(.count) { $0 < 3 }.count()") {
      $0.group(by: relation).having(.count) { $0 < 3 }.count()
    } naive: { records in
      // An id that no record can have stands for no parent, as nil does.
      Dictionary(grouping: records) { key($0).flatMap { $0.isAssigned ? $0 : nil } }.mapValues(\.count).filter {
        $1 < 3
      }
    }
  }
}

private struct Extremes<Value: Equatable>: Equatable {
  let least: Value?
  let greatest: Value?
  let count: Int
}

private struct Sums: Equatable {
  let sum: Int
  let average: Double?
}
