import Foundation
import MotionModelStorage

/// The files that were last written or read, for calls that name no file.
struct RememberedFiles: Sendable {
  /// The file of the whole store.
  var store: FileLocation?
  /// The files of single models, by the slots of the models.
  var models: [Int: FileLocation] = [:]
  /// The files whose records were migrated when they were read, and that were not written since.
  var migrated: Set<URL> = []
}

/// A file and its format.
struct FileLocation: Sendable {
  let url: URL
  let format: FileFormat
  /// Whether records were migrated when the file was read.
  private(set) var isMigrated = false

  private var migrated: FileLocation {
    var location = self
    location.isMigrated = true
    return location
  }

  var name: String { url.lastPathComponent }

  // MARK: - Writing

  /// Returns the file that a call to write names, or else the remembered one.
  static func forWriting(_ url: URL?, _ format: FileFormat?, remembered: FileLocation?) throws(FileError)
    -> FileLocation
  {
    guard let url = url ?? remembered?.url else { throw .noPlace }
    let known = remembered?.url == url ? remembered?.format : nil
    return FileLocation(url: url, format: format ?? FileFormat(of: url) ?? known ?? .json)
  }

  /// Replaces the file in one step by one with the records of some tables. When it returns, the new content is on the
  /// disk.
  func write(_ tables: [TableVersion], _ scope: FileScope) throws(FileError) {
    try checkNames(tables.map(\.layout.name))
    try replace { writer, pass throws(FileError) in
      writer.begin(FileHead(scope), models: tables.count)
      for table in tables {
        writer.begin(FileSection(table))
        for (_, rows) in Selection(table, where: .constant(true)).groups {
          do throws(UnwritableValue) { try writer.write(rows, of: table.layout, table.kept) } catch {
            throw FileError(error, file: name)
          }
          try pass(&writer)
        }
        writer.endSection()
      }
      withExtendedLifetime(tables) {}  // they keep the rows
      writer.end()
    }
  }

  /// Throws if two models have the same name, as two types in two modules may.
  func checkNames(_ models: [String]) throws(FileError) {
    var names: Set<String> = []
    if let model = models.first(where: { !names.insert($0).inserted }) { throw .sameName(file: name, model: model) }
  }

  /// Replaces the file in one step. When it returns, the new content is on the disk.
  ///
  /// - Parameter body: Writes the content with a writer, and after each part passes the writer on, so that it does not
  ///   collect too much.
  func replace(
    _ body: (inout any FileWriter, _ pass: (inout any FileWriter) throws(FileError) -> Void) throws(FileError) -> Void
  ) throws(FileError) {
    guard url.isFileURL else { throw .unwritable(file: name, reason: "\(url) is not the URL of a file.") }
    var replacement = try onDisk { () throws(DiskError) in
      try FileReplacement(of: url.path(percentEncoded: false), in: DiskFiles())
    }
    var writer = format.writer
    try body(&writer) { writer throws(FileError) in
      if writer.byteCount > Self.pieceSize { try write(writer.takeBytes(), to: &replacement) }
    }
    try write(writer.takeBytes(), to: &replacement)
    do { try replacement.commit() } catch { throw unwritable(error) }
  }

  private func write(_ bytes: [UInt8], to replacement: inout FileReplacement) throws(FileError) {
    do { try replacement.write(bytes) } catch { throw unwritable(error) }
  }

  private func onDisk<Value: ~Copyable>(_ body: () throws(DiskError) -> Value) throws(FileError) -> Value {
    do { return try body() } catch { throw unwritable(error) }
  }

  private func unwritable(_ error: DiskError) -> FileError { .unwritable(file: name, reason: "\(error.reason).") }

  /// How many bytes are collected before they are written.
  static let pieceSize = 1 << 18

  // MARK: - Reading

  /// Reads the file that a call names, or else the remembered one.
  ///
  /// - Parameters:
  ///   - plan: The migrations of records of earlier versions; nil to read them as they are.
  ///   - body: Reads its parts. It may be called several times.
  static func read<Result>(
    _ url: URL?, _ format: FileFormat?, remembered: FileLocation?, _ plan: MigrationPlan? = nil,
    _ body: (inout any FileReader, FileLocation) throws -> Result
  ) throws -> Result {
    guard let url = url ?? remembered?.url else { throw FileError.noPlace }
    let data = try contents(of: url)
    let known = remembered?.url == url ? remembered?.format : nil
    let location = FileLocation(
      url: url, format: format ?? FileFormat(of: url) ?? known ?? FileFormat(of: data) ?? .json)
    let name = location.name
    guard let plan else { return try location.format.read(data, name: name) { try body(&$0, location) } }
    do {
      return try location.format.read(data, name: name) { reader in
        var checking: any FileReader = CheckingFileReader(reader, plan, file: name)
        defer { reader = checking }
        return try body(&checking, location)
      }
    } catch is MigrationNeeded {
      var document = try StoreDocument(data, as: location.format, name: name)
      _ = try plan.migrate(&document, file: name)
      var reader: any FileReader = DocumentReader(document)
      return try body(&reader, location.migrated)
    }
  }

  static func contents(of url: URL) throws(FileError) -> Data {
    do {
      return try Data(contentsOf: url)
    } catch CocoaError.fileReadNoSuchFile, CocoaError.fileNoSuchFile {
      throw .missing(file: url.lastPathComponent)
    } catch {
      throw .unreadable(file: url.lastPathComponent, reason: error.localizedDescription)
    }
  }
}

extension Selection {
  /// The addresses of the rows, which are valid as long as the table is, in groups that are written together, each with
  /// the number of rows before it.
  var groups: some Sequence<(start: Int, rows: [UnsafeRawPointer])> {
    var addresses: [UnsafeRawPointer] = []
    addresses.reserveCapacity(count)
    forEach { address, _ in addresses.append(address) }
    return stride(from: 0, to: addresses.count, by: CompactBlock.rowCount).lazy.map { start in
      (start, Array(addresses[start..<Swift.min(start + CompactBlock.rowCount, addresses.count)]))
    }
  }
}
