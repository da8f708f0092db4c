public import Foundation
public import MotionModel

extension Recording {
  /// Takes the recorded steps again, one after the other, and compares what happens with what was recorded.
  ///
  /// ```swift
  /// try recording.replay(models: [Account.self]) { step, session in
  ///   let bank = Bank(session)
  ///   switch step.name {
  ///   case "open": try bank.open(try step.input())
  ///   case "transfer": try bank.transfer(try step.input())
  ///   default: throw ReplayError.unknownStep(step.name)
  ///   }
  /// }
  /// ```
  ///
  /// `take` calls the program as it was called then, and that calls `session.step` with the same name and input. A
  /// step that threw an error has to throw one of the same description again, which `take` passes on.
  ///
  /// - Parameters:
  ///   - models: The models of the records that the store had when the recording began.
  ///   - makeStore: Makes the store with the clock and the ids that it is given, as the program does.
  ///   - take: Takes a step.
  /// - Returns: The session, whose store is as it was after the last step.
  /// - Throws: ``ReplayError/diverged(step:name:expected:found:)`` for the first difference, or another
  ///   ``ReplayError``; what `take` throws besides.
  @discardableResult
  public func replay(
    models: [any Model.Type] = [],
    makeStore: (_ clock: @escaping @Sendable () -> Date, _ ids: IDGenerator) throws -> Store = { clock, ids in
      Store(clock: clock, ids: ids, notificationCenter: nil)
    },
    _ take: (Step, Session) throws -> Void
  ) throws -> Session {
    if outsideCommits > 0 { throw ReplayError.commitsOutside(count: outsideCommits) }
    let session = try Session(replaying: self, models: models, makeStore: makeStore)
    for (number, step) in steps.enumerated() { try session.take(step, number, take) }
    return session
  }
}

extension Session {
  /// Takes one step of a replay.
  fileprivate func take(_ step: Recording.Step, _ number: Int, _ take: (Recording.Step, Session) throws -> Void) throws
  {
    var thrown: (any Error)?
    do { try take(step, self) } catch { thrown = error }
    if let error = thrown as? ReplayError { throw error }
    try checkDivergence()
    if stepCount == number {
      if let thrown { throw thrown }
      throw ReplayError.diverged(
        step: number + 1, name: step.name, expected: "the step \(step.name)", found: "no call of session.step")
    }
    // The step itself has compared its error with the recorded one.
    if let thrown, step.outcome != .threw("\(thrown)") { throw thrown }
  }
}
