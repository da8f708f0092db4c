/// Classes and folded forms of the scalars of most scripts, looked up once for all.
///
/// Reading a property of a scalar and folding it takes about a microsecond, looking it up a nanosecond. The table takes
/// 200 KB, and is made when the first text is divided that is not ASCII.
struct ScalarTable: Sendable {
  static let foldingAccents = ScalarTable(foldingAccents: true)
  static let keepingAccents = ScalarTable(foldingAccents: false)

  /// Behind the letters of most scripts and the signs of Japanese, where Han begins.
  private static let limit: UInt32 = 0x3200

  private let foldsAccents: Bool
  private let entries: [Entry]

  private init(foldingAccents: Bool) {
    foldsAccents = foldingAccents
    // NB: Surrogates, which are not scalars, come after the limit.
    entries = (0..<Self.limit).map { Entry(of: Unicode.Scalar($0) ?? " ", foldingAccents) }
  }

  /// Returns the class of a scalar.
  func scalarClass(of scalar: Unicode.Scalar) -> ScalarClass {
    switch scalar.value {
    case ..<Self.limit: entries[Int(scalar.value)].kind
    case 0x4E00...0x9FFF, 0xAC00...0xD7A3: .unspaced
    default: ScalarClass(of: scalar.usualWidth)
    }
  }

  /// Appends the folded form of a scalar to a word.
  func append(_ scalar: Unicode.Scalar, to word: inout WordBuffer) {
    if scalar.value < Self.limit, let form = entries[Int(scalar.value)].form {
      word.append(packed: form.bytes, count: form.count)
    } else {
      word.append(ScalarFolding.folded(scalar, foldingAccents: foldsAccents).utf8)
    }
  }

  /// Returns the folded form of a scalar of a script without spaces, which is one scalar too.
  func unspacedForm(of scalar: Unicode.Scalar) -> Unicode.Scalar {
    switch scalar.value {
    case ..<0xF900, 0x20000..<0x2F800: scalar
    default: ScalarFolding.folded(scalar, foldingAccents: foldsAccents).unicodeScalars.first ?? scalar
    }
  }
}

extension ScalarTable {
  /// The class of a scalar and up to eight bytes of its folded form. The few longer forms are folded each time.
  private struct Entry {
    private static let longest = 8

    let kind: ScalarClass
    private let count: UInt8
    private let bytes: UInt64

    init(of scalar: Unicode.Scalar, _ foldsAccents: Bool) {
      kind = ScalarClass(of: scalar.usualWidth)
      guard kind == .letter || kind == .mark else {
        (count, bytes) = (0, 0)
        return
      }
      let form = ScalarFolding.folded(scalar, foldingAccents: foldsAccents).utf8
      count = UInt8(form.count)
      bytes = form.reversed().suffix(Self.longest).reduce(0) { $0 << 8 | UInt64($1) }
    }

    var form: (bytes: UInt64, count: Int)? { count <= Self.longest ? (bytes, Int(count)) : nil }
  }
}
