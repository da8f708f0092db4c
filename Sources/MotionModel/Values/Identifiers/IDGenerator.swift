/// Makes the ids that a store gives to records that have none.
///
/// Without more being said, ids are made as their types say, with ``ModelID/make(number:)``: numbers are counted, texts and
/// UUIDs are time-ordered UUIDs. A generator of your own makes those of one type differently, so that a test knows them in
/// advance, or numbers do not begin with 1:
///
/// ```swift
/// let store = Store(ids: .standard.making(Int.self) { number in 1000 + number })
/// ```
///
/// ## Topics
/// - ``standard``
/// - ``making(_:_:)``
public struct IDGenerator: Sendable {
  /// The makers of ids, each of type `@Sendable (Int) -> ID?`, by the types that they make.
  private var makers: [ObjectIdentifier: any Sendable] = [:]

  /// Makes ids as their types say.
  public static let standard = IDGenerator()

  private init() {}

  /// A generator that makes the ids of one type in another way, and all others as before.
  ///
  /// - Parameters:
  ///   - type: The type of the ids, as the models have it: `Int?` is another one than `Int`.
  ///   - make: Makes an id from a number that the store has not yet given to a record of the model: 1, 2, 3, …; nil when
  ///     there is no further id. An id that is taken is not used: it is asked again, with the next number, up to a hundred
  ///     times. It runs while other writers wait, and must not use the store.
  public func making<ID: ModelID>(_ type: ID.Type, _ make: @escaping @Sendable (_ number: Int) -> ID?) -> IDGenerator {
    var copy = self
    copy.makers[ObjectIdentifier(type)] = make
    return copy
  }

  func make<ID: ModelID>(_ type: ID.Type, number: Int) -> ID? {
    if makers.isEmpty { return ID.make(number: number) }
    guard let make = makers[ObjectIdentifier(type)] as? @Sendable (Int) -> ID? else { return ID.make(number: number) }
    return make(number)
  }
}
