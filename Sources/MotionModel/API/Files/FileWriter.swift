/// Writes a file of records in one format, part by part, and gives its bytes away in pieces.
protocol FileWriter {
  /// The bytes that can be written to the disk by now, without those given away before.
  mutating func takeBytes() -> [UInt8]
  /// About how many bytes wait to be taken.
  var byteCount: Int { get }

  /// Begins a file with as many sections.
  mutating func begin(_ scope: FileScope, models: Int)
  mutating func begin(_ section: FileSection)
  /// Writes a record by the values of the columns. Columns that are nil are left out; a value that is written as null is
  /// not nil.
  mutating func write(_ row: [AttributeValue?])
  mutating func endSection()
  mutating func end()
}

extension FileFormat {
  var writer: any FileWriter {
    switch self {
    case .json: JSONFileWriter()
    case .jsonLines: JSONLinesFileWriter()
    case .xml: PlistFileWriter(XMLPlistWriter())
    case .binary: PlistFileWriter(BinaryPlistWriter())
    }
  }
}
