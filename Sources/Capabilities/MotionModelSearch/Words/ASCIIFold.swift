/// Maps each byte of a text to its folded form in a word, to a separator, or to a mark for bytes that are not ASCII.
struct ASCIIFold: Sendable {
  static let separator: UInt8 = 0
  /// Less than any byte of a word.
  static let notASCII: UInt8 = 1

  /// Letters and digits of ASCII; all else is looked up.
  static let words = ASCIIFold { _ in notASCII }

  /// As SQLite's tokenizer `simple` has it: all that is not ASCII is a part of words, as it is.
  static let simple = ASCIIFold { $0 }

  private let forms: [UInt8]

  private init(_ notASCII: (UInt8) -> UInt8) {
    forms = (UInt8.min...UInt8.max).map { byte in
      switch byte {
      case 0x80...: notASCII(byte)
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"): byte
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte | 0x20
      default: Self.separator
      }
    }
  }

  /// Calls `body` with the 256 forms.
  func withBytes(_ body: (UnsafePointer<UInt8>) -> Void) {
    forms.withUnsafeBufferPointer { forms in
      guard let base = forms.baseAddress else { return }
      body(base)
    }
  }
}
