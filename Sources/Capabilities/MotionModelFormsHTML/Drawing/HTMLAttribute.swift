/// An attribute of an HTML element. Its name is part of the program, and its value is any text.
///
/// Attributes whose value would be run or read as another language (`onclick`, `style`, `srcdoc`) trap: nothing that
/// is escaped as text is safe there. In attributes that are addresses (`href`, `action`), an address with a scheme
/// other than `http`, `https`, `mailto` and `tel` becomes `#`, because `javascript:` is a scheme.
public struct HTMLAttribute: Sendable {
  let name: StaticString
  /// The value; nil for an attribute that is only there.
  let value: String?

  /// Creates an attribute; without a value, one such as `checked`.
  public init(_ name: StaticString, _ value: String? = nil) {
    Self.check(name)
    self.name = name
    self.value = value.map { name.isOne(of: Self.addresses) && !Self.isSafe($0) ? "#" : $0 }
  }

  private static let addresses: [StaticString] = [
    "href", "src", "action", "formaction", "cite", "data", "poster", "ping", "background", "manifest",
  ]

  private static let others: [StaticString] = ["style", "srcdoc", "srcset"]

  private static func check(_ name: StaticString) {
    let isHandler = name.bytes.starts(with: [UInt8(ascii: "o"), UInt8(ascii: "n")])
    if name.isTagName && !isHandler && !name.isOne(of: others) { return }
    FormMisuse.stop("An HTML element", "has the attribute \"\(name)\"", "use one whose value is a plain text")
  }

  /// Returns whether an address is relative, or has a scheme that runs nothing. Browsers ignore spaces and control
  /// characters in a scheme, so they are ignored here.
  private static func isSafe(_ address: String) -> Bool {
    var scheme: [UInt8] = []
    for byte in address.utf8 where byte > 0x20 {
      switch byte {
      case UInt8(ascii: ":"):
        return ["http", "https", "mailto", "tel"].contains(String(decoding: scheme, as: UTF8.self).lowercased())
      case UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"): return true
      default: scheme.append(byte)
      }
    }
    return true
  }
}

extension StaticString {
  /// The bytes of a name.
  var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: utf8Start, count: utf8CodeUnitCount) }

  /// Whether this is one of a few names.
  func isOne(of names: [StaticString]) -> Bool {
    let bytes = bytes
    return names.contains { $0.utf8CodeUnitCount == bytes.count && $0.bytes.elementsEqual(bytes) }
  }

  /// Whether this is letters, digits and hyphens, and begins with a letter.
  var isTagName: Bool {
    guard hasPointerRepresentation, let first = bytes.first, (0x61...0x7A).contains(first) else { return false }
    return bytes.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == UInt8(ascii: "-") }
  }
}
