/// Classes and folded forms of the scalars of most scripts, looked up once for all.
///
/// Reading a property of a scalar and folding it takes about a microsecond, looking it up a nanosecond. The table takes 100 KB,
/// and is made when the first text is divided that is not ASCII.
struct ScalarTable: Sendable {
  static let foldingAccents = ScalarTable(foldingAccents: true)
  static let keepingAccents = ScalarTable(foldingAccents: false)

  /// Behind the letters of most scripts and the signs of Japanese, where Han begins.
  private static let limit = 0x3200

  private let foldsAccents: Bool
  private let classes: [ScalarClass]

  /// The folded forms of all scalars, one after the other, and where that of each begins.
  private let forms: [UInt8]
  private let starts: [UInt32]

  private init(foldingAccents: Bool) {
    var classes: [ScalarClass] = []
    var forms: [UInt8] = []
    var starts: [UInt32] = [0]
    for value in 0..<UInt32(Self.limit) {
      // NB: Surrogates, which are no scalars, come after the limit.
      let scalar = Unicode.Scalar(value) ?? " "
      let kind = ScalarClass(of: scalar.usualWidth)
      classes.append(kind)
      if kind.isFolded { forms += ScalarFolding.folded(scalar, foldingAccents: foldingAccents).utf8 }
      starts.append(UInt32(forms.count))
    }
    (foldsAccents, self.classes, self.forms, self.starts) = (foldingAccents, classes, forms, starts)
  }

  /// Returns the class of a scalar.
  func scalarClass(of scalar: Unicode.Scalar) -> ScalarClass {
    switch scalar.value {
    case ..<UInt32(Self.limit): classes[Int(scalar.value)]
    case 0x4E00...0x9FFF, 0xAC00...0xD7A3: .unspaced
    default: ScalarClass(of: scalar.usualWidth)
    }
  }

  /// Appends the folded form of a scalar to a word.
  func append(_ scalar: Unicode.Scalar, to word: inout WordBuffer, isMark: Bool = false) {
    if scalar.value < UInt32(Self.limit) {
      let form = forms[Int(starts[Int(scalar.value)])..<Int(starts[Int(scalar.value) + 1])]
      if isMark { word.append(mark: form) } else { word.append(form) }
    } else {
      let form = ScalarFolding.folded(scalar, foldingAccents: foldsAccents).utf8
      if isMark { word.append(mark: form) } else { word.append(form) }
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

extension ScalarClass {
  /// Whether scalars of the class are parts of words in a folded form.
  fileprivate var isFolded: Bool { self == .letter || self == .mark }
}
