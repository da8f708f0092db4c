import MotionModel
import MotionModelTestSupport
import MotionModelTesting
import Testing

private struct Playlist: Model, Equatable {
  var id = 0
  static let schema = Schema<Playlist> {}
  struct Relations {
    let entries = HasMany<Entry>(\.playlistID) { $0.order(by: \.place) }
    let backwardEntries = HasMany<Entry>(\.playlistID) { $0.order(by: \.place).reversed() }
    let earlyEntries = HasMany<Entry>(\.playlistID) { $0.where(\.place <= 2).order(by: \.place, .descending).limit(1) }
    let plainEntries = HasMany<Entry>(\.playlistID)
    let songs = HasMany<Song>(through: \.entries, \.song)
    let backwardSongs = HasMany<Song>(through: \.backwardEntries, \.song)
    let earlySongs = HasMany<Song>(through: \.earlyEntries, \.song)
    let plainSongs = HasMany<Song>(through: \.plainEntries, \.song)
    let songsByLength = HasMany<Song>(through: \.entries, \.song) { $0.order(by: \.length) }
    let opening = HasOne<Song>(through: \.entries, \.song)
    let verses = HasMany<Verse>(through: \.songs, \.verses)
    let plainVerses = HasMany<Verse>(through: \.songs, \.unorderedVerses)
  }
  static let relations = Relations()
}

private struct Entry: Model, Equatable {
  var id = 0
  var playlistID = 0
  var songID = 0
  var place = 0
  static let schema = Schema<Entry> {
    Column(\.playlistID)
    Column(\.songID)
    Column(\.place)
  }
  struct Relations {
    let song = BelongsTo<Song>(\.songID)
    let playlist = BelongsTo<Playlist>(\.playlistID)
  }
  static let relations = Relations()

  init() {}
  init(_ playlist: Int, _ song: Int, at place: Int) { (playlistID, songID, self.place) = (playlist, song, place) }
}

private struct Song: Model, Equatable {
  var id = 0
  var length = 0
  static let schema = Schema<Song> { Column(\.length) }
  struct Relations {
    let verses = HasMany<Verse>(\.songID) { $0.order(by: \.number) }
    let unorderedVerses = HasMany<Verse>(\.songID)
  }
  static let relations = Relations()

  init() {}
  init(_ length: Int) { self.length = length }
}

private struct Verse: Model, Equatable {
  var id = 0
  var songID = 0
  var number = 0
  static let schema = Schema<Verse> {
    Column(\.songID)
    Column(\.number)
  }
  init() {}
  init(_ song: Int, _ number: Int) { (songID, self.number) = (song, number) }
}

@Suite(.store)
struct ThroughOrderTests {
  private let playlist: Playlist

  init() throws {
    playlist = try Playlist.create()
    try Playlist.create()
    try Song.insert(contentsOf: [Song(3), Song(1), Song(3), Song(2)])
    try Entry.insert(contentsOf: [
      Entry(1, 1, at: 3), Entry(1, 2, at: 2), Entry(2, 1, at: 1), Entry(1, 3, at: 1), Entry(1, 2, at: 5),
      Entry(2, 4, at: 0),
    ])
    try Verse.insert(contentsOf: [Verse(1, 2), Verse(3, 1), Verse(1, 1), Verse(2, 1), Verse(3, 2)])
  }

  @Test func `a through relation has the order of its joining records, each record at its first position`() {
    #expect(playlist.songs.pluck(\.id) == [3, 2, 1])
    #expect(playlist.backwardSongs.pluck(\.id) == [2, 1, 3])
    #expect(playlist.songs.first?.id == 3)
    #expect(playlist.songs.last?.id == 1)
    #expect(playlist.songs.count == 3)
    #expect(playlist.songs.limit(1).offset(1).pluck(\.id) == [2])
  }

  @Test func `without an order of the relations between, records come in the order of insertion`() {
    #expect(playlist.plainSongs.pluck(\.id) == [1, 2, 3])
    #expect(playlist.songs.unordered().pluck(\.id) == [1, 2, 3])
  }

