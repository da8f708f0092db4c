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
    /// Records are found by ids, by conditions, also on related records, in orders, windows and pages.
    case finding
    /// Values of every type come back as they were.
    case values
    /// Records are inserted, updated and deleted, one by one and together.
    case writing
    /// Ids are given once, and unique columns are unique.
    case uniqueness
    /// Random steps, one after the other: also writes through relations, deletions with what depends on records, and
    /// transactions.
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
      try compare(seed, makeAdapter)
    }
  }

  extension AdapterTest: AdapterSteps {
    package func take<Adapter>(_ models: TestModels<Adapter>, _ seed: UInt64, _ transcript: inout Transcript) {
      switch self {
      case .finding: models.find(&transcript)
      case .values: models.keepValues(&transcript)
      case .writing: models.write(&transcript)
      case .uniqueness: models.beUnique(&transcript)
      case .random: models.takeSteps(&transcript, seed)
      }
    }
  }
#endif
