import Foundation
import MotionModel
import MotionModelSQL
import MotionModelTransactions

/// Pieces of code with their results as texts, which can be compared.
struct Answers: Equatable {
  /// What the code is about.
  let note: String
  let codes: [String]
  let results: [String]

  init(_ note: String, _ answers: [(code: String, result: Any?)]) {
    (self.note, codes, results) = (note, answers.map(\.code), answers.map { Printer.describe($0.result) })
  }
}

/// The code of the chapter on databases, which is the same wherever the records are kept.
extension KeptShop {
  /// Asks and changes the current store.
  static func answers() throws -> [Answers] {
    try [questions(), relations(), numbers(), changes(), refusals()]
  }

  private static func questions() throws -> Answers {
    let long = Track.where(\.milliseconds > 240_000 && \.unitPrice < 1)
    let page = try Track.order(by: \.name).page(size: 20)
    return try Answers(
      "Finders are what they are in memory. What has no SQL, such as a closure, runs on the rows that the rest finds:",
      [
        (#"let long = Track.where(\.milliseconds > 240_000 && \.unitPrice < 1)"#, long),
        ("try long.count", long.count),
        (
          #"try long.order(by: \.milliseconds).limit(2).pluck(\.name)"#,
          long.order(by: \.milliseconds).limit(2).pluck(\.name)
        ),
        ("try long.find { $0.name.count > 12 }.count", long.find { $0.name.count > 12 }.count),
        (
          #"try Track.where(\.name).contains("love", caseSensitive: false).count"#,
          Track.where(\.name).contains("love", caseSensitive: false).count
        ),
        (
          #"try Artist.where(\.name >= "É").limit(3).pluck(\.name)"#,
          Artist.where(\.name >= "É").limit(3).pluck(\.name)
        ),
        (#"try Track.order(by: \.name).page(size: 20).records.last?.name"#, page.records.last?.name),
      ])
  }

  private static func relations() throws -> Answers {
    let track = try Track.order(by: \.name).first
    let artist = try Artist.order(by: { $0.tracks.count }, .descending).first
    return try Answers(
      """
      Relations are read from the database. Models that name SQLiteAdapter or PostgreSQLAdapter have conditions on related \
      records in the same statement; AnyAdapter looks them up before:
      """,
      [
        ("try track.album?.artist?.name", track?.album?.artist?.name),
        (
          #"try artist.albums.order(by: \.title).limit(3).pluck(\.title)"#,
          artist?.albums.order(by: \.title).limit(3).pluck(\.title)
        ),
        ("try artist.tracks.count", artist?.tracks.count),
        (
          "try Album.where { $0.tracks.all { $0.milliseconds > 200_000 } }.count",
          Album.where { $0.tracks.all { $0.milliseconds > 200_000 } }.count
        ),
        (
          "try Customer.where { $0.invoices.where { $0.total > 3 }.count >= 2 }.count",
          Customer.where { $0.invoices.where { $0.total > 3 }.count >= 2 }.count
        ),
        (
          "Genre.where { !$0.tracks.isEmpty }.sql(.sqlite).statement",
          Genre.where { !$0.tracks.isEmpty }.sql(.sqlite).statement
        ),
      ])
  }

  private static func numbers() throws -> Answers {
    let counts = try Track.group(by: \.mediaTypeID).count()
    return try Answers(
      "Aggregates are computed by the database where its result is the one that memory has:",
      [
        (#"try Track.records.sum(\.bytes)"#, Track.records.sum(\.bytes)),
        (#"try Track.records.average(\.milliseconds)"#, Track.records.average(\.milliseconds)),
        (#"try Invoice.records.sum(\.total)"#, Invoice.records.sum(\.total)),
        (#"try Track.records.maximum(\.name)"#, Track.records.maximum(\.name)),
        (
          #"try Track.group(by: \.mediaTypeID).count()"#,
          Sentence(counts.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }.joined(separator: ", "))
        ),
      ])
  }

  private static func changes() throws -> Answers {
    let playlist = try Playlist.where { $0.entries.exists }.last
    let entries = try PlaylistTrack.count
    return try Answers(
      "Each write is a transaction of the database, with the hooks, keys and cascades of the store:",
      [
        (#"try Genre.create { $0.name = "Yodelling" }.id"#, Genre.create { $0.name = "Yodelling" }.id),
        (
          #"try Track.where(\.unitPrice > 1).updateAll { $0.unitPrice = 2 }"#,
          Track.where(\.unitPrice > 1).updateAll { $0.unitPrice = 2 }
        ),
        (#"try Track.records.maximum(\.unitPrice)"#, Track.records.maximum(\.unitPrice)),
        ("try playlist.destroy()", playlist?.destroy()),
        ("try PlaylistTrack.count == entries", PlaylistTrack.count == entries),
      ])
  }

  private static func refusals() throws -> Answers {
    let (name, lines) = (try Genre.first?.name ?? "", try InvoiceLine.count)
    let artist = try InvoiceLine.first?.track?.album?.artist
    return try Answers(
      "What is refused, and a transaction that is undone as a whole:",
      [
        ("try Genre.create { $0.name = name }", refusal { try Genre.create { $0.name = name } }),
        ("try artist.destroy()", refusal { try artist?.destroy() }),
        (
          """
          try Store.current.transaction { _ in
            try InvoiceLine.deleteAll()
            try Genre.create { $0.name = name }
          }
          """,
          refusal {
            try Store.current.transaction { _ in
              try InvoiceLine.deleteAll()
              try Genre.create { $0.name = name }
            }
          }
        ),
        ("try InvoiceLine.count == lines", InvoiceLine.count == lines),
      ])
  }

  private static func refusal(_ body: () throws -> Void) -> Sentence {
    do { try body() } catch { return Sentence("\(error)") }
    return Sentence("It was not refused.")
  }
}

/// A text that is printed without quotation marks.
private struct Sentence: CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
