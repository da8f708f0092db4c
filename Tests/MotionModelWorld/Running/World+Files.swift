import Foundation
import MotionModel

extension World {
  private static var fileSlots: Int { 3 }

  func saveFile(_ slot: Int, _ format: Format) throws {
    if files.isEmpty { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }
    let slot = slot % Self.fileSlots
    let url = folder.appending(path: "\(slot).\(format.rawValue)")
    print("try Store.current.save(to: folder.appending(path: \"\(slot).\(format.rawValue)\"))")
    try place.store.save(to: url)
    files[slot] = SavedFile(url: url, naive: place.naive)
  }

  func loadFile(_ slot: Int) throws {
    let slot = slot % Self.fileSlots
    guard let file = files[slot] else { return }
    let models = Kind.allCases.map { $0.model as any Model.Type }
    try both("Store.current.load(from: folder.appending(path: \"\(file.url.lastPathComponent)\"), models: models)") {
      try place.store.load(from: file.url, models: models)
      return true
    } naive: { naive throws(Refusal) in
      naive = naive.loaded(file.naive)
      try naive.checkAllUnique()
      naive.countAll()
      return true
    }
  }
}

extension NaiveStore {
  /// This store with the records of a file.
  func loaded(_ file: NaiveStore) -> NaiveStore {
    var loading = Loading(file: file, result: self)
    try? loading.visitAll()
    return loading.result
  }

  private struct Loading: ModelVisitor {
    let file: NaiveStore
    var result: NaiveStore

    mutating func visit<Record: WorldModel>(_ model: Record.Type) {
      let records = file[keyPath: Record.rows].records
      if records.isEmpty && KnownFault.filesLackModels.isPresent && file[keyPath: Record.rows].isUntouched { return }
      let ids = Set(records.map(\.id))
      for row in result[keyPath: Record.rows].rows where !ids.contains(row.record.id) {
        if let index = result[keyPath: Record.rows].index(of: row.record.id) { result[keyPath: Record.rows].remove(at: index) }
      }
      for record in records {
        if let index = result[keyPath: Record.rows].index(of: record.id) {
          result[keyPath: Record.rows].rows[index].record = record
        } else {
          result[keyPath: Record.rows].append(record)
        }
      }
    }
  }
}

extension NaiveTable {
  /// Whether no record was ever here.
  var isUntouched: Bool { given.isEmpty }
}
