public import Foundation

/// The format of a file of records.
///
/// All formats hold the same data. Values that a format cannot express are encoded so that they are read back
/// exactly.
public enum FileFormat: String, Sendable, Hashable, CaseIterable {
  /// JSON, with one record per line and members in the order of the columns, so that files can be read and compared.
  case json
  /// JSON Lines: a line about the file, and for each model a line about it and a line for each record, for programs
  /// that read a file line by line. A file of one model may also have nothing but records.
  case jsonLines
  /// An XML property list.
  case xml
  /// A binary property list.
  case binary
  /// The library's own format: column by column, with checksums, and several times as fast as the other formats.
  case compact
  /// Comma-separated values, as spreadsheets have them: the records of one model, without the model's name and next id.
  case csv
  /// CSV with semicolons, as spreadsheets write it where a comma is the sign before decimals.
  case csvWithSemicolons
  /// CSV with tabs.
  case tsv

  /// Whether a file holds the records of any number of models, with the models' names.
  ///
  /// ``csv``, ``csvWithSemicolons`` and ``tsv`` hold those of one model.
  package var holdsSeveralModels: Bool { CSVSeparator(self) == nil }

  /// Returns the format for a file's extension: `.json`, `.jsonl` or `.ndjson` (JSON Lines), `.xml`, `.plist` or
  /// `.bplist` (binary), `.motionmodel` (compact), `.csv` or `.tsv`; nil for any other.
  public init?(of url: URL) {
    switch url.pathExtension.lowercased() {
    case "json": self = .json
    case "jsonl", "ndjson": self = .jsonLines
    case "xml": self = .xml
    case "plist", "bplist": self = .binary
    case "motionmodel": self = .compact
    case "csv": self = .csv
    case "tsv": self = .tsv
    default: return nil
    }
  }

  /// Returns the format that a file's first bytes indicate; nil when they indicate none, as those of CSV.
  package init?(of data: Data) {
    guard let format = data.withUnsafeBytes({ FileFormat(of: $0) }) else { return nil }
    self = format
  }

  /// Returns the format that a file's first bytes indicate.
  init?(of bytes: UnsafeRawBufferPointer) {
    if bytes.starts(with: CompactBlock.signature) {
      self = .compact
      return
    }
    let content = bytes.dropFirst(bytes.starts(with: Self.byteOrderMark) ? Self.byteOrderMark.count : 0)
    if content.starts(with: Array("bplist".utf8)) {
      self = .binary
    } else if content.starts(with: Array("<?xml".utf8)) || content.starts(with: Array("<!DOCTYPE plist".utf8)) {
      self = .xml
    } else if let first = content.first(where: { !Self.blanks.contains($0) }),
      first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
    {
      let isOfLines = Self.statedFormat(in: bytes) == FileHeader.lines || Self.beginsWithLines(content)
      self = isOfLines ? .jsonLines : .json
    } else {
      return nil
    }
  }

  /// Whether JSON is an array.
  static func beginsWithArray(_ bytes: UnsafeRawBufferPointer) -> Bool {
    let content = bytes.dropFirst(bytes.starts(with: byteOrderMark) ? byteOrderMark.count : 0)
    return content.first { !blanks.contains($0) } == UInt8(ascii: "[")
  }

  /// Whether the first line is an object, and another one begins on a line behind it.
  private static func beginsWithLines(_ bytes: Slice<UnsafeRawBufferPointer>) -> Bool {
    guard let end = bytes.firstIndex(of: UInt8(ascii: "\n")),
      bytes[end...].first(where: { !blanks.contains($0) }) == UInt8(ascii: "{")
    else { return false }
    let line = UnsafeRawBufferPointer(rebasing: bytes[..<end]).bindMemory(to: UInt8.self)
    return JSONFault(in: line, isLines: false, depthLimit: FileHeader.valueDepthLimit) == nil
  }

  static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  private static let blanks = Array(" \t\r\n".utf8)

  /// Returns what a file of JSON says of its format in its first member; nil if it begins with another.
  static func statedFormat(in bytes: UnsafeRawBufferPointer) -> String? {
    var json = JSONReader(bytes.bindMemory(to: UInt8.self), depthLimit: 1)
    guard json.take("{"), (try? json.name()) == "format", case .string(let format)? = try? json.value() else {
      return nil
    }
    return format
  }

  /// The format with an article, for messages: `a binary property list`.
  var name: String {
    switch self {
    case .json: "JSON"
    case .jsonLines: "JSON Lines"
    case .xml: "an XML property list"
    case .binary: "a binary property list"
    case .compact: "the compact format"
    case .csv: "CSV"
    case .csvWithSemicolons: "CSV with semicolons"
    case .tsv: "tab-separated values"
    }
  }
}
