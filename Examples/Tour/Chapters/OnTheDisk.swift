import Foundation
import MotionModel
import MotionModelJournal
import MotionModelTransactions
import MusicShop

extension Tour {
  /// A store that is opened from a file, and what is left of it after a loss of power.
  func onTheDisk() throws {
    printer.chapter(
      "15 On the disk",
      """
      A store that is opened from a file writes each commit to a journal beside it. Whatever ends the process, each \
      commit that has returned is there when the file is opened again; after a loss of power, each that was flushed.
      """)
    try inFolder { folder in
      let file = folder.appending(path: "shop.motionmodel")
      try store.save(to: file)
      let opened = try Store(file: file, models: MusicShop.models, durability: .manual)
      try write(opened, file)
      try losePower(folder, opened)
    }
  }

  private func write(_ opened: Store, _ file: URL) throws {
    let (genres, clock) = (opened.table(Genre.self), ContinuousClock())
    printer.code([
      "let opened = try Store(file: shop, models: MusicShop.models, durability: .manual)",
      #"try opened.table(Genre.self).create { $0.name = "Yodelling" }"#, "try opened.journal?.flush()",
      #"try opened.table(Genre.self).create { $0.name = "Whistling" }"#,
    ])
    let creating = try clock.measure { _ = try genres.create { $0.name = "Yodelling" } }
    let flushing = try clock.measure { try opened.journal?.flush() }
    try genres.create { $0.name = "Whistling" }
    printer.table(
      ["", "takes"], [["a commit in the journal", creating.text], ["a flush of the disk", flushing.text]])
    printer.refusals(
      (
        "try Store(file: shop, models: MusicShop.models)   // again",
        refusal {
          _ = try Store(file: file, models: MusicShop.models)
        }
      ))
    let yodelling = try genres.where(\.name == "Yodelling").require()
    printer.note("The files also tell which commit gave a column its value, and after which one a statement is false:")
    printer.examples(
      (#"try opened.blame(yodelling, \.name)?.commit"#, try opened.blame(yodelling, \.name)?.commit),
      (
        "try opened.bisect {\n  $0.table(Genre.self).where(\\.name == \"Whistling\").isEmpty }",
        try opened.bisect { $0.table(Genre.self).where(\.name == "Whistling").isEmpty }
      ))
  }

  private func losePower(_ folder: URL, _ opened: Store) throws {
    printer.note(
      """
      Now the power goes. The second genre was not flushed, so the disk may have any part of its commit; here, the \
      journal lacks its last bytes. The half commit is cut off and kept, and what was flushed is there:
      """)
    try inFolder { other in
      for file in try files(in: folder) where !file.lastPathComponent.hasSuffix(".lock") {
        let copy = other.appending(path: file.lastPathComponent)
        let bytes = try Data(contentsOf: file)
        try bytes.dropLast(file.lastPathComponent.contains(".journal-") ? 20 : 0).write(to: copy)
      }
      let found = try Store(file: other.appending(path: "shop.motionmodel"), models: MusicShop.models)
      let recovery = found.journal?.recovery
      printer.examples(
        ("found.journal?.recovery.commits", recovery?.commits), ("recovery.cutOff?.count", recovery?.cutOff?.count),
        (
          "found.table(Genre.self).records\n  .order(by: \\.id).last?.name",
          found.table(Genre.self).records.order(by: \.id).last?.name
        ))
      printer.note("These files are beside each other now:")
      printer.table(["file", "bytes"], try files(in: other).map { [$0.lastPathComponent, "\(try size(of: $0))"] })
      try found.journal?.close()
    }
    try opened.journal?.close()
  }

  private func files(in folder: URL) throws -> [URL] {
    try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .sorted { $0.lastPathComponent < $1.lastPathComponent }
  }

  private func size(of file: URL) throws -> Int { try file.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0 }
}
