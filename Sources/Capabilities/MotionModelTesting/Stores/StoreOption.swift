public import Foundation
public import MotionModel

/// How the store of a test differs from `Store()`: its clock, its ids, the file that fills it.
///
/// ```swift
/// @Suite(.store(.clock(step: 1), .ids())) struct InvoiceTests { … }
///
/// let store = try Store.forTest(.clock(step: 1), .ids())   // the same without a trait
/// ```
///
/// Of two options of one kind, the last one counts; several files are loaded one after the other.
///
/// ## Topics
/// ### Time and ids
/// - ``clock(at:step:)``
/// - ``ids(_:)``
/// ### Records
/// - ``loading(_:models:unknownColumns:)``
/// ### Surroundings
/// - ``notificationCenter(_:)``
/// - ``adapters(_:)``
public struct StoreOption: Sendable {
  /// What a store is made of.
  struct Settings {
    var clock: ManualClock?
    var ids = IDGenerator.standard
    var notificationCenter: NotificationCenter? = .default
    var adapters: [any StorageAdapter] = []
    /// Fill the store once it is made.
    var loaders: [@Sendable (Store) throws -> Void] = []
  }

  let apply: @Sendable (inout Settings) -> Void

  /// Gives the store a ``ManualClock`` of its own, which a test reaches by ``ManualClock/current``.
  ///
  /// - Parameters:
  ///   - start: The time that is read first.
  ///   - step: How many seconds the clock advances each time the store reads it; 0 for a clock that stands still.
  public static func clock(at start: Date = ManualClock.start, step: TimeInterval = 0) -> StoreOption {
    StoreOption { $0.clock = ManualClock(at: start, step: step) }
  }

  /// Gives the ids of a generator; by default in sequence where they are random otherwise, as `IDGenerator.sequence`
  /// gives them.
  public static func ids(_ generator: IDGenerator = .sequence) -> StoreOption { StoreOption { $0.ids = generator } }

  /// Loads a file into the store.
  ///
  /// - Parameters:
  ///   - file: A file that the library has written, such as one that is committed beside the tests.
  ///   - models: The models of the records in the file.
  ///   - unknownColumns: What happens to columns in the file that a model does not have.
  public static func loading(
    _ file: URL, models: [any Model.Type], unknownColumns: UnknownColumns = .keep
  ) -> StoreOption {
    StoreOption { settings in
      settings.loaders.append { try $0.load(from: file, models: models, unknownColumns: unknownColumns) }
    }
  }

  /// Posts the store's notifications to a center, or to none; by default to `NotificationCenter.default`.
  public static func notificationCenter(_ center: NotificationCenter?) -> StoreOption {
    StoreOption { $0.notificationCenter = center }
  }

  /// Gives each store new adapters: `.adapters([RemoteAdapter(url: emptyDatabase())])`.
  public static func adapters(
    _ adapters: @autoclosure @escaping @Sendable () -> [any StorageAdapter]
  ) -> StoreOption {
    StoreOption { $0.adapters = adapters() }
  }
}

extension Store {
  /// Makes a store with options for tests; the trait `.store` makes one for each test.
  ///
  /// - Throws: The errors of loading a file.
  public static func forTest(_ options: StoreOption...) throws -> Store { try forTest(options) }

  static func forTest(_ options: [StoreOption]) throws -> Store {
    var settings = StoreOption.Settings()
    for option in options { option.apply(&settings) }
    let store = Store(settings)
    if let clock = settings.clock { store.changeCompanion { $0.clock = clock } }
    for load in settings.loaders { try load(store) }
    return store
  }

  private convenience init(_ settings: StoreOption.Settings) {
    let clock = settings.clock
    self.init(
      clock: { clock?.read() ?? Date() }, ids: settings.ids, notificationCenter: settings.notificationCenter,
      adapters: settings.adapters)
  }
}
