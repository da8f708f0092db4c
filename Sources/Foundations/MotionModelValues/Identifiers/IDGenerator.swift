/// Creates the ids that a store assigns to records without one.
///
/// By default the type of the ids creates them, with ``ModelID/make(number:)``: integers are counted, and strings
/// and UUIDs are time-ordered UUIDs. A generator of your own creates the ids of one type in another way, so that a
/// test knows them in advance, or numbers do not begin with 1:
///
/// ```swift
/// let store = Store(ids: .standard.making(Int.self) { number in 1000 + number })
/// ```
///
/// ## Topics
/// - ``standard``
/// - ``making(_:_:)``
public struct IDGenerator: Sendable {
  /// The functions that create ids, each of type `@Sendable (Int) -> ID?`, by the types of the ids.
  private var makers: [ObjectIdentifier: any Sendable] = [:]

  /// Creates ids with ``ModelID/make(number:)`` of their types.
  public static let standard = IDGenerator()

  private init() {}

  /// Returns a generator that creates the ids of one type in another way, and all others as before.
  ///
  /// - Parameters:
  ///   - type: The type of the ids, as the models declare it: `Int?` is another type than `Int`.
  ///   - make: Creates an id from a number that the store has not yet given to a record of the model: 1, 2, 3, …;
  ///     nil when there is no further id. If the id is taken, the function is called again with the next number, up
  ///     to a hundred times. It runs while other writers wait, and must not use the store.
  public func making<ID: ModelID>(_ type: ID.Type, _ make: @escaping @Sendable (_ number: Int) -> ID?) -> IDGenerator {
    var copy = self
    copy.makers[ObjectIdentifier(type)] = make
    return copy
  }

  package func make<ID: ModelID>(_ type: ID.Type, number: Int) -> ID? {
    if makers.isEmpty { return ID.make(number: number) }
    guard let make = makers[ObjectIdentifier(type)] as? @Sendable (Int) -> ID? else { return ID.make(number: number) }
    return make(number)
  }
}
