import Foundation
import MotionModel

/// What the first version of a program had.
private enum First {
  struct Song: Model {
    var id = 0
    var name = ""
    var length = ""
    var mood: String?
  }
}

/// What a later version has: a column has another name, one is new, one is gone, and the length is a number.
private enum Later {
  struct Song: Model {
    var id = 0
    var title = ""
    var length = 0
    var stars = 0

    static let schema = Schema<Song>(version: 2) {
      Column(\.title, was: "name")
      Column(\.stars, default: 3)
    }
  }

  static let migrations = [
    Migration("lengths in seconds", from: 1, to: 2, of: "Song") { songs in
      try songs.convert("length", to: "Int") { length in
        let parts = (length?.description ?? "").split(separator: ":").map { Int64($0) }
        guard parts.count == 2, let minutes = parts[0], let seconds = parts[1] else { throw NotALength() }
        return .int(minutes * 60 + seconds)
      }
    }
  ]

  struct NotALength: Error, CustomStringConvertible {
    let description = "the length is not minutes and seconds"
  }
}

extension Tour {
  /// A file of an earlier version of a program.
  func nextVersion() throws {
    printer.chapter(
      "16 The next version",
      """
      A program changes its models, and its users have files of the models before. A new column takes its default, one \
      that was renamed says so, and one that is gone is kept in the file. What remains is done by migrations.
      """)
    try inFolder { folder in
      let file = folder.appending(path: "songs.json")
      try saveFirst(file)
      tryFirst(file)
      try migrate(file)
    }
  }

  private func saveFirst(_ file: URL) throws {
    let songs = [("Homework", "4:05", "calm"), ("Deadline", "2:58", nil), ("Overtime", "long", "sad")]
    try Store.with(Store()) {
      for (name, length, mood) in songs {
        try First.Song.create { ($0.name, $0.length, $0.mood) = (name, length, mood) }
      }
      try First.Song.save(to: file)
    }
    printer.note("The first version had saved this:")
    printer.code(try lines(of: file))
    printer.note("The later one has these models:")
    printer.code([
      "static let schema = Schema<Song>(version: 2) {", #"  Column(\.title, was: "name")"#, #"  Column(\.length)"#,
      #"  Column(\.stars, default: 3)"#, "}",
      #"Migration("lengths in seconds", from: 1, to: 2, of: "Song") { songs in"#,
      #"  try songs.convert("length", to: "Int") { … }"#, "}",
    ])
  }

  private func tryFirst(_ file: URL) {
    printer.note("It needs the migration. One record is refused by it, so the file is, as a whole:")
    printer.refusals(
      (
        "try store.load(from: songs, models: [Song.self])",
        refusal {
          try Store().load(from: file, models: [Later.Song.self])
        }
      ),
      (
        "try store.load(from: songs, models: [Song.self], migrations: migrations)",
        refusal {
          try Store().load(from: file, models: [Later.Song.self], migrations: Later.migrations)
        }
      ))
  }

  private func migrate(_ file: URL) throws {
    let corrected = try String(contentsOf: file, encoding: .utf8).replacing("\"long\"", with: "\"9:59\"")
    try Data(corrected.utf8).write(to: file)
    let store = Store()
    try store.load(from: file, models: [Later.Song.self], migrations: Later.migrations)
    printer.note("Its length is corrected by hand, and the file is loaded:")
    printer.table(
      ["title", "length", "stars"],
      store.table(Later.Song.self).records.map { [$0.title, "\($0.length)", "\($0.stars)"] })
    try store.save(to: file)
    printer.note(
      "Saved again, the file still has the moods, and a copy of the file as it was is kept beside it:")
    printer.code(try lines(of: file))
    let names = try FileManager.default.contentsOfDirectory(atPath: file.deletingLastPathComponent().path)
    printer.code(names.sorted())
  }

  private func lines(of file: URL) throws -> [String] {
    try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map(String.init)
  }
}
