import MotionModel
import MotionModelTestSupport
import Testing

/// What a file of an earlier version means for columns that no schema mentions: the same as for declared ones.
@Suite(.ownStore) struct AutomaticColumnFilesTests {
  private enum Before {
    struct Song: Model, Equatable {
      var id = 0
      var name = ""
      var length = 1
      var mood: String?
    }
  }

  private enum Grown {
    struct Song: Model, Equatable {
      var id = 0
      var name = ""
      var stars = 3
      var mood: String?
    }
  }

  private enum Changed {
    struct Song: Model {
      var id = 0
      var name = ""
      var length = ""
      var mood: String?
    }
  }

  private enum Declared {
    struct Song: Model, Equatable {
      var id = 0
      var name = ""
      var length = 1
      var mood: String?
      static let schema = Schema<Song> { Column(\.name, name: "title") }
    }
  }

  private enum Renamed {
    struct Song: Model, Equatable {
      var id = 0
      var name = ""
      var length = 1
      var mood: String?
      static let schema = Schema<Song> { Column(\.name, name: "title", was: "name") }
    }
  }

  private static let formats: [FileFormat] = [.json, .jsonLines, .xml, .binary, .compact]

  /// A store's file with one song.
  private func file(_ format: FileFormat) throws -> FileSource {
    let store = Store(notificationCenter: nil)
    try store.table(Before.Song.self).create { ($0.name, $0.length, $0.mood) = ("Vito", 7, "calm") }
    return .data(try store.data(as: format))
  }

  @Test(arguments: formats) func `a new property has its initial value, and one that is gone is kept`(
    format: FileFormat
  ) throws {
    let store = Store(notificationCenter: nil)
    try store.load(from: file(format), as: format, models: [Grown.Song.self])
    #expect(store.table(Grown.Song.self).all == [Grown.Song(id: 1, name: "Vito", stars: 3, mood: "calm")])
    let again = Store(notificationCenter: nil)
    try again.load(from: .data(store.data(as: format)), as: format, models: [Before.Song.self])
    #expect(again.table(Before.Song.self).all == [Before.Song(id: 1, name: "Vito", length: 7, mood: "calm")])
  }

  @Test(arguments: formats) func `a property of another type is refused, with both types`(format: FileFormat) throws {
    let store = Store(notificationCenter: nil)
    let error = #expect(throws: FileError.self) {
      try store.load(from: file(format), as: format, models: [Changed.Song.self])
    }
    #expect(error?.description.contains(#"records of Song in which "length" was Int and is String"#) == true)
    #expect(store.table(Changed.Song.self).isEmpty)
  }

  @Test(arguments: formats) func `a column that is declared later with another name says what it was`(
    format: FileFormat
  ) throws {
    let store = Store(notificationCenter: nil)
    try store.load(from: file(format), as: format, models: [Declared.Song.self])
    #expect(store.table(Declared.Song.self).all == [Declared.Song(id: 1, name: "", length: 7, mood: "calm")])
    let renamed = Store(notificationCenter: nil)
    try renamed.load(from: file(format), as: format, models: [Renamed.Song.self])
    #expect(renamed.table(Renamed.Song.self).all == [Renamed.Song(id: 1, name: "Vito", length: 7, mood: "calm")])
  }
}
