public import Foundation

/// The form in which records are written to files.
///
/// All three hold the same, and what one of them cannot express is written in a way that all can read back exactly.
public enum FileFormat: String, Sendable, Hashable, CaseIterable {
  /// JSON, one record per line and members in the order of the columns, so that files can be read and compared.
  case json
  /// A property list as XML.
  case xml
  /// A property list in binary form.
  case binary

  /// The format that a file's name says: `.json`, `.xml`, or `.plist` for binary; nil for any other.
  public init?(of url: URL) {
    switch url.pathExtension.lowercased() {
    case "json": self = .json
    case "xml": self = .xml
    case "plist", "bplist": self = .binary
    default: return nil
    }
  }

  /// The format that a file's first bytes say; nil when they say none.
  init?(of data: Data) {
    let data = data.starts(with: Self.byteOrderMark) ? data.dropFirst(Self.byteOrderMark.count) : data
    if data.starts(with: Array("bplist".utf8)) {
      self = .binary
    } else if data.starts(with: Array("<?xml".utf8)) || data.starts(with: Array("<!DOCTYPE plist".utf8)) {
      self = .xml
    } else if let first = data.first(where: { !Self.blanks.contains($0) }), first == UInt8(ascii: "{") {
      self = .json
    } else {
      return nil
    }
  }

  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  private static let blanks = Array(" \t\r\n".utf8)

  /// The format in words: `a binary property list`.
  var name: String {
    switch self {
    case .json: "JSON"
    case .xml: "an XML property list"
    case .binary: "a binary property list"
    }
  }
}
