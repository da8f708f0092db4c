import Foundation

/// An encoding of text that files of other programs have.
enum TextEncoding: String, CaseIterable {
  case utf8, utf16
  /// Latin-1, of which programs for Windows write the superset Windows-1252.
  case latin1
}

/// How the text of a file is encoded, with the mark at its beginning.
struct TextCoding {
  let encoding: TextEncoding
  private let mark: [UInt8]
  private let utf16: String.Encoding

  private static let marks: [(bytes: [UInt8], encoding: TextEncoding)] = [
    ([0xEF, 0xBB, 0xBF], .utf8), ([0xFF, 0xFE], .utf16), ([0xFE, 0xFF], .utf16),
  ]

  /// - Parameter said: The encoding; nil for that of the mark, or else UTF-8.
  init(of data: Data, _ said: TextEncoding?) {
    let found = Self.marks.first { data.starts(with: $0.bytes) && (said ?? $0.encoding) == $0.encoding }
    encoding = said ?? found?.encoding ?? .utf8
    mark = found?.bytes ?? []
    let isBigEndian = found == nil ? data.first == 0 : mark.first == 0xFE
    utf16 = isBigEndian ? .utf16BigEndian : .utf16LittleEndian
  }

  /// Whether a text is in UTF-8 and has more than the characters of ASCII, as no text in another encoding.
  static func isUnicode(_ data: Data) -> Bool {
    data.contains { $0 >= 0x80 } && String(validating: data, as: UTF8.self) != nil
  }

  /// Returns a text in UTF-8, without the mark; nil if it is not in this encoding. Text in UTF-8 is not checked.
  func decoded(_ data: Data) -> Data? {
    let bytes = data.dropFirst(mark.count)
    switch encoding {
    case .utf8: return Data(bytes)
    case .latin1:
      return Data(String(String.UnicodeScalarView(bytes.map { Self.latin1[Int($0)] })).utf8)
    case .utf16:
      if !bytes.count.isMultiple(of: 2) { return nil }
      return String(data: bytes, encoding: utf16).map { Data($0.utf8) }
    }
  }

  /// Returns a text in UTF-8 in this encoding, behind the mark; or the first character that it does not have.
  func encoded(_ text: [UInt8]) -> Result<[UInt8], MissingCharacter> {
    switch encoding {
    case .utf8: return .success(mark + text)
    case .latin1:
      var bytes: [UInt8] = []
      for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
        guard let byte = Self.latin1Bytes[scalar] else { return .failure(MissingCharacter(scalar: scalar)) }
        bytes.append(byte)
      }
      return .success(bytes)
    case .utf16:
      return .success(mark + Array(String(decoding: text, as: UTF8.self).data(using: utf16) ?? Data()))
    }
  }

  /// A character that an encoding does not have.
  struct MissingCharacter: Error {
    let scalar: Unicode.Scalar
  }

  /// The characters from 0x80 to 0x9F, where Latin-1 has control characters that no text uses.
  private static let windows =
    "\u{20AC}\u{81}\u{201A}\u{192}\u{201E}\u{2026}\u{2020}\u{2021}\u{2C6}\u{2030}\u{160}\u{2039}\u{152}"
    + "\u{8D}\u{17D}\u{8F}\u{90}\u{2018}\u{2019}\u{201C}\u{201D}\u{2022}\u{2013}\u{2014}"
    + "\u{2DC}\u{2122}\u{161}\u{203A}\u{153}\u{9D}\u{17E}\u{178}"

  private static let latin1: [Unicode.Scalar] = {
    var scalars = (0...0xFF).map { Unicode.Scalar(UInt8($0)) }
    scalars.replaceSubrange(0x80...0x9F, with: windows.unicodeScalars)
    return scalars
  }()

  private static let latin1Bytes = Dictionary(uniqueKeysWithValues: latin1.enumerated().map { ($1, UInt8($0)) })
}
