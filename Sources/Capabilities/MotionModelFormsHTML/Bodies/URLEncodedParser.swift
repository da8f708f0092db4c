import MotionModelValues

/// Reads `application/x-www-form-urlencoded`: `a=1&b%5Bc%5D=x+y`.
///
/// Parameters are separated by ampersands alone. A reader that took semicolons too would see other parameters than the
/// proxy before it.
struct URLEncodedParser: BodyParser {
  private var name: [UInt8] = []
  private var value: [UInt8] = []
  private var isInValue = false
  /// Whether anything was read of a parameter.
  private var hasBegun = false
  private var start = 0
  private var escape = Escape.none

  private enum Escape {
    case none
    case percent
    case digit(UInt8)
  }

  mutating func read(
    _ bytes: UnsafeBufferPointer<UInt8>, at offset: Int, into collector: inout BodyCollector
  ) throws {
    var index = 0
    while index < bytes.count {
      let (byte, place) = (bytes[index], offset + index)
      if case .none = escape, !byte.isSpecial {
        var end = index + 1
        while end < bytes.count, !bytes[end].isSpecial { end += 1 }
        try append(bytes[index..<end], at: place, &collector)
        index = end
        continue
      }
      index += 1
      switch escape {
      case .none: try readSpecial(byte, at: place, &collector)
      case .percent: escape = .digit(try digit(byte, at: place))
      case .digit(let high):
        let decoded = high << 4 | (try digit(byte, at: place))
        escape = .none
        try append(CollectionOfOne(decoded), at: place, &collector)
      }
    }
  }

  private func digit(_ byte: UInt8, at offset: Int) throws(BodyError) -> UInt8 {
    guard let digit = byte.hexadecimalDigit else { throw BodyError(.escape, offset: offset, field: field) }
    return digit
  }

  private var field: String { String(decoding: name.prefix(240), as: UTF8.self) }

  private mutating func readSpecial(_ byte: UInt8, at offset: Int, _ collector: inout BodyCollector) throws(BodyError) {
    switch byte {
    case UInt8(ascii: "&"): try endParameter(&collector)
    case UInt8(ascii: "=") where !isInValue:
      try begin(at: offset, &collector)
      isInValue = true
    case UInt8(ascii: "%"):
      try begin(at: offset, &collector)
      escape = .percent
    case UInt8(ascii: "+"): try append(CollectionOfOne(UInt8(ascii: " ")), at: offset, &collector)
    default: try append(CollectionOfOne(byte), at: offset, &collector)
    }
  }

  private mutating func begin(at offset: Int, _ collector: inout BodyCollector) throws(BodyError) {
    if hasBegun { return }
    (hasBegun, start) = (true, offset)
    try collector.begin(at: offset)
  }

  private mutating func append(
    _ bytes: some Collection<UInt8>, at offset: Int, _ collector: inout BodyCollector
  ) throws(BodyError) {
    try begin(at: offset, &collector)
    if isInValue {
      try collector.keep(bytes.count, at: offset, used: value.count, field: field)
      value.append(contentsOf: bytes)
    } else {
      // Of a name that is too long, its beginning is enough.
      let room = collector.limits[.nameBytes] + 1 - name.count
      try collector.keep(min(room, bytes.count), at: offset)
      name.append(contentsOf: bytes.prefix(room))
    }
  }

  private mutating func endParameter(_ collector: inout BodyCollector) throws(BodyError) {
    if hasBegun {
      let name = BodyName(name, limits: collector.limits, at: start)
      try collector.add(name, value, at: start)
    }
    name.removeAll(keepingCapacity: true)
    value.removeAll(keepingCapacity: true)
    (hasBegun, isInValue) = (false, false)
  }

  mutating func end(at offset: Int, into collector: inout BodyCollector) throws {
    guard case .none = escape else { throw BodyError(.escape, offset: offset, field: field) }
    try endParameter(&collector)
  }
}

extension UInt8 {
  /// Whether this means something in an encoded form.
  fileprivate var isSpecial: Bool {
    self == UInt8(ascii: "&") || self == UInt8(ascii: "=") || self == UInt8(ascii: "%") || self == UInt8(ascii: "+")
  }
}
