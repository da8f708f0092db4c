/// The sixteen bytes that represent a string in a row.
///
/// Two strings with the same sixteen bytes are equal. The meaning of the bytes is internal to Swift, and this type
/// relies on one fact about it, which saves a call for nearly every row of a column of short strings: an ASCII
/// string of up to 15 bytes is stored inline, and the upper bits of the last byte mark it so. ``shortTag`` checks
/// that this is so.
struct StringBits: Equatable, Sendable {
  let low: UInt64
  let high: UInt64

  /// Reads the bytes of a `String` or a `String?`.
  @inline(__always) init(at address: UnsafeRawPointer) {
    low = address.load(as: UInt64.self)
    high = (address + 8).load(as: UInt64.self)
  }

  init(_ text: String) { self = withUnsafePointer(to: text) { StringBits(at: UnsafeRawPointer($0)) } }

  @inline(__always) static func == (a: StringBits, b: StringBits) -> Bool { (a.low ^ b.low) | (a.high ^ b.high) == 0 }

  /// The bits that mark a short ASCII string.
  @inline(__always) var tag: UInt64 { Self.tag(of: high) }

  @inline(__always) static func tag(of high: UInt64) -> UInt64 { high &>> 60 }

  /// The tag of short ASCII strings; nil when strings are not represented as described, and must be compared by
  /// Swift.
  ///
  /// Two strings with this tag are equal exactly when their bits are.
  static let shortTag: UInt64? = {
    guard MemoryLayout<String>.size == 16, MemoryLayout<String?>.size == 16 else { return nil }
    let tag = StringBits(String(repeating: "a", count: 15)).tag
    return shortTexts.allSatisfy { isHeldInPlace($0, tag) } && otherTexts.allSatisfy { StringBits($0).tag != tag }
      ? tag : nil
  }()

  /// Returns whether a string has the tag, and every copy of it with the tag has the same bits, however it was
  /// created.
  private static func isHeldInPlace(_ text: String, _ tag: UInt64) -> Bool {
    let bits = StringBits(text)
    var shortened = text + "zz"
    shortened.removeLast(2)
    let others = [String(decoding: Array(text.utf8), as: UTF8.self), String(shortened.utf8.prefix(15)) ?? ""]
    return bits.tag == tag && others.allSatisfy { StringBits($0).tag != tag || StringBits($0) == bits }
      && StringBits(String(decoding: text.utf8.dropLast() + [0x01], as: UTF8.self)) != bits
  }

  private static var shortTexts: [String] {
    (1...15).flatMap { count in ["a", "\u{7F}", "\0", " "].map { String(repeating: $0, count: count) } }
  }

  private static var otherTexts: [String] {
    let long = String(repeating: "a", count: 16)
    return [long, "a text too long to be held in place", "é", "\u{212A}", "e\u{301}", "日本", long + "é", "日本日本日本日本"]
  }
}
