/// Divides the UTF-8 of a text into words, and folds them.
///
/// A word is a run of letters, marks and numbers; all else divides. Of UAX #29 these are the rules WB5 and WB8 to WB10
/// (letters and numbers stay together), WB4 (marks and formats belong to what they follow) and WB15 and WB16 (two
/// regional indicators are a flag). On purpose, WB6, WB7, WB11 to WB13b are not followed: an apostrophe, a full stop or
/// a low line inside a word divides it, so that `l'amour` is found by `amour` and `annual_report.pdf` by `report`.
/// Scripts without spaces are divided into pairs, as ``UnspacedRun`` says, and each emoji is a word.
struct WordDivider {
  /// What a word is a part of.
  enum Kind {
    case word
    /// Two letters of a script without spaces.
    case pair
    /// The last letter of such a run, whose pair came before.
    case closing
    /// The only letter of such a run.
    case single
  }

  typealias Body = (inout WordBuffer, Range<Int>, Kind) -> Void

  private let bytes: UnsafeBufferPointer<UInt8>
  private let foldsAccents: Bool
  /// Made when it is first needed.
  private lazy var table = foldsAccents ? ScalarTable.foldingAccents : ScalarTable.keepingAccents
  private var index = 0
  private var range: Range<Int>?
  private var run = UnspacedRun()

  /// Calls `body` with each word of a text, and its place. `body` may change the word in the buffer.
  static func divide(_ bytes: UnsafeBufferPointer<UInt8>, foldingAccents: Bool, _ body: Body) {
    ASCIIFold.words.withBytes { fold in
      WordBuffer.withBuffer { word in
        var divider = WordDivider(bytes: bytes, foldsAccents: foldingAccents)
        divider.divide(fold, &word, body)
      }
    }
  }

  private init(bytes: UnsafeBufferPointer<UInt8>, foldsAccents: Bool) {
    (self.bytes, self.foldsAccents) = (bytes, foldsAccents)
  }

  private mutating func divide(_ fold: UnsafePointer<UInt8>, _ word: inout WordBuffer, _ body: Body) {
    while index < bytes.count {
      let folded = fold[Int(bytes[index])]
      switch folded {
      case ASCIIFold.separator:
        finish(&word, body)
        index += 1
      case ASCIIFold.notASCII: readScalar(&word, body)
      default: readASCII(fold, &word, body)
      }
    }
    finish(&word, body)
  }

  /// Reads letters and digits of ASCII.
  private mutating func readASCII(_ fold: UnsafePointer<UInt8>, _ word: inout WordBuffer, _ body: Body) {
    if !run.isEmpty { finishRun(&word, body) }
    let start = index
    index = word.appendASCII(of: bytes, from: start, fold)
    extend(start..<index)
  }

  private mutating func readScalar(_ word: inout WordBuffer, _ body: Body) {
    let (scalar, length) = bytes.scalar(at: index)
    let place = index..<index + length
    index += length
    switch table.scalarClass(of: scalar) {
    case .separator: finish(&word, body)
    case .ignorable: break
    case .mark:
      guard range != nil else { break }
      table.append(scalar, to: &word)
      word.noteMark()
      extend(place)
    case .letter:
      finishRun(&word, body)
      table.append(scalar, to: &word)
      extend(place)
    case .unspaced:
      finishWord(&word, body)
      let letter = UnspacedRun.Letter(scalar: table.unspacedForm(of: scalar), range: place)
      run.append(letter) { Self.pass($0, $1, .pair, &word, body) }
    case .emoji:
      finish(&word, body)
      word.append(scalar)
      extend(place)
      finishWord(&word, body)
    case .regionalIndicator:
      finish(&word, body)
      readFlag(scalar, place, &word, body)
    }
  }

  /// Reads the second half of a flag, if it is there.
  private mutating func readFlag(
    _ first: Unicode.Scalar, _ place: Range<Int>, _ word: inout WordBuffer, _ body: Body
  ) {
    word.append(first)
    extend(place)
    if index < bytes.count, bytes[index] >= 0x80 {
      let (second, length) = bytes.scalar(at: index)
      if ScalarClass(of: second) == .regionalIndicator {
        word.append(second)
        extend(index..<index + length)
        index += length
      }
    }
    finishWord(&word, body)
  }

  // MARK: - The ends of words

  private mutating func extend(_ place: Range<Int>) {
    range = (range?.lowerBound ?? place.lowerBound)..<place.upperBound
  }

  private mutating func finish(_ word: inout WordBuffer, _ body: Body) {
    finishWord(&word, body)
    finishRun(&word, body)
  }

  private mutating func finishWord(_ word: inout WordBuffer, _ body: Body) {
    guard let range else { return }
    word.orderMarks()
    if word.count > 0 { body(&word, range, .word) }
    word.clear()
    self.range = nil
  }

  private mutating func finishRun(_ word: inout WordBuffer, _ body: Body) {
    run.finish { before, last in
      if let before { Self.pass(before, last, .pair, &word, body) }
      Self.pass(last, nil, before == nil ? .single : .closing, &word, body)
    }
  }

  /// Passes letters of a script without spaces on as a word.
  private static func pass(
    _ first: UnspacedRun.Letter, _ second: UnspacedRun.Letter?, _ kind: Kind, _ word: inout WordBuffer, _ body: Body
  ) {
    word.append(first.scalar)
    if let second { word.append(second.scalar) }
    body(&word, first.range.lowerBound..<(second ?? first).range.upperBound, kind)
    word.clear()
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Returns the scalar at an index of valid UTF-8, and how many bytes it takes.
  func scalar(at index: Int) -> (scalar: Unicode.Scalar, length: Int) {
    let first = UInt32(self[index])
    func next(_ offset: Int) -> UInt32 { UInt32(self[index + offset]) & 0x3F }
    let (value, length): (UInt32, Int) =
      switch first {
      case ..<0x80: (first, 1)
      case ..<0xE0: ((first & 0x1F) << 6 | next(1), 2)
      case ..<0xF0: ((first & 0x0F) << 12 | next(1) << 6 | next(2), 3)
      default: ((first & 0x07) << 18 | next(1) << 12 | next(2) << 6 | next(3), 4)
      }
    return (Unicode.Scalar(value) ?? "\u{FFFD}", length)
  }
}
