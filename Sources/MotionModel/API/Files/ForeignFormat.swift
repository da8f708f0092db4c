/// A format of other programs. It is recognised, so that an error can say what to do with the file.
enum ForeignFormat {
  private static let all: [(signatures: [[UInt8]], reason: String)] = [
    (
      [Array("SQLite format 3\0".utf8)],
      "It is a database of SQLite, so open it with a SQLiteAdapter, or copy its tables to another file."
    ),
    ([[0x1F, 0x8B]], "It is compressed with gzip, so decompress it first."),
    (
      [[0x50, 0x4B, 3, 4]],
      "It is a ZIP archive, as documents of spreadsheets are, so unpack it, or export the sheet as CSV."
    ),
    ([[0xFF, 0xFE], [0xFE, 0xFF]], "It is text in UTF-16, so save it as UTF-8."),
  ]

  /// Returns the error for a file that begins as one of another program; nil for any other file.
  static func refusal(of bytes: some Sequence<UInt8>, file: String) -> FileError? {
    let format = all.first { $0.signatures.contains { bytes.starts(with: $0) } }
    return format.map { .unreadable(file: file, reason: $0.reason) }
  }
}
