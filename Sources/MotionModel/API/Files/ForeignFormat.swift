/// A format of other programs. It is recognised, so that an error can say what to do with the file.
enum ForeignFormat: CaseIterable {
  case sqlite, gzip, zip, utf16

  private var signatures: [[UInt8]] {
    switch self {
    case .sqlite: [Array("SQLite format 3\0".utf8)]
    case .gzip: [[0x1F, 0x8B]]
    case .zip: [[0x50, 0x4B, 3, 4]]
    case .utf16: [[0xFF, 0xFE], [0xFE, 0xFF]]
    }
  }

  private var reason: String {
    switch self {
    case .sqlite: "It is a database of SQLite, so open it with a SQLiteAdapter, or copy its tables to another file."
    case .gzip: "It is compressed with gzip, so decompress it first."
    case .zip: "It is a ZIP archive, as documents of spreadsheets are, so unpack it, or export the sheet as CSV."
    case .utf16: "It is text in UTF-16, so save it as UTF-8."
    }
  }

  /// Returns the error for a file that begins as one of another program; nil for any other file.
  static func refusal(of bytes: some Sequence<UInt8>, file: String) -> FileError? {
    let format = allCases.first { $0.signatures.contains { bytes.starts(with: $0) } }
    return format.map { .unreadable(file: file, reason: $0.reason) }
  }
}
