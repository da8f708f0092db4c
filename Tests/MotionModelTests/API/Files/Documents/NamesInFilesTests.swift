import Foundation
import MotionModelTestSupport
import Testing

@testable import MotionModel

/// Whatever name a model, a column or a member that this library does not know has: a file either has it again when it
/// is read, or is not written.
@Suite struct NamesInFilesTests {
  private static let names = [
    "", " ", " a", "a ", "a,b", "a;b", "a\tb", "\"", "\"\"", "\n", "\r", "\r\n", "\u{0}", "\u{1}", "\u{7F}", "\u{85}",
    "\u{FEFF}", "\u{FEFF}id", "\u{FFFE}", "\u{FFFF}", "_json", "sep=", "sep=;", "e\u{301}", "\u{e9}", "\u{2028}", "<a>",
    "&amp;", "{", "[", "<plist", "bplist00", "MMD", "model", "models", "columns", "rows", "format", "version", "count",
    "id",
    "null", "\\", "\\u0000", "\u{1F44D}\u{1F3FD}",
  ]

  /// Writes and reads a document.
  ///
  /// - Returns: Nil if it is not written.
  private func again(_ document: StoreDocument, _ format: FileFormat) throws -> StoreDocument? {
    let data: Data
    do { data = try document.data(as: format) } catch let error as FileError {
      guard case .unwritable = error else { throw error }
      return nil
    }
    return try StoreDocument(data, as: format)
  }

  @Test(arguments: FileFormat.allCases) func `names of columns`(format: FileFormat) throws {
    for name in Self.names {
      for others in [[], [""], ["b"], ["", "b"]] where !others.contains(name) {
        for columns in [[name] + others, others + [name]] {
          let row = StoreDocument.Row(Dictionary(uniqueKeysWithValues: columns.map { ($0, .string("x")) }))
          let model = StoreDocument.Table("A", columns: columns.map { StoreDocument.Column($0) }, rows: [row])
          guard let read = try again(StoreDocument(models: [model]), format) else {
            #expect(format == .xml || format == .binary, "\(columns)")
            continue
          }
          #expect(read.models.map { $0.columns.map(\.name) } == [columns], "\(columns)")
          #expect(read.models[0].rows[0].attributes == row.attributes, "\(columns)")
        }
      }
    }
  }

  @Test(arguments: FileFormat.ofStores) func `names of models`(format: FileFormat) throws {
    for name in Self.names {
      for others in [[], ["b"]] {
        let names = [name] + others
        let document = StoreDocument(models: names.map { StoreDocument.Table($0, rows: [["id": 1]]) })
        guard let read = try again(document, format) else {
          #expect(name.isEmpty || format == .xml || format == .binary, "\(names)")
          continue
        }
        #expect(Set(read.models.map(\.name)) == Set(names) && read.models.count == names.count, "\(names)")
        #expect(read.models.allSatisfy { $0.rows == [["id": 1]] })
      }
    }
  }

  @Test(arguments: FileFormat.ofStores) func `names of what this library does not know`(format: FileFormat) throws {
    let known: Set = ["model", "models", "columns", "rows", "format", "version", "count"]
    for name in Self.names where !known.contains(name) {
      let json = JSONFormat.written(.string(name))
      let text = """
        {"format": "MotionModel", "version": 1, "scope": "models", \(json): 5, "models": {
        "A": {"version": 1, "columns": ["id"], \(json): [6], "nextNumber": 1, "rows": []}}}
        """
      let document = try StoreDocument(Data(text.utf8))
      guard let read = try again(document, format) else {
        #expect(format == .xml || format == .binary, "\(json)")
        continue
      }
      #expect(read == document, "\(json)")
    }
  }
}
