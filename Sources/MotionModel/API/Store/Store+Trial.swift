extension Store {
  /// Runs `body`, finds out what it would do to the store, and undoes it.
  ///
  /// Everything happens as it would, but for the commit. What a relation restricts does not stop it.
  ///
  /// - Parameter recorder: Is told what stands in the way, `body`'s own error included.
  /// - Returns: What `body` wrote, when it threw until then; whether it would be committed.
  package func trial(
    _ recorder: some PreviewFindings, _ body: () throws -> Void
  ) -> (changeset: Changeset, isPossible: Bool) {
    var (written, isPossible) = (Changeset(), false)
    do {
      try inTransaction(true, recorder, written: nil) { transaction in
        let mark = recorder.refusalCount
        do {
          try body()
          let objections = transaction.objections(in: self)
          for error in objections { recorder.refused(error) }
          isPossible = objections.isEmpty && !recorder.isRestricted
        } catch {
          recorder.refused(error, since: mark)
        }
        written = transaction.changeset
        throw TrialOver()
      }
    } catch {
      if !(error is TrialOver) { recorder.refused(error) }
    }
    return (written, isPossible)
  }
}
