/// The sixteen bytes that stand for a text in a row.
///
/// Two texts with the same bytes are equal, whatever the bytes mean. What they mean is Swift's own affair, with one exception that
/// saves a call for nearly every row of a column of short texts: a text of up to 15 bytes of ASCII is held in place, all of it, and the
/// upper bits of the last byte say so. ``shortTag`` tries whether that is so.
struct TextBits: Equatable, Sendable {
  let low: UInt64
  let high: UInt64

  /// The bytes of a text, or of one that may be missing.
  @inline(__always)
  init(at address: UnsafeRawPointer) {
    low = address.load(as: UInt64.self)
    high = (address + 8).load(as: UInt64.self)
  }

  init(_ text: String) { self = withUnsafePointer(to: text) { TextBits(at: UnsafeRawPointer($0)) } }

  @inline(__always)
  static func == (a: TextBits, b: TextBits) -> Bool { (a.low ^ b.low) | (a.high ^ b.high) == 0 }

  /// What marks a short ASCII text.
  @inline(__always)
  var tag: UInt64 { Self.tag(of: high) }

  @inline(__always)
  static func tag(of high: UInt64) -> UInt64 { high &>> 60 }

  /// The mark of short ASCII texts, or nil where texts are not kept as described, and are compared the slow way.
  ///
  /// Two texts that have it are equal if their bits are, and only then.
  static let shortTag: UInt64? = {
    guard MemoryLayout<String>.size == 16, MemoryLayout<String?>.size == 16 else { return nil }
    let tag = TextBits(String(repeating: "a", count: 15)).tag
    return shortTexts.allSatisfy { isHeldInPlace($0, tag) } && otherTexts.allSatisfy { TextBits($0).tag != tag }
      ? tag : nil
  }()

  /// Whether texts with the same bytes have the same bits, however they came about.
  private static func isHeldInPlace(_ text: String, _ tag: UInt64) -> Bool {
    let bits = TextBits(text)
    var shortened = text + "zz"
    shortened.removeLast(2)
    let others = [String(decoding: Array(text.utf8), as: UTF8.self), String(shortened.utf8.prefix(15)) ?? ""]
    return bits.tag == tag && others.allSatisfy { TextBits($0).tag != tag || TextBits($0) == bits }
      && TextBits(String(decoding: text.utf8.dropLast() + [0x01], as: UTF8.self)) != bits
  }

  private static var shortTexts: [String] {
    (1...15).flatMap { count in ["a", "\u{7F}", "\0", " "].map { String(repeating: $0, count: count) } }
  }

  private static var otherTexts: [String] {
    let long = String(repeating: "a", count: 16)
    return [long, "a text too long to be held in place", "é", "\u{212A}", "e\u{301}", "日本", long + "é", "日本日本日本日本"]
  }
}
