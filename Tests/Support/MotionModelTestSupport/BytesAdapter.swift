package import Foundation
package import MotionModel
import Synchronization

/// An adapter that keeps records as encoded bytes in a dictionary. A test can make it fail from a certain call on.
package final class BytesAdapter: StorageAdapter {
  /// The error that a failing call throws.
  package struct Offline: Error, Equatable {
    package init() {}
  }

  private struct Row {
    /// The row's number in the order of insertion.
    var number: Int
    var bytes: Data
  }

  private struct State {
    /// The rows by model and by id.
    var rows: [String: [String: Row]] = [:]
    var nextNumber = 0
    var calls = 0
    /// The number of the first call that fails; nil for none.
    var failing: Int?
  }

  private let state = Mutex(State())

  package init() {}

  // MARK: - Failing

  /// The number of calls so far.
  package var callCount: Int { state.withLock { $0.calls } }

  /// Runs `body`. Meanwhile the adapter throws at a call, counted from 0, and at all calls after it.
  package func failing<Result>(at call: Int = 0, _ body: () throws -> Result) rethrows -> Result {
    state.withLock { $0.failing = $0.calls + call }
    defer { state.withLock { $0.failing = nil } }
    return try body()
  }

  /// Does the same for a `body` that waits.
  package func whileFailing<Result>(_ body: () async throws -> Result) async rethrows -> Result {
    state.withLock { $0.failing = $0.calls }
    defer { state.withLock { $0.failing = nil } }
    return try await body()
  }

  /// The bytes of all records, by model and by id, for comparisons.
  package var contents: [String: [String: Data]] { state.withLock { $0.rows.mapValues { $0.mapValues(\.bytes) } } }

  private func call<Result>(_ body: (inout State) throws -> Result) throws -> Result {
    try state.withLock { state in
      defer { state.calls += 1 }
      if let failing = state.failing, state.calls >= failing { throw Offline() }
      return try body(&state)
    }
  }

  // MARK: - Reading

  package func read<Record: Model>(_ query: RecordQuery<Record>) throws(Offline) -> [Record] {
    do {
      return query.records(from: try rows(of: Record.self, query.ids))
    } catch {
      throw Offline()
    }
  }

  private func rows<Record: Model>(of model: Record.Type, _ ids: [Record.ID]?) throws -> [Record] {
    let rows = try call { state in
      let rows = state.rows["\(model)"] ?? [:]
      let wanted = ids.map { $0.compactMap { rows["\($0)"] } } ?? Array(rows.values)
      return wanted.sorted { $0.number < $1.number }
    }
    return try rows.map { try Record(attributes: JSONDecoder().decode([String: AttributeValue].self, from: $0.bytes)) }
  }

  // MARK: - Writing

  package func commit(_ changeset: Changeset) throws {
    try call { state in
      var next = state
      for model in changeset.models { try Self.apply(changeset, of: model, to: &next) }
      state = next
    }
  }

  private static func apply<Record: Model>(
    _ changeset: Changeset, of model: Record.Type, to state: inout State
  ) throws {
    for change in changeset.changes(of: model) {
      let (name, id) = ("\(model)", "\(change.id)")
      guard let new = change.new else {
        state.rows[name]?[id] = nil
        continue
      }
      let number = change.old == nil ? nil : state.rows[name]?[id]?.number
      let bytes = try JSONEncoder().encode(new.attributes)
      state.rows[name, default: [:]][id] = Row(number: number ?? state.nextNumber, bytes: bytes)
      if number == nil { state.nextNumber += 1 }
    }
  }
}
