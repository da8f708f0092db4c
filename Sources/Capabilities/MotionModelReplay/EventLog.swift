import Foundation
import MotionModel

/// The recording that is made or replayed: the state of a ``Session``.
final class EventLog: Sendable {
  struct State: Sendable {
    var recording: Recording
    /// The number of the step that is under way, from 0; nil between steps.
    var current: Int?
    /// How many steps have begun.
    var begun = 0
    /// While a replay puts the recorded records into its store.
    var isPaused = false
    var next = Position()
    /// The first difference of the step that is under way.
    var divergence: ReplayError?
  }

  /// How much of the step that is played back was used.
  struct Position: Sendable {
    var times = 0
    var ids = 0
    var randomNumbers = 0
    var events = 0
  }

  let isReplaying: Bool
  let state: Locked<State>

  init(_ recording: Recording, isReplaying: Bool) {
    self.isReplaying = isReplaying
    state = Locked(State(recording: recording))
  }

  // MARK: - What comes in order

  /// Returns the time that the clock says, or said.
  ///
  /// How often a store looks at the clock may differ between versions of the library, so that is not compared.
  func time(_ clock: () -> Date) -> Date {
    if isReplaying {
      return state.withLock { state in
        guard let step = state.step, !state.isPaused else { return .distantPast }
        let time = state.next.times < step.times.count ? step.times[state.next.times] : step.times.last
        state.next.times += 1
        return time ?? .distantPast
      }
    }
    let time = clock()
    state.withLock { state in state.change { $0.times.append(time) } }
    return time
  }

  /// Returns the text of an id that is made, or was made.
  ///
  /// - Returns: Nil if there is no further id.
  func id(_ make: () -> String?) -> String? {
    if isReplaying, let played = play("an id", \.ids, \.ids) { return played }
    let id = make()
    if let id, !isReplaying { state.withLock { state in state.change { $0.ids.append(id) } } }
    return id
  }

  func randomNumber() -> UInt64 {
    if isReplaying, let played = play("a random number", \.randomNumbers, \.randomNumbers) { return played }
    // A replay without further numbers continues to the end of its step with new ones: a constant could let
    // `Int.random` try for ever.
    let number = UInt64.random(in: .min ... .max)
    if isReplaying { return number }
    state.withLock { state in state.change { $0.randomNumbers.append(number) } }
    return number
  }

  /// Returns the next of some recorded values; nil if all were used, which is noted.
  private func play<Value>(
    _ what: String, _ values: KeyPath<Recording.Step, [Value]>, _ position: WritableKeyPath<Position, Int>
  ) -> Value? {
    state.withLock { state in
      guard let step = state.step, !state.isPaused else { return nil }
      defer { state.next[keyPath: position] += 1 }
      let place = state.next[keyPath: position]
      if place < step[keyPath: values].count { return step[keyPath: values][place] }
      state.diverge(expected: "no further value from outside", found: "a wish for \(what)")
      return nil
    }
  }

  // MARK: - Events

  /// Records an event, or compares it with the recorded one.
  func add(_ event: Recording.Event) {
    state.withLock { state in
      if state.isPaused { return }
      guard isReplaying else {
        if state.current == nil, case .commit = event { state.recording.outsideCommits += 1 }
        return state.change { $0.events.append(event) }
      }
      guard let step = state.step else {
        return state.diverge(expected: "no write outside of steps", found: "\(event)")
      }
      defer { state.next.events += 1 }
      let expected = state.next.events < step.events.count ? step.events[state.next.events] : nil
      if expected != event { state.diverge(expected: expected.map { "\($0)" } ?? "nothing further", found: "\(event)") }
    }
  }

  /// Returns the value that was read from outside.
  ///
  /// - Returns: Nil if something else was recorded, which is noted.
  func outside(_ name: String) -> String? {
    state.withLock { state in
      guard let step = state.step else { return nil }
      let expected = state.next.events < step.events.count ? step.events[state.next.events] : nil
      if case .outside(name, let value) = expected {
        state.next.events += 1
        return value
      }
      state.diverge(expected: expected.map { "\($0)" } ?? "nothing further", found: "a wish for outside \(name)")
      return nil
    }
  }

  // MARK: - Steps

  func begin(_ name: String, input: String) throws(ReplayError) {
    try state.withLock { state throws(ReplayError) in
      if !isReplaying {
        state.recording.steps.append(Recording.Step(name, input: input))
        state.current = state.recording.steps.count - 1
        return
      }
      let number = state.begun
      guard number < state.recording.steps.count else {
        throw .diverged(step: number + 1, name: name, expected: "the end", found: "the step \(name) \(input)")
      }
      let step = state.recording.steps[number]
      guard step.name == name && step.inputText == input else {
        throw .diverged(
          step: number + 1, name: step.name, expected: "the input \(step.inputText) of \(step.name)",
          found: "the input \(input) of \(name)")
      }
      state.current = number
      state.begun += 1
      state.next = Position()
    }
  }

  func end(_ outcome: Recording.Outcome) throws(ReplayError) {
    try state.withLock { state throws(ReplayError) in
      defer { state.current = nil }
      if !isReplaying { return state.change { $0.outcome = outcome } }
      guard let step = state.step else { return }
      if state.divergence == nil, state.next.events < step.events.count {
        state.diverge(expected: "\(step.events[state.next.events])", found: "the end of the step")
      }
      // A program that ended in the middle of a step has recorded no outcome.
      if let expected = step.outcome, expected != outcome {
        state.diverge(expected: "\(expected)", found: "\(outcome)")
      }
      if let divergence = state.divergence { throw divergence }
    }
  }
}

extension EventLog.State {
  /// The step that is under way.
  var step: Recording.Step? { current.map { recording.steps[$0] } }

  /// Changes the step that is recorded.
  mutating func change(_ body: (inout Recording.Step) -> Void) {
    if let current { body(&recording.steps[current]) }
  }

  /// Notes a difference, unless there was one before: differences that follow from it are not reported.
  mutating func diverge(expected: String, found: String) {
    if divergence != nil { return }
    divergence = .diverged(
      step: (current ?? begun) + 1, name: step?.name ?? "between steps", expected: expected, found: found)
  }
}

extension EventLog {
  /// Ends the current step, which has failed, without comparing the rest of it.
  func abandon() { state.withLock { $0.current = nil } }

  /// The difference that was noted first.
  func divergence(elseWish name: String) -> ReplayError {
    state.withLock { state in
      state.diverge(expected: "a step", found: "a wish for outside \(name)")
      return state.divergence ?? .unknownStep(name)
    }
  }

  /// Notes that the steps are over, and throws if any are left or something came between them.
  func finish() throws(ReplayError) {
    try state.withLock { state throws(ReplayError) in
      if let divergence = state.divergence { throw divergence }
    }
  }

  /// How many steps have begun.
  var begun: Int { state.withLock { $0.begun } }
}

extension IDGenerator {
  /// Returns a generator whose random ids are recorded, or played back.
  func recorded(on log: EventLog) -> IDGenerator {
    making(UUID.self) { [self] number in
      log.id { make(UUID.self, number: number)?.uuidString }.flatMap { UUID(uuidString: $0) }
    }
    .making(UUID?.self) { [self] number in
      log.id { make(UUID?.self, number: number).flatMap { $0?.uuidString } }.map { UUID(uuidString: $0) }
    }
    .making(String.self) { [self] number in log.id { make(String.self, number: number) } }
    .making(String?.self) { [self] number in log.id { make(String?.self, number: number).flatMap { $0 } } }
  }
}
