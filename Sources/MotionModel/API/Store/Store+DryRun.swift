extension Store {
  /// Runs `body`, records what it would change in the store, and undoes it.
  ///
  /// Everything runs as in a transaction, except the commit. A relation that restricts destroying is recorded, and does
  /// not stop `body`.
  ///
  /// - Parameter recorder: Receives the reasons why the writes would be refused, including an error of `body`.
  /// - Returns: The changes that `body` made, up to its error if it threw, and whether they would be committed.
  package func dryRun(
    _ recorder: some PreviewFindings, _ body: () throws -> Void
  ) -> (changeset: Changeset, isPossible: Bool) {
    var result = (changeset: Changeset(), isPossible: false)
    HookReport.during { result = trial(recorder, body) }
    return result
  }

  private func trial(
    _ recorder: some PreviewFindings, _ body: () throws -> Void
  ) -> (changeset: Changeset, isPossible: Bool) {
    var (written, isPossible) = (Changeset(), false)
    do {
      try inTransaction(true, recorder, written: nil) { transaction in
        let mark = recorder.refusalCount
        do {
          try body()
          try runTransactionEndHooks(transaction)
          try loadParents(of: transaction)
          let refusals = transaction.refusals(in: self)
          for error in refusals { recorder.refused(error) }
          isPossible = refusals.isEmpty && !recorder.isRestricted
        } catch {
          recorder.refused(error, since: mark)
        }
        written = transaction.changeset
        if isPossible { reportCommitHooks(of: written, to: recorder) }
        throw DryRunEnded()
      }
    } catch {
      if !(error is DryRunEnded) { recorder.refused(error) }
    }
    return (written, isPossible)
  }
}
