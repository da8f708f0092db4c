import Foundation
import MotionModel

extension World {
  private static var fileSlots: Int { 3 }

  func saveFile(_ slot: Int, _ format: Format) throws {
    try makeFolder()
    let slot = slot % Self.fileSlots
    let url = folder.appending(path: "\(slot).\(format.rawValue)")
    print("try Store.current.save(to: folder.appending(path: \"\(slot).\(format.rawValue)\"))")
    try current.store.save(to: url)
    files[slot] = SavedFile(url: url, naive: current.naive)
    try checkFile(url)
  }

  /// Checks that a file that is loaded into an empty store gives an equal store.
  private func checkFile(_ url: URL) throws {
    let copy = Store(notificationCenter: nil)
    try Store.withoutHooks { _ = try copy.load(from: url, models: Self.models) }
    if let difference = Comparison.of(copy, current.naive) {
      throw Difference("file: \(difference.rule)", difference.details)
    }
    let (there, back) = (
      Changeset.difference(from: current.store, to: copy), Changeset.difference(from: copy, to: current.store)
    )
    if !current.isAlone || there.isEmpty && back.isEmpty { return }
    throw Difference("difference of equal stores", "\(there.details), back: \(back.details)")
  }

  func saveModel<Record: WorldModel>(_ model: Record.Type, _ format: Format) throws {
    try makeFolder()
    let url = folder.appending(path: "\(Record.kind).\(format.rawValue)")
    print("try \(Record.name).serialize(to: folder.appending(path: \"\(url.lastPathComponent)\"))")
    try model.serialize(to: url)
    modelFiles[Record.kind] = SavedFile(url: url, naive: current.naive)
  }

  func loadModel<Record: WorldModel>(_ model: Record.Type) throws {
    guard let file = modelFiles[Record.kind] else { return }
    try both("\(Record.name).deserialize(from: folder.appending(path: \"\(file.url.lastPathComponent)\"))") {
      try model.deserialize(from: file.url)
      return true
    } naive: { naive throws(Refusal) in
      naive = naive.loaded(file.naive, [Record.kind])
      try naive.checkAllUnique()
      // Records from a file keep their versions.
      naive.countAll(raisesVersions: false)
      return true
    }
  }

  private func makeFolder() throws {
    if !files.isEmpty || !modelFiles.isEmpty { return }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  func loadFile(_ slot: Int) throws {
    let slot = slot % Self.fileSlots
    guard let file = files[slot] else { return }
    // With other threads, the meters of the file would conflict with theirs when the branch is merged.
    if !current.isAlone && current.branch != nil { return }
    try both("Store.current.load(from: folder.appending(path: \"\(file.url.lastPathComponent)\"), models: models)") {
      try current.store.load(from: file.url, models: Self.models)
      return true
    } naive: { naive throws(Refusal) in
      naive = naive.loaded(file.naive)
      try naive.checkAllUnique()
      // Records from a file keep their versions.
      naive.countAll(raisesVersions: false)
      return true
    }
  }
}

extension NaiveStore {
  /// Returns this store with the records of a file.
  func loaded(_ file: NaiveStore, _ kinds: [Kind] = Kind.allCases) -> NaiveStore {
    var loading = Loading(file: file, kinds: kinds, result: self)
    loading.visitAll()
    return loading.result
  }

  private struct Loading: ModelVisitor {
    let file: NaiveStore
    let kinds: [Kind]
    var result: NaiveStore

    mutating func visit<Record: WorldModel>(_ model: Record.Type) {
      if !kinds.contains(Record.kind) { return }
      let records = file[keyPath: Record.rows].records
      let ids = Set(records.map(\.id))
      for row in result[keyPath: Record.rows].rows where !ids.contains(row.record.id) {
        if let index = result[keyPath: Record.rows].index(of: row.record.id) {
          result[keyPath: Record.rows].remove(at: index)
        }
      }
      result[keyPath: Record.rows].bring(records)
    }
  }
}