  @Test func `a has-one relation through others is the first record`() { #expect(playlist.opening?.id == 3) }

  @Test func `conditions of the relation between apply, and its limit is ignored`() {
    #expect(playlist.earlySongs.pluck(\.id) == [2, 3])
  }

  @Test func `the relation's own order comes first, and those of the relations between break ties`() {
    #expect(playlist.songsByLength.pluck(\.id) == [2, 3, 1])
    #expect(playlist.songs.order(by: \.length).pluck(\.id) == [3, 2, 1])
  }

  @Test func `the order of the last relation comes before the orders of the relations between`() {
    #expect(playlist.verses.pluck(\.id) == [2, 4, 3, 5, 1])
    #expect(playlist.plainVerses.pluck(\.id) == [2, 5, 4, 1, 3])
  }

  @Test func `reversed reverses the whole order`() {
    let reversed: Finder = playlist.songs.reversed()
    #expect(reversed.pluck(\.id) == [1, 2, 3])
    let opposite: Finder = playlist.songsByLength.reversed()
    #expect(opposite.pluck(\.id) == [1, 3, 2])
  }

  @Test func `including and join return related records in the same order, refined or not`() {
    let playlists = Playlist.including(\.songs).all
    #expect(playlists.map { $1.map(\.id) } == [[3, 2, 1], [4, 1]])
    #expect(Playlist.including(\.songsByLength).all.map { $1.map(\.id) } == [[2, 3, 1], [4, 1]])
    #expect(Playlist.including(\.opening).all.map { $1?.id } == [3, 4])
    #expect(Playlist.including(\.songs) { $0.order(by: \.length) }.all.map { $1.map(\.id) } == [[3, 2, 1], [4, 1]])
    #expect(Playlist.including(\.songs) { $0.limit(1) }.all.map { $1.map(\.id) } == [[3], [4]])
    #expect(Playlist.including(\.songs) { $0.unordered() }.all.map { $1.map(\.id) } == [[1, 2, 3], [1, 4]])
    #expect(Playlist.join(\.songs).map { [$0.id, $1.id] } == [[1, 3], [1, 2], [1, 1], [2, 4], [2, 1]])
    #expect(Playlist.including(\.verses).all.first?.1.map(\.id) == [2, 4, 3, 5, 1])
  }

  @Test func `pages continue in the same order`() {
    let first = playlist.songs.page(size: 2)
    #expect(first.records.map(\.id) == [3, 2])
    #expect(playlist.songs.page(after: first.next, size: 2).records.map(\.id) == [1])
  }

  @Test func `a transaction sees the order of its own changes`() throws {
    try Store.current.inTransaction {
      try Entry.updateAll { $0.place = -$0.place }
      #expect(playlist.songs.pluck(\.id) == [2, 1, 3])
    }
    #expect(playlist.songs.pluck(\.id) == [2, 1, 3])
  }

  @Test func `the description says that the relations between have an order`() {
    #expect(playlist.songs.finder.description.hasSuffix("order by the relations between"))
  }

  @Test func `random playlists are in the order of their entries`() throws {
    var numbers = TestSeed.generator(81)
    for _ in 0..<30 {
      try Store.with(Store()) { () throws in
        try Playlist.insert(contentsOf: (0..<3).map { _ in Playlist() })
        let songs = try Song.insert(contentsOf: (0..<6).map { _ in Song(numbers.number(0...2)) })
        try Entry.insert(
          contentsOf: (0..<numbers.number(0...15)).map { _ in
            Entry(numbers.number(1...3), numbers.pick(songs).id, at: numbers.number(0...6))
          })
        for playlist in Playlist.all {
          let entries = Entry.all.filter { $0.playlistID == playlist.id }
          func firsts(_ ids: [Int]) -> [Int] { ids.reduce(into: []) { if !$0.contains($1) { $0.append($1) } } }
          let sorted = entries.sorted { ($0.place, $0.id) < ($1.place, $1.id) }
          let expected = firsts(sorted.map(\.songID))
          let backward = firsts(sorted.reversed().map(\.songID))
          let byLength = expected.enumerated().sorted {
            (songs[$0.element - 1].length, $0.offset) < (songs[$1.element - 1].length, $1.offset)
          }.map(\.element)
          let seed = "seed \(TestSeed.current)"
          #expect(playlist.songs.pluck(\.id) == expected, "\(seed)")
          #expect(playlist.backwardSongs.pluck(\.id) == backward, "\(seed)")
          #expect(playlist.songsByLength.pluck(\.id) == byLength, "\(seed)")
          #expect(playlist.opening?.id == expected.first, "\(seed)")
          #expect(Playlist.where(\.id).eq(playlist.id).including(\.songs).all.first?.1.map(\.id) == expected, "\(seed)")
        }
      }
    }
  }
}
