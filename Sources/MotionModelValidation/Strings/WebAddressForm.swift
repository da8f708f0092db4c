import MotionModel

/// Recognises web addresses in one pass, as defined by ``WebAddress``.
struct WebAddressForm: Sendable {
  private let schemes: [[UInt8]]

  init<Record: Validatable>(schemes: [String], _ model: Record.Type) {
    if schemes.isEmpty {
      Misuse.stop(
        "A rule WebAddress of \(Record.schema.modelName)", "can never be met, because it accepts no scheme", "name one")
    }
    self.schemes = schemes.map { Array($0.lowercased().utf8) }
  }

  func matches(_ bytes: StringForm.Bytes) -> Bool {
    guard bytes.count <= 2048, let start = endOfScheme(bytes) else { return false }
    let rest = bytes[start...]
    let end = rest.firstIndex { "/?#".utf8.contains($0) } ?? rest.endIndex
    return Self.isAuthority(rest[..<end]) && Self.isPath(rest[end...])
  }

  /// Returns the index where the host begins, after an accepted scheme.
  private func endOfScheme(_ bytes: StringForm.Bytes) -> Int? {
    for scheme in schemes where bytes.count > scheme.count + 3 {
      let isSame = scheme.indices.allSatisfy {
        bytes[$0] == scheme[$0] || bytes[$0] ^ 0x20 == scheme[$0] && bytes[$0].isLetter
      }
      if isSame, bytes[scheme.count..<(scheme.count + 3)].elementsEqual("://".utf8) { return scheme.count + 3 }
    }
    return nil
  }

  private static func isAuthority(_ bytes: HostForm.Part) -> Bool {
    guard bytes.first == UInt8(ascii: "[") else {
      let colon = bytes.firstIndex(of: UInt8(ascii: ":")) ?? bytes.endIndex
      return isHost(bytes[..<colon]) && isPort(bytes[colon...])
    }
    guard let close = bytes.firstIndex(of: UInt8(ascii: "]")) else { return false }
    return HostForm.isIPv6(bytes[(bytes.startIndex + 1)..<close]) && isPort(bytes[(close + 1)...])
  }

  /// Whether the bytes are a host; a host whose last label is a number can only be an IPv4 address.
  private static func isHost(_ bytes: HostForm.Part) -> Bool {
    let last = bytes.lastIndex(of: UInt8(ascii: ".")).map { bytes[($0 + 1)...] } ?? bytes
    return last.allSatisfy(\.isDigit) ? HostForm.isIPv4(bytes) : HostForm.isName(bytes)
  }

  /// Whether the bytes are empty, or a colon and a valid port number.
  private static func isPort(_ bytes: HostForm.Part) -> Bool {
    guard let first = bytes.first else { return true }
    let digits = bytes.dropFirst()
    guard first == UInt8(ascii: ":"), (1...5).contains(digits.count), digits.allSatisfy(\.isDigit) else { return false }
    return (1...65535).contains(digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) })
  }

  private static func isPath(_ bytes: HostForm.Part) -> Bool {
    for (index, byte) in zip(bytes.indices, bytes) {
      if byte <= 0x20 || byte == 0x7F || "\"<>\\^`{|}".utf8.contains(byte) { return false }
      if byte == UInt8(ascii: "%") {
        let digits = bytes[(index + 1)...].prefix(2)
        if digits.count < 2 || !digits.allSatisfy(\.isHexadecimal) { return false }
      }
    }
    return true
  }
}
