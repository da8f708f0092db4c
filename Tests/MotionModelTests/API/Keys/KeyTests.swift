import Foundation
import MotionModelTestSupport
import Testing

@testable import MotionModel

private struct Settings: Codable, Equatable, Sendable {
  enum Theme: String, Codable, Sendable { case light, dark }

  var theme = Theme.light
  var size = 12
  var recent: [Date] = []
}

/// What ``Settings`` was in an earlier version of the program.
private struct OldSettings: Codable, Sendable { var theme = "dark" }

/// A value without `==`, which refuses to be encoded if it is told to.
private struct Picky: Codable, Sendable {
  var refuses = false

  init(refuses: Bool = false) { self.refuses = refuses }
  init(from decoder: any Decoder) throws { refuses = try decoder.singleValueContainer().decode(Bool.self) }

  func encode(to encoder: any Encoder) throws {
    if refuses { throw CancellationError() }
    var container = encoder.singleValueContainer()
    try container.encode(refuses)
  }
}

extension Key<Settings> { fileprivate static let settings = Key("settings", default: Settings()) }
extension Key<OldSettings> { fileprivate static let settings = Key("settings", default: OldSettings()) }
extension Key<Int> {
  fileprivate static let count = Key("count", default: 7)
  fileprivate static let settings = Key("settings", default: 0)
}
extension Key<Date?> { fileprivate static let lastSync = Key("lastSync") }
extension Key<Int?> { fileprivate static let limit = Key("limit", default: 10) }
extension Key<Set<String>> { fileprivate static let words = Key("words", default: []) }
extension Key<Picky> { fileprivate static let picky = Key("picky", default: Picky()) }

@Suite(.ownStore) struct KeyTests {
  private var store: Store { Store.current }

  /// What the store has for a key.
  private func stored(_ name: String) -> AttributeValue? { store.table(KeyedValue.self).find(name)?.value }

