/// A call that writes several records in sequence, and is checked at its end: values of unique columns may move between
/// its records in any order.
struct WriteCall: Sendable {
  typealias Check = @Sendable () throws -> Void

  /// How many operations with hooks were running when the call began. What hooks write inside it is checked at once.
  let hooks: Int
  /// The comparisons of its records with all others, in the order in which they were written.
  var checks: [Check] = []
}

extension TransactionState {
  /// Whether a write belongs to a call that is checked at its end.
  var defersUniqueness: Bool { mutating get { call?.hooks == hooks } }
}

extension OpenTransaction {
  /// Whether a write belongs to a call that is checked at its end.
  var defersUniqueness: Bool { state.withLock { $0.defersUniqueness } }

  /// Begins a call, unless it belongs to an outer call.
  ///
  /// - Returns: Whether it began, and the outer call.
  func beginCall() -> (isNew: Bool, outer: WriteCall?) {
    state.withLock { state in
      if state.defersUniqueness { return (false, nil) }
      defer { state.call = WriteCall(hooks: state.hooks) }
      return (true, state.call)
    }
  }

  /// Ends the call that is under way.
  ///
  /// - Returns: Its checks.
  func endCall(_ outer: WriteCall?) -> [WriteCall.Check] {
    state.withLock { state in
      defer { state.call = outer }
      return state.call?.checks ?? []
    }
  }

  /// How many checks the call under way has, and how many nested records were noted.
  var errorMark: (checks: Int, records: Int) { state.withLock { ($0.call?.checks.count ?? 0, $0.notes.nested.count) } }

  /// Adds a check to the call under way.
  func addCheck(_ check: @escaping WriteCall.Check) { state.withLock { $0.call?.checks.append(check) } }

  /// Notes that a record was written by the attributes of its owner.
  func note(_ record: NestedRecord) { state.withLock { $0.notes.addNested(record) } }

  /// Converts the errors of the checks that were added since a mark, and of the nested records that were noted since.
  func changeErrors(since mark: (checks: Int, records: Int), _ change: @escaping NestedRecord.Change) {
    state.withLock { state in
      state.notes.changeErrors(ofNestedSince: mark.records, change)
      for index in (state.call?.checks.indices ?? 0..<0).dropFirst(mark.checks) {
        guard let check = state.call?.checks[index] else { continue }
        state.call?.checks[index] = { do { try check() } catch { throw change(error) } }
      }
    }
  }
}
