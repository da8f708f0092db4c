import Foundation
import MotionModel
import MusicShop

extension Tour {
  /// Saving and loading.
  func files() throws {
    printer.chapter(
      "14 Files",
      """
      A store, or one model of it, is saved as JSON, as an XML property list or as a binary one; the name says which. \
      All three hold the same, and none loses anything: nil and the empty text stay two things, and money keeps its \
      digits.
      """)
    try inFolder { folder in
      try saveAndLoad(folder)
      try saveOneModel(folder)
      refuseFiles(folder)
    }
  }

  /// Calls `body` with a new folder, which is removed afterwards.
  func inFolder(_ body: (URL) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "MotionModelTour-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder)
  }

  private func saveAndLoad(_ folder: URL) throws {
    printer.code([
      "try store.save(to: shop)", "let other = Store()", "try other.load(from: shop, models: MusicShop.models)",
    ])
    printer.table(
      ["shop", "bytes", "save", "load", "the same records"],
      try ["shop.json", "shop.xml", "shop.plist"].map { try row(folder.appending(path: $0)) })
  }

  private func row(_ url: URL) throws -> [String] {
    let other = Store()
    let clock = ContinuousClock()
    let saving = try clock.measure { try store.save(to: url) }
    let loading = try clock.measure { _ = try other.load(from: url, models: MusicShop.models) }
    let bytes = try url.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0
    let isEqual = try MusicShop.models.allSatisfy { try isSame($0, other) }
    return [url.lastPathComponent, "\(bytes)", saving.text, loading.text, isEqual ? "yes" : "no"]
  }

  /// Whether two stores hold the same records of a model, in the same order and equal in every column.
  private func isSame<Record: Model>(_ model: Record.Type, _ other: Store) throws -> Bool {
    let (records, others) = (try store.table(model).records.all, try other.table(model).records.all)
    return records.count == others.count
      && zip(records, others).allSatisfy { $0.id == $1.id && $1.changes(from: $0).isEmpty }
  }

  private func saveOneModel(_ folder: URL) throws {
    let url = folder.appending(path: "genres.json")
    try Genre.save(to: url)
    let lines = try String(contentsOf: url, encoding: .utf8).split(separator: "\n").prefix(9)
    printer.note(
      "JSON has a line for each record, in the order of the columns, so that versions of a file can be compared:")
    printer.code(lines.map(String.init))
    try Store.with(Store()) {
      try Genre.load(from: url)
      try Genre.find(1)?.delete()
      try Genre.create { $0.name = "Yodelling" }
      printer.note(
        "Loading makes a store what the file says, as one changeset. Here a genre was deleted and one created:")
      printer.examples(
        ("try Genre.load(from: url)", try Genre.load(from: url)),
        ("try Genre.load(from: url)   // again", try Genre.load(from: url)))
    }
  }

  private func refuseFiles(_ folder: URL) {
    let url = folder.appending(path: "genres.json")
    let missing = folder.appending(path: "nothing.json")
    printer.note("A file that does not fit is refused, and the store is as it was:")
    printer.refusals(
      ("try Track.load(from: genres)", refusal { try Track.load(from: url) }),
      ("try Genre.load(from: genres, as: .xml)", refusal { try Genre.load(from: url, as: .xml) }),
      ("try Store().load(from: genres)", refusal { try Store().load(from: url) }),
      ("try Genre.load(from: nothing)", refusal { try Genre.load(from: missing) }))
  }
}
