#if canImport(Testing)
  public import MotionModel
  public import Testing

  /// One of the tests that every storage adapter has to pass.
  ///
  /// ```swift
  /// @Suite struct RemoteAdapterTests {
  ///   @Test(arguments: AdapterTest.allCases)
  ///   func `does what adapters do`(test: AdapterTest) throws {
  ///     try test.run { RemoteAdapter(url: emptyDatabase()) }
  ///   }
  /// }
  /// ```
  ///
  /// Each test does the same twice, with records that the adapter keeps and with records in memory, and expects the
  /// same answers and the same errors.
  public enum AdapterTest: String, CaseIterable, Sendable, CustomTestStringConvertible {
    /// Records are found by ids, by conditions, in orders, windows and pages.
    case finding
    /// Values of every type come back as they were.
    case values
    /// Records are inserted, updated and deleted, one by one and together.
    case writing
    /// Ids are given once, and unique columns are unique.
    case uniqueness
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
    /// Random steps, one after the other.
    case random

    /// The name of the test.
    public var testDescription: String { rawValue }

    /// Runs the test.
    ///
    /// - Parameters:
    ///   - seed: What random steps follow from.
    ///   - makeAdapter: Creates an adapter that has no records.
    /// - Throws: What `makeAdapter` throws. What does not hold is recorded as an issue of the test that is running.
    public func run<Adapter: StorageAdapter>(
      seed: UInt64 = .random(in: 0...UInt64(UInt32.max)), _ makeAdapter: () throws -> Adapter
    ) throws {
      let transcript = transcript(seed, Adapter.self, [try makeAdapter()])
      let expected = self.transcript(seed, ArrayAdapter.self, [])
      for (index, line) in expected.enumerated() {
        let found = index < transcript.count ? transcript[index] : "nothing"
        if found == line
          || (Adapter.self is any StoredFormStating.Type && found.maskingVersions == line.maskingVersions)
        {
          continue
        }
        Issue.record("\(rawValue), line \(index + 1) of seed \(seed)\n  the adapter: \(found)\n  in memory:   \(line)")
        return
      }
      #expect(transcript.count == expected.count)
    }

    private func transcript<Adapter: StorageAdapter>(
      _ seed: UInt64, _ adapter: Adapter.Type, _ adapters: [any StorageAdapter]
    ) -> [String] {
      let store = Store(clock: ManualClock(step: 1).read, notificationCenter: nil, adapters: adapters)
      return Store.with(store) {
        var transcript = Transcript()
        let models = TestModels<Adapter>(store: store)
        switch self {
        case .finding: models.find(&transcript)
        case .values: models.keepValues(&transcript)
        case .writing: models.write(&transcript)
        case .uniqueness: models.beUnique(&transcript)
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
        case .random: models.takeSteps(&transcript, seed)
        }
        models.noteAll(in: &transcript)
        return transcript.lines
      }
    }
  }
#endif
