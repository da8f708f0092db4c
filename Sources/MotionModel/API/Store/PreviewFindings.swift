/// Collects what a preview finds out besides its changeset.
package protocol PreviewFindings: TransactionRecorder {
  /// Whether a relation would have refused to destroy a record.
  var isRestricted: Bool { get }

  /// A record was saved with warnings.
  func warned(of record: any Model, _ warnings: [any Error])

  /// A hook or middleware runs, or would run after the commit.
  ///
  /// - Parameters:
  ///   - hook: Its description.
  ///   - model: The model of the records; nil for middleware that receives the whole commit.
  ///   - count: How many times it runs.
  ///   - isAfterCommit: Whether it would run after the commit. It does not run in the preview.
  func ran(_ hook: String, of model: String?, count: Int, isAfterCommit: Bool)

  /// Records are about to be destroyed, deleted or changed by a cascade.
  ///
  /// - Parameter relation: The relation by which they depend on others; nil for the records that are destroyed first.
  func beginCascade(_ records: [any Model], _ relation: String?, _ effect: Dependent)

  /// The step of a cascade that began last has ended, with all steps inside it.
  func endCascade()
}

extension OpenTransaction {
  /// What collects the findings of a preview; nil in other transactions.
  var findings: (any PreviewFindings)? { recorder as? any PreviewFindings }
}
