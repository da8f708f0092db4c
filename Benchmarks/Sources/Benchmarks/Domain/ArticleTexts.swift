import Foundation

/// Articles of one kind of text.
struct ArticleTexts {
  let name: String
  let articles: [Article]

  /// The bytes of all texts in UTF-8.
  var bytes: Int { articles.reduce(0) { $0 + $1.title.utf8.count + $1.text.utf8.count } }

  /// Articles of 5 to 21 words of a hundred thousand, which are drawn by Zipf's law: 2 to 5 in the title and 3 to 16 in the
  /// text. They are always the same.
  static func generated(_ count: Int) -> ArticleTexts {
    let vocabulary = Vocabulary(count: 100_000)
    var number = 0
    func random() -> UInt64 {
      number += 1
      return World.scrambled(number)
    }
    func words(_ range: ClosedRange<UInt64>) -> String {
      let length = range.lowerBound + random() % (range.upperBound - range.lowerBound + 1)
      return (0..<length).map { _ in vocabulary.word(random()) }.joined(separator: " ")
    }
    return ArticleTexts(
      name: "generated", articles: (1...count).map { Article(id: $0, title: words(2...5), text: words(3...16)) })
  }

  /// The tracks of the Chinook database, repeated until there are `count`. The title is the track's name; the text has its
  /// album, artist and composers.
  static func musicShop(_ file: String, _ count: Int) throws -> ArticleTexts {
    let tracks = try JSONDecoder().decode(MusicShop.self, from: Data(contentsOf: URL(filePath: file))).texts
    return ArticleTexts(
      name: "music shop",
      articles: (0..<count).map { number in
        let track = tracks[number % tracks.count]
        return Article(id: number + 1, title: track.title, text: track.text)
      })
  }
}

/// What is read of the Chinook database.
private struct MusicShop: Decodable {
  struct Artist: Decodable {
    let id: Int
    let name: String

    private enum CodingKeys: String, CodingKey { case id = "ArtistId", name = "Name" }
  }
  struct Album: Decodable {
    let id: Int
    let title: String
    let artistID: Int

    private enum CodingKeys: String, CodingKey { case id = "AlbumId", title = "Title", artistID = "ArtistId" }
  }
  struct Track: Decodable {
    let name: String
    let albumID: Int
    let composer: String?

    private enum CodingKeys: String, CodingKey { case name = "Name", albumID = "AlbumId", composer = "Composer" }
  }

  let artists: [Artist]
  let albums: [Album]
  let tracks: [Track]

  private enum CodingKeys: String, CodingKey { case artists = "Artist", albums = "Album", tracks = "Track" }

  var texts: [(title: String, text: String)] {
    let artists = Dictionary(uniqueKeysWithValues: artists.map { ($0.id, $0.name) })
    let albums = Dictionary(uniqueKeysWithValues: albums.map { ($0.id, "\($0.title), \(artists[$0.artistID] ?? "")") })
    return tracks.map { ($0.name, (albums[$0.albumID] ?? "") + ($0.composer.map { " (\($0))" } ?? "")) }
  }
}
