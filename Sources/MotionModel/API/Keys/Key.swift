import MotionModelValues

/// The name and type of a single value that a store has beside its records, such as the settings of a program.
///
/// Keys are declared once, as members of the type that has the values:
///
/// ```swift
/// extension Key<Settings> { static let settings = Key("settings", default: Settings()) }
/// extension Key<Date?> { static let lastSync = Key("lastSync") }
///
/// store[.settings].theme = .dark
/// store[.lastSync] = .now
/// ```
///
/// A value is any `Codable` type. It is stored as a document in a record of the model ``KeyedValue``, whose id is the
/// name of the key. So it is part of changesets, transactions, branches, files, journals and undo as all records are.
///
/// The name is what identifies the value. Two keys of one name have one value: what one writes, the other reads, if it
/// can be decoded as its type. A key that is renamed has its earlier names, so that values are found that an earlier
/// version of the program stored:
///
/// ```swift
/// extension Key<Int> {
///   static let volume = Key("volume", default: 5, was: "loudness") { volume in
///     guard (0...11).contains(volume) else { throw VolumeError.outOfRange }
///   }
/// }
/// ```
///
/// The closure checks each value that is about to be written by the key. What it throws, `set(_:for:)` and
/// `update(_:_:)` throw.
public struct Key<Value: Codable & Sendable>: Sendable {
  /// The name, by which the value is found in the store and its files.
  public let name: String
  /// The names under which earlier versions of the program stored the value, the latest first.
  package let formerNames: [String]
  private let makeDefault: @Sendable () -> Value
  /// Throws if a value must not be stored.
  let check: @Sendable (Value) throws -> Void
  /// Whether a value that is nil is not stored.
  private let isOptional: Bool

  /// Declares a key.
  ///
  /// - Parameters:
  ///   - name: The name, which is not empty. Files have it, so it should stay.
  ///   - defaultValue: The value while none is stored. It also supplies what a stored document lacks, because its type
  ///     has gained properties since. The expression is evaluated each time.
  ///   - formerNames: The names that the key had in earlier versions, the latest first. A value under a former name is
  ///     read, and gets the new name when it is next written.
  ///   - check: Throws if a value must not be stored. It must depend on nothing but the value.
  public init(
    _ name: String, default defaultValue: @autoclosure @escaping @Sendable () -> Value, was formerNames: String...,
    check: @escaping @Sendable (Value) throws -> Void = { _ in }
  ) {
    self.init(name, formerNames, isOptional: false, defaultValue, check)
  }

  /// Declares a key without a default. Its value is nil while none is stored, and assigning nil removes the stored one.
  ///
  /// - Parameters:
  ///   - name: The name, which is not empty. Files have it, so it should stay.
  ///   - formerNames: The names that the key had in earlier versions, the latest first.
  ///   - check: Throws if a value must not be stored. It is not called for nil, which removes the value.
  public init<Wrapped: Codable & Sendable>(
    _ name: String, was formerNames: String..., check: @escaping @Sendable (Value) throws -> Void = { _ in }
  ) where Value == Wrapped? {
    self.init(name, formerNames, isOptional: true, { nil }, check)
  }

  private init(
    _ name: String, _ formerNames: [String], isOptional: Bool, _ makeDefault: @escaping @Sendable () -> Value,
    _ check: @escaping @Sendable (Value) throws -> Void
  ) {
    // NB: Not `preconditionFailure`, which prints no message in release builds.
    if name.isEmpty { fatalError("A key of \(Value.self) has an empty name: give it one.") }
    (self.name, self.formerNames, self.isOptional) = (name, formerNames.filter { $0 != name }, isOptional)
    (self.makeDefault, self.check) = (makeDefault, check)
  }

  /// The names under which the value may be stored, the present name first.
  package var names: [String] { [name] + formerNames }

  /// The value while none is stored.
  public var defaultValue: Value { makeDefault() }
}

// MARK: - Values in records

extension Key {
  /// Returns whether a value is stored by storing none.
  func isAbsent(_ value: Value) -> Bool { isOptional && DocumentTraits.isNil(value) }

  /// Returns the record that has a value.
  func record(of value: Value) throws(KeyError) -> KeyedValue {
    do throws(CastError) {
      return KeyedValue(name, try PortableValue(encoded: try DocumentTraits.written(value)))
    } catch { throw .unwritable(key: name, error) }
  }

  /// Returns the value that a record has; the default if there is no record.
  package func value(in record: KeyedValue?) throws(KeyError) -> Value {
    guard let record else { return defaultValue }
    do throws(CastError) {
      return try document(Value.self, from: record.value, completedFrom: defaultValue)
    } catch { throw .unreadable(key: name, error) }
  }

  /// Returns the value that a record has; the default, with a warning, if it cannot be decoded.
  package func readableValue(in record: KeyedValue?) -> Value {
    do throws(KeyError) { return try value(in: record) } catch {
      Log.warning("\(error.description) The default is used.")
      return defaultValue
    }
  }

  /// Returns whether a stored record has a value already. The elements of equal sets may be encoded in two orders.
  func isSame(_ stored: KeyedValue, _ new: KeyedValue, _ value: Value) -> Bool {
    if stored.value.isExactly(new.value) { return true }
    guard stored.value.isExactlyInAnyOrder(new.value), let old = try? self.value(in: stored) else { return false }
    return Self.areEqual(old, value)
  }

  /// Returns whether two values are equal, or encoded as equal ones if their type is not `Equatable`.
  package static func areEqual(_ first: Value, _ second: Value) -> Bool { DocumentTraits.isEqual(first, second) }
}