  @Test func `a key has its default until a value is stored, and after it was removed`() throws {
    #expect(store[.settings] == Settings() && store[.count] == 7 && store[.lastSync] == nil && store[.limit] == 10)
    #expect(store.commitCount == 0 && KeyedValue.count == 0)
    var settings = Settings()
    (settings.theme, settings.recent) = (.dark, [.distantPast])
    store[.settings] = settings
    #expect(store[.settings] == settings)
    #expect(
      stored("settings") == [
        "theme": "dark", "size": 12, "recent": [.string(AttributeValue.date(.distantPast).plainString)],
      ])
    #expect(try store.remove(.settings as Key<Settings>))
    #expect(try !store.remove(.settings as Key<Settings>))
    #expect(store[.settings] == Settings())
  }

  @Test func `nil removes the value of a key without a default, and is a value of a key with one`() throws {
    let date = Date(timeIntervalSinceReferenceDate: 0.1)
    store[.lastSync] = date
    #expect(store[.lastSync] == date && KeyedValue.ids == ["lastSync"])
    store[.lastSync] = nil
    #expect(store[.lastSync] == nil && KeyedValue.count == 0)
    store[.lastSync] = nil
    #expect(store.commitCount == 2)
    store[.limit] = nil
    #expect(store[.limit] == nil && stored("limit") == .null)
    store[.limit] = 3
    #expect(store[.limit] == 3)
    store[.limit] = nil
    #expect(store[.limit] == nil)
    try store.remove(.limit)
    #expect(store[.limit] == 10)
  }

  @Test func `a value of any type is read as it was stored, to the last bit`() throws {
    var random = TestSeed.generator(15_700)
    for _ in 0..<100 {
      func check<Value: Codable & Sendable>(_ value: Value) throws {
        let key = Key("value", default: value)
        try store.remove(key)
        try store.set(value, for: key)
        #expect(exactText(try store.value(for: key)) == exactText(value), "seed \(TestSeed.current)")
      }
      try check(Thicket.random(size: 4, using: &random))
      try check(Date.nasty(using: &random))
      try check(Data.nasty(using: &random))
      try check(URL.nasty(using: &random))
      try check(UUID.nasty(using: &random))
      try check(Decimal.nasty(using: &random))
      try check(Double.nasty(using: &random))
      try check(Float.nasty(using: &random))
      try check(String.nasty(using: &random))
      try check(UInt.nasty(using: &random))
      try check(Bool.nasty(using: &random))
      try check([String?].nasty(using: &random))
      try check([String: Date?].nasty(using: &random))
      try check(Int?.nasty(using: &random))
    }
  }

  @Test func `two keys of one name have one value, and each reads what it can`() throws {
    store[.settings as Key<OldSettings>].theme = "light"
    #expect(store[.settings as Key<OldSettings>].theme == "light")
    store[.settings as Key<Settings>].theme = .dark
    #expect(store[.settings as Key<OldSettings>].theme == "dark")
    let error = KeyError.unreadable(key: "settings", CastError(expected: "a value of type Int", found: "a dictionary"))
    #expect(throws: error) { try store.value(for: .settings as Key<Int>) }
    #expect(
      "\(error)"
        == "The value of the key \"settings\" cannot be read: expected a value of type Int, found a dictionary.")
    #expect(error.localizedDescription == "\(error)")
  }

  @Test func `a document of an earlier version gets what it lacks from the default`() throws {
    store[.settings as Key<OldSettings>] = OldSettings()
    let key = Key("settings", default: Settings(size: 20))
    var expected = Settings(size: 20)
    expected.theme = .dark
    #expect(try store.value(for: key) == expected)
    #expect(try store.update(key) { $0.size } == 20)
    #expect(stored("settings") == ["theme": "dark", "size": 20, "recent": []])
  }

  @Test func `a value that cannot be read is the default for the subscript, and stays until another is assigned`()
    throws
  {
    store[.settings as Key<OldSettings>].theme = "blue"
    let unreadable = stored("settings")
    let error = KeyError.unreadable(
      key: "settings",
      CastError(expected: "a value of type Settings", found: "a dictionary with a value that does not fit at `theme`"))
    #expect(store[.settings as Key<Settings>] == Settings())
    #expect(throws: error) { try store.value(for: .settings as Key<Settings>) }
    #expect(throws: error) { try store.update(.settings as Key<Settings>) { $0.size = 1 } }
    #expect(stored("settings") == unreadable)
    store[.settings as Key<Settings>] = Settings(size: 1)
    #expect(store[.settings] == Settings(size: 1))
  }

  @Test func `a value that cannot be encoded is refused`() throws {
    store[.picky] = Picky()
    let error = KeyError.unwritable(
      key: "picky",
      CastError(expected: "a value of type Picky that can be encoded", found: "one that its type refuses to encode"))
    #expect(throws: error) { try store.set(Picky(refuses: true), for: .picky) }
    #expect(throws: error) { try store.update(.picky) { $0.refuses = true } }
    let deep = Key("deep", default: Thicket())
    #expect(throws: KeyError.self) { try store.set(.nested(600), for: deep) }
    #expect(stored("picky") == false && KeyedValue.count == 1)
  }

  private struct TooLoud: Error {}
  private let volume = Key("volume", default: 5) { if $0 > 11 { throw TooLoud() } }

  @Test func `a value that the key's check refuses is not stored`() throws {
    try store.set(11, for: volume)
    #expect(throws: TooLoud.self) { try store.set(12, for: volume) }
    #expect(throws: TooLoud.self) {
      try store.update(volume) { value in
        KeyTests.touch(store)
        value = 20
      }
    }
    #expect(store[volume] == 11 && store.commitCount == 1 && KeyedValue.ids == ["volume"])
    let limit: Key<Int?> = Key("limit") { if $0 == 0 { throw TooLoud() } }
    #expect(throws: TooLoud.self) { try store.set(0, for: limit) }
    try store.set(1, for: limit)
    try store.set(nil, for: limit)
    #expect(store[limit] == nil)
  }

  private static func touch(_ store: Store) { store[.count] = 9 }

  @Test func `a value is found under the former names of its key, and gets the new one when it is written`() throws {
    let key = Key("size", default: 1, was: "width", "length")
    store[Key("length", default: 0)] = 7
    #expect(try store[key] == 7 && store.value(for: key) == 7)
    try store.set(7, for: key)
    try store.update(key) { _ in }
    #expect(KeyedValue.ids == ["length"] && store.commitCount == 1)
    try store.update(key) { $0 += 1 }
    #expect(KeyedValue.ids == ["size"] && stored("size") == 8 && store.commitCount == 2)
    store[Key("width", default: 0)] = 3
    #expect(store[key] == 8)
    #expect(try store.remove(key) && store[key] == 1 && KeyedValue.count == 0)
    #expect(try !store.remove(key))
    store[Key("width", default: 0)] = 3
    store[key] += 1
    #expect(KeyedValue.ids == ["size"] && store[key] == 4)
    #expect(Key("a", default: 0, was: "a", "b").formerNames == ["b"])
  }

  @Test func `a value that is stored already is not written again, nor a default that was not changed`() throws {
    store[.words] = Set((0..<100).map(String.init))
    store[.picky] = Picky()
    store[.count] = 7
    #expect(store.commitCount == 3 && stored("count") == 7)
    for _ in 0..<5 {
      // Each set has another order.
      store[.words] = Set((0..<100).shuffled().map(String.init))
      store[.words].insert("5")
    }
    store[.picky] = Picky()
    store[.count] += 0
    #expect(store.commitCount == 3)
    store[.settings as Key<Settings>].size = 12
    try store.update(.settings as Key<Settings>) { $0.size = 12 }
    store[.lastSync] = nil
    #expect(store.commitCount == 3 && KeyedValue.count == 3)
  }

  #if os(macOS) || os(Linux)  // where exit tests are available
    @Test func `a key without a name traps`() async {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = Key("", default: 0)
      }
      expectSentence("A key of Int has an empty name: give it one.", result)
    }
  #endif
}

extension Settings {
  fileprivate init(size: Int) { self.size = size }
}
