package import MotionModel
package import MotionModelTesting
import Testing

/// What the library does with records in memory, and has to do in the same way with records that an adapter keeps.
///
/// They are besides ``AdapterTest``, which has what an adapter itself can do wrong.
package enum KeptRecordsTest: String, CaseIterable, Sendable, CustomTestStringConvertible {
  /// Records are inserted together, of which some have the keys of stored ones.
  case keys
  /// Records have parents, children, and others through those.
  case relations
  /// What depends on a record is destroyed, deleted, or loses its key; counters and times follow.
  case dependents
  /// Keys lead to stored records, and lose them or are deleted with them.
  case references
  /// Related records are written by attributes, within limits, and chosen by their ids.
  case attributes
  /// Rules refuse and hooks change and halt.
  case hooks
  /// Single records are found, restored and touched; finders have a default scope.
  case single
  /// Transactions see what they have written, and undo it.
  case transactions
  /// A commit is one changeset, which can be undone and made again.
  case changesets
  /// Records are written to files, read from them, and imported.
  case files

  package var testDescription: String { rawValue }

  /// Runs the test, as ``AdapterTest/run(seed:_:)`` does.
  package func run<Adapter: StorageAdapter>(_ makeAdapter: () throws -> Adapter) throws { try compare(0, makeAdapter) }
}

extension KeptRecordsTest: AdapterSteps {
  package func take<Adapter>(_ models: TestModels<Adapter>, _ seed: UInt64, _ transcript: inout Transcript) {
    switch self {
    case .keys: models.insertByKeys(&transcript)
    case .relations: models.relate(&transcript)
    case .dependents: models.depend(&transcript)
    case .references: models.refer(&transcript)
    case .attributes: models.writeAttributes(&transcript)
    case .hooks: models.runHooks(&transcript)
    case .single: models.useSingleRecords(&transcript)
    case .transactions: models.transact(&transcript)
    case .changesets: models.applyChangesets(&transcript)
    case .files: models.useFiles(&transcript)
    }
  }
}
