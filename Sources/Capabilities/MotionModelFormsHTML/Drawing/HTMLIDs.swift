import MotionModelValidation
import MotionModelValues

/// The ids of elements: a prefix, and the place in the form. Different places have different ids.
struct HTMLIDs: Sendable {
  let prefix: String

  init(_ prefix: String) { self.prefix = Self.escaped(prefix) }

  /// Returns the id of a field's first control, a group or an item.
  func id(_ path: FormPath) -> String {
    path.steps.reduce(into: prefix) { id, step in
      switch step {
      case .field(let name): id += "." + Self.escaped(name)
      case .index(let number): id += "." + String(number)
      }
    }
  }

  /// Returns the id of something that belongs to a field, a group or an item.
  func id(_ path: FormPath, _ part: String) -> String { id(path) + ":" + part }

  /// Writes a name with letters and digits of ASCII, hyphens and underscores. All other bytes are two digits behind a
  /// colon, so that an id has no space, and needs no escaping in an address.
  private static func escaped(_ name: String) -> String {
    PercentEncoding.encoded(name, sign: ":", keeping: isPlain)
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "_"): true
    default: false
    }
  }
}
