import MotionModel
import MotionModelSearch
import MotionModelTestSupport

/// A record with all kinds of searched columns.
struct Note: Model, Equatable {
  var id = 0
  var title = ""
  var body: String?
  var tags: [String] = []
  var shelf = 0

  /// A computed text.
  var summary: String { title + " " + tags.joined(separator: " ") }

  static let schema = Schema<Note> {
    Column(\.title)
    Column(\.body)
    Column(\.tags)
    Column(\.shelf, .indexed)
    Searchable(\.title, \.body, \.tags, weights: [3, 1, 2])
  }

  static let searchable = Searchable<Note>(\.title, \.body, \.tags, weights: [3, 1, 2])

  init() {}

  init(_ title: String, _ body: String? = nil, tags: [String] = []) {
    (self.title, self.body, self.tags) = (title, body, tags)
  }

  // MARK: - Random

  static let words = [
    "dog", "cat", "walk", "do", "house", "dogs", "the", "street", "streetlight", "café", "cafe", "run", "running",
    "big",
    "a", "b", "c", "d", "日本語", "don't", "x-ray",
  ]

  /// Returns a text in which the first words are more frequent than the last.
  static func text(_ count: Int, _ random: inout SplitMix64) -> String {
    (0..<count).map { _ in
      let number = random.number(0...999) * random.number(0...999) / 1_000
      return words[number * words.count / 1_000]
    }
    .joined(separator: " ")
  }

  static func random(_ random: inout SplitMix64) -> Note {
    var note = Note(text(random.number(0...4), &random))
    if random.chance(70) { note.body = text(random.number(0...12), &random) }
    note.tags = (0..<random.number(0...3)).map { _ in text(random.number(0...2), &random) }
    note.shelf = random.number(0...9)
    return note
  }

  /// Returns a query in the grammar of searches.
  static func query(_ random: inout SplitMix64, depth: Int = 3) -> String {
    let word = random.pick(words)
    func operand(_ random: inout SplitMix64) -> String {
      switch random.number(0...9) {
      case 0: return "\(word.prefix(random.number(1...3)))*"
      case 1: return "\"\(text(random.number(2...3), &random))\""
      case 2: return "\(random.pick(["title", "body", "tags"])):\(word)"
      case 3: return "^\(word)"
      case 4: return "\"\(random.pick(words)) \(word.prefix(2))*\""
      default: return word
      }
    }
    if depth == 0 || random.chance(40) { return operand(&random) }
    let (first, second) = (query(&random, depth: depth - 1), query(&random, depth: depth - 1))
    switch random.number(0...6) {
    case 0, 1: return "(\(first) \(second))"
    case 2, 3: return "(\(first) OR \(second))"
    case 4: return "(\(first) NOT \(second))"
    case 5: return "\(operand(&random)) NEAR/\(random.number(0...4)) \(operand(&random))"
    default: return "\(word) OR \(random.pick(words)) OR \(random.pick(words))"
    }
  }
}

extension Store {
  /// Creates a store with notes.
  ///
  /// - Parameter blockSize: How many rows a block of the index has; nil for a store without the index.
  static func ofNotes(_ notes: [Note] = [], blockSize: Int? = 2) throws -> Store {
    let store = Store(notificationCenter: nil)
    try store.removeIndex(Note.searchable.index.name, of: Note.self)
    if let blockSize { try store.addIndex(Note.searchable.index(blockSize: blockSize)) }
    try store.table(Note.self).insert(contentsOf: notes)
    return store
  }
}
