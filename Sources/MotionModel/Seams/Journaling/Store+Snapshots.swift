package import Foundation
package import MotionModelStorage

/// A snapshot could not be written. The file is as it was.
package enum SnapshotError: DiskFailure {
  case disk(DiskError)
  case value(StoreError)
  /// The coding refuses a piece.
  case coding(FileError)
}

extension Store {
  /// Runs `body` as the only writer, which must not write.
  package func asOnlyWriter<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    try writer.withoutCommits(body)
  }

  /// Returns the records that readers see, without the writes of an open transaction.
  ///
  /// - Parameter models: The models whose records belong into files. The store may have tables of other models, with
  ///   which it was not opened.
  package func storedRecords(of models: [any Model.Type]) -> StoredRecords {
    let (tables, commits) = published.read { ($0.tables, $0.commits) }
    return StoredRecords(tables, commits: commits, fence, of: models.map { $0.tableLayout })
  }
}

extension StoredRecords {
  /// Replaces a file by one with the records, in their places, for a store to begin with when it is opened.
  ///
  /// - Parameters:
  ///   - generation: The number of the first journal that follows.
  ///   - hasJournal: Whether that journal is there already.
  ///   - model: A file whose permissions a new file gets; nil for those that new files have.
  package func write(
    to path: String, of store: UUID, generation: Int, hasJournal: Bool, permissionsOf model: String? = nil,
    _ coding: (any ByteCoding)?, in files: some FileSystem
  ) throws(SnapshotError) {
    let replacement = try prepared(
      for: path, of: store, generation: generation, hasJournal: hasJournal, permissionsOf: model, coding, in: files)
    do { try replacement.commit() } catch { throw .disk(error) }
  }

  /// Writes the same, and does not yet replace the file.
  ///
  /// - Parameters:
  ///   - historyStart: The number of the first journal from which the commits lead to the snapshot.
  ///   - model: A file whose permissions a new file gets; nil for those that new files have.
  package func prepared(
    for path: String, of store: UUID, generation: Int, historyStart: Int? = nil, hasJournal: Bool,
    permissionsOf model: String? = nil, _ coding: (any ByteCoding)?, in files: some FileSystem
  ) throws(SnapshotError) -> FileReplacement {
    defer { withExtendedLifetime(tables) { fence.readerIsDone() } }
    let info = SnapshotInfo(
      store: store, generation: generation, commits: commits, historyStart: historyStart, hasJournal: hasJournal)
    let stored = tables.forFiles(of: plan.models)
    var writer = CompactFileWriter()
    var head = FileHead(.store)
    head.journal = info.attribute
    let file = FilePath.name(of: path)
    var encoder = try encoding { () throws(FileError) in try PieceEncoder(coding, file: file) }
    var replacement = try SnapshotError.onDisk { () throws(DiskError) in
      try FileReplacement(of: path, permissionsOf: model, in: files)
    }
    func write(_ bytes: [UInt8], to replacement: inout FileReplacement) throws(SnapshotError) {
      let encoded = try encoding { () throws(FileError) in try encoder.encode(bytes) }
      do { try replacement.write(encoded) } catch { throw .disk(error) }
    }
    writer.begin(head, models: stored.count)
    for table in stored {
      let places = table.hasGaps ? table.positions : nil
      writer.begin(FileSection(table, hasPlaces: places != nil))
      for (start, rows) in Selection(table, where: .constant(true)).groups {
        do throws(UnwritableValue) {
          try writer.write(rows, of: table.layout, table.kept, at: places.map { Array($0[start..<start + rows.count]) })
        } catch { throw .value(StoreError(error)) }
        if writer.byteCount > FileFormat.pieceSize { try write(writer.takeBytes(), to: &replacement) }
      }
      writer.endSection()
    }
    writer.end()
    try write(writer.takeBytes(), to: &replacement)
    let end = try encoding { () throws(FileError) in try encoder.finish() }
    do {
      if !end.isEmpty { try replacement.write(end) }
      try replacement.flush()
    } catch { throw .disk(error) }
    return replacement
  }

  private func encoding<Value>(_ body: () throws(FileError) -> Value) throws(SnapshotError) -> Value {
    do { return try body() } catch { throw .coding(error) }
  }
}
