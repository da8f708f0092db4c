/// Makes keys of the bytes that a terminal sends, however these are split into pieces.
///
/// What is not understood is dropped, and never taken for text. In a text that is not UTF-8, replacement characters
/// stand for invalid bytes.
struct KeyReader: Sendable {
  /// Sequences that are longer are none of a key.
  private static let longestSequence = 64
  private static let escape: UInt8 = 0x1B
  private static let pasteEnd = Array("\u{1B}[201~".utf8)

  private var pending: [UInt8] = []
  private var isPasting = false

  /// Whether a sequence has begun, which is no key if nothing follows soon.
  var isUndecided: Bool { !isPasting && pending.first == Self.escape }

  /// Returns the keys that are complete.
  mutating func keys(from bytes: [UInt8]) -> [TerminalKey] {
    pending += bytes
    var (keys, position) = ([TerminalKey](), 0)
    while position < pending.count {
      guard let count = isPasting ? pasted(at: position, &keys) : key(at: position, &keys) else { break }
      position += count
    }
    pending.removeFirst(position)
    return keys
  }

  /// Drops the beginning of a sequence, because nothing follows.
  mutating func dropRest() { if isUndecided { pending = [] } }

  // MARK: - One key

  /// Reads a key, and returns how many bytes it has; nil if some are missing.
  private mutating func key(at start: Int, _ keys: inout [TerminalKey]) -> Int? {
    let byte = pending[start]
    switch byte {
    case Self.escape: return sequence(at: start, &keys)
    case 0x0D, 0x0A: keys.append(.enter)
    case 0x7F, 0x08: keys.append(.backspace)
    case 0x00..<0x20: keys.append(.control(Character(Unicode.Scalar(byte == 0 ? 0x40 : byte + 0x60))))
    default: return text(at: start, &keys)
    }
    return 1
  }

  private func text(at start: Int, _ keys: inout [TerminalKey]) -> Int? {
    let end = pending[start...].firstIndex { $0 < 0x20 || $0 == 0x7F } ?? pending.count
    let whole = end < pending.count ? end : end - Self.unfinished(pending[start..<end])
    if whole == start { return nil }
    keys.append(.text(String(decoding: pending[start..<whole], as: UTF8.self)))
    return whole - start
  }

  /// Returns how many bytes at the end are the beginning of a character.
  private static func unfinished(_ bytes: ArraySlice<UInt8>) -> Int {
    for count in 1...3 {
      guard count <= bytes.count else { return 0 }
      switch bytes[bytes.endIndex - count] {
      case 0x80..<0xC0: continue
      case 0xC2..<0xE0: return count < 2 ? count : 0
      case 0xE0..<0xF0: return count < 3 ? count : 0
      case 0xF0..<0xF5: return count
      default: return 0
      }
    }
    return 0
  }

  // MARK: - Sequences

  private mutating func sequence(at start: Int, _ keys: inout [TerminalKey]) -> Int? {
    guard start + 1 < pending.count else { return nil }
    switch pending[start + 1] {
    case UInt8(ascii: "["): return controlSequence(at: start, &keys)
    case UInt8(ascii: "O"):
      guard start + 2 < pending.count else { return nil }
      append(Self.key(final: pending[start + 2], numbers: []), to: &keys)
      return 3
    case Self.escape: return 1
    case UInt8(ascii: "b"): keys.append(.wordLeft)
    case UInt8(ascii: "f"): keys.append(.wordRight)
    case 0x7F, 0x08: keys.append(.control("w"))
    // Another key together with the alt key; what follows a byte of a longer character is text.
    case let byte: return byte < 0x80 ? 2 : 1
    }
    return 2
  }

  private mutating func controlSequence(at start: Int, _ keys: inout [TerminalKey]) -> Int? {
    let body = pending[(start + 2)...].prefix { 0x20..<0x40 ~= $0 }
    guard body.endIndex < pending.count else { return body.count > Self.longestSequence ? body.count + 2 : nil }
    let final = pending[body.endIndex]
    guard 0x40..<0x7F ~= final else { return body.count + 2 }
    let numbers = body.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false).map {
      Int(String(decoding: $0, as: UTF8.self)) ?? 0
    }
    if final == UInt8(ascii: "~") && numbers.first == 200 {
      isPasting = true
    } else {
      append(Self.key(final: final, numbers: numbers), to: &keys)
    }
    return body.count + 3
  }

  private func append(_ key: TerminalKey?, to keys: inout [TerminalKey]) { if let key { keys.append(key) } }

  /// Returns the key of a sequence, by what ends it and by the numbers in it; the second is that of modifiers.
  private static func key(final: UInt8, numbers: [Int]) -> TerminalKey? {
    let modifiers = numbers.count > 1 ? max(0, numbers[1] - 1) : 0
    let isModified = modifiers & 0b110 != 0
    switch Character(Unicode.Scalar(final)) {
    case "C": return isModified ? .wordRight : .right
    case "D": return isModified ? .wordLeft : .left
    case "H": return .home
    case "F": return .end
    case "M": return numbers.isEmpty ? .enter : nil
    case "~": return tildeKeys[numbers.first ?? 0]
    default: return nil
    }
  }

  private static let tildeKeys: [Int: TerminalKey] = [1: .home, 3: .delete, 4: .end, 7: .home, 8: .end]

  // MARK: - Pasting

  /// Reads what is pasted up to its end, or up to the end of what has come.
  private mutating func pasted(at start: Int, _ keys: inout [TerminalKey]) -> Int? {
    let rest = pending[start...]
    if rest.starts(with: Self.pasteEnd) {
      isPasting = false
      return Self.pasteEnd.count
    }
    if Self.pasteEnd.starts(with: rest) { return nil }
    // An escape that does not end the text belongs to it.
    var end = rest.dropFirst().firstIndex(of: Self.escape) ?? pending.count
    if end == pending.count { end -= Self.unfinished(rest) }
    // The end of a line may be two characters, of which one has come.
    if end == pending.count && rest.last == 0x0D { end -= 1 }
    if end == start { return nil }
    let text = String(decoding: pending[start..<end], as: UTF8.self)
    keys.append(.paste(String(text.map { $0 == "\r\n" || $0 == "\r" ? "\n" : $0 })))
    return end - start
  }
}
