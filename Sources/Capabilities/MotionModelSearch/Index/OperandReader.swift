import MotionModel

/// Reads where an operand of a query begins, in the rows of a chunk of 128 positions at a time. The places of the
/// rarest word are read first, and those of other words only in the rows that are left.
struct OperandReader {
  /// The rows of the last chunk that have the operand, and the places of its beginnings.
  private(set) var found = ChunkPlaces()
  private var next = ChunkPlaces()
  /// The words, the rarest first, and how far each is from the beginning.
  private var cursors: [PostingCursor] = []
  private var shifts: [UInt32] = []
  /// The places, where a word is a prefix: those of all its words are united.
  private var list: PlaceList?
  private let operand: BoundQuery.Operand
  private let form: PlaceForm
  private let isRestricted: Bool

  /// - Parameters:
  ///   - rows: Rows that have all words of the operand, and are all that is read.
  init(_ run: QueryRun, _ operand: Int, within rows: RowMarks) {
    (self.operand, form) = (run.query.operands[operand], run.index.form.places)
    isRestricted = self.operand.start != nil || self.operand.column != nil && form.columns > 1
    let words = run.words(of: operand)
    guard words.allSatisfy({ $0.numbers.count == 1 }) else {
      list = run.places(words, within: rows)
      return
    }
    let lists = words.map { (offset: $0.offset, rows: run.index.words[$0.numbers[0]].rows) }
      .sorted { $0.rows.count < $1.rows.count }
    cursors = lists.map { PostingCursor($0.rows) }
    shifts = lists.map { UInt32($0.offset) &<< form.bits }
  }

  /// Reads rows of a chunk.
  ///
  /// - Parameter rows: Rows that have all words. Chunks are read in ascending order.
  mutating func read(_ rows: RowMask, inChunk chunk: Int) {
    if var list {
      found.read(&list, rows, inChunk: chunk)
      self.list = list
    } else {
      readWords(rows, chunk)
    }
    if !isRestricted { return }
    next.read(found) { form.isWanted($0, in: operand) }
    swap(&found, &next)
  }

  private mutating func readWords(_ rows: RowMask, _ chunk: Int) {
    found.read(&cursors[0], rows, inChunk: chunk, shift: shifts[0])
    for word in cursors.indices.dropFirst() where !found.rows.isEmpty {
      next.read(&cursors[word], among: found, inChunk: chunk, shift: shifts[word])
      swap(&found, &next)
    }
  }
}
