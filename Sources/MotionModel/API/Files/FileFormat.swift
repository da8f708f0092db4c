public import Foundation

/// The format of a file of records.
///
/// All formats hold the same data. Values that a format cannot express are encoded so that they are read back
/// exactly.
public enum FileFormat: String, Sendable, Hashable, CaseIterable {
  /// JSON, with one record per line and members in the order of the columns, so that files can be read and compared.
  case json
  /// JSON Lines: a line about the file, and for each model a line about it and a line for each record, for programs that
  /// read a file line by line. A file of one model may also have nothing but records.
  case jsonLines
  /// An XML property list.
  case xml
  /// A binary property list.
  case binary
  /// The library's own format: column by column, with checksums, and several times as quick as the others.
  case compact

  /// Returns the format for a file's extension: `.json`, `.jsonl` or `.ndjson` (JSON Lines), `.xml`, `.plist` or `.bplist`
  /// (binary), `.motionmodel` (compact); nil for any other.
  public init?(of url: URL) {
    switch url.pathExtension.lowercased() {
    case "json": self = .json
    case "jsonl", "ndjson": self = .jsonLines
    case "xml": self = .xml
    case "plist", "bplist": self = .binary
    case "motionmodel": self = .compact
    default: return nil
    }
  }

  /// Returns the format that a file's first bytes indicate; nil when they indicate none.
  init?(of data: Data) {
    if data.starts(with: CompactBlock.signature) {
      self = .compact
      return
    }
    let data = data.starts(with: Self.byteOrderMark) ? data.dropFirst(Self.byteOrderMark.count) : data
    if data.starts(with: Array("bplist".utf8)) {
      self = .binary
    } else if data.starts(with: Array("<?xml".utf8)) || data.starts(with: Array("<!DOCTYPE plist".utf8)) {
      self = .xml
    } else if let first = data.first(where: { !Self.blanks.contains($0) }), first == UInt8(ascii: "{") {
      self = Self.statedFormat(in: data) == FileHeader.lines ? .jsonLines : .json
    } else {
      return nil
    }
  }

  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  private static let blanks = Array(" \t\r\n".utf8)

  /// Returns what a file of JSON says of its format in its first member; nil if it begins with another.
  static func statedFormat(in data: Data) -> String? {
    data.withUnsafeBytes { bytes in
      var json = JSONReader(bytes.bindMemory(to: UInt8.self), depthLimit: 1)
      guard json.take("{"), (try? json.name()) == "format", case .string(let format)? = try? json.value() else {
        return nil
      }
      return format
    }
  }

  /// The format with an article, for messages: `a binary property list`.
  var name: String {
    switch self {
    case .json: "JSON"
    case .jsonLines: "JSON Lines"
    case .xml: "an XML property list"
    case .binary: "a binary property list"
    case .compact: "the compact format"
    }
  }
}
