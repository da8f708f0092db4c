/// The pages of one column of a table, and how many more may be made.
///
/// Making a page costs a little more than a scan of its rows, and pays only if the page is read before the rows change.
/// So pages are paid for with credit, and a writer who changes all rows again and again costs readers no more than a
/// stated part of their time:
///
/// - A strip begins with credit for one page of each chunk.
/// - Reading a page gives half of a page's price, because it saves about half of the time of making a page.
/// - Scanning the rows of a chunk that is the same as in the scan before gives an eighth.
///
/// After the first page of each chunk, making pages therefore adds at most an eighth of the time of scans without
/// pages, and nothing at all where each chunk changes between two scans.
struct PageStrip: Sendable {
  /// What making a page costs.
  static let price = 8
  private static let rewardOfReading = 4
  private static let rewardOfScanning = 1
  /// The most credit of a strip, for each chunk.
  private static let greatestCredit = 2 * price

  /// Distinguishes this strip of a column from dropped strips, and their copies in running scans.
  let number: UInt64
  /// The runs by the numbers of their first chunks; nil where there is nothing to know.
  var runs: ContiguousArray<PageRun?> = []
  /// It can be negative where several threads have scanned at the same time.
  private(set) var credit = 0
  /// The number of chunks for which there was initial credit.
  private var chunkCount = 0
  /// How often the strip was changed, so that a scan sees whether others have changed it meanwhile.
  var changes = 0
  /// When the strip was last used; see ``PageMemory``.
  var lastUse: UInt64 = 0

  init(number: UInt64 = 0) { self.number = number }

  /// Gives the initial credit for chunks that are new.
  mutating func grow(to count: Int) {
    if count <= chunkCount { return }
    credit += Self.price * (count - chunkCount)
    chunkCount = count
  }

  /// Whether there is credit for one more page.
  var canPay: Bool { credit >= Self.price }

  mutating func pay() { credit -= Self.price }

  /// Adds the credit for chunks that were scanned: those with pages, and others that were the same as in the scan
  /// before.
  mutating func earn(read: Int, scanned: Int) {
    let earned = Self.rewardOfReading * read + Self.rewardOfScanning * scanned
    credit = min(credit + earned, Self.greatestCredit * chunkCount)
  }

  func run(_ number: Int) -> PageRun? { number < runs.count ? runs[number] : nil }

  /// Returns a run that only this strip holds: a copy of an existing one, or a new one.
  mutating func ownRun(_ number: Int, in memory: PageMemory) -> PageRun {
    while runs.count <= number { runs.append(nil) }
    let run = runs[number].map(PageRun.init(copying:)) ?? PageRun(in: memory)
    runs[number] = run
    return run
  }

  /// Takes over the pages that another strip has made meanwhile, and the change of its credit since it was copied.
  mutating func merge(_ other: PageStrip, since start: PageStrip, in memory: PageMemory) {
    // Less than nothing when several have spent the same credit: what they spent too much is earned before another
    // page.
    credit += other.credit - start.credit
    while runs.count < other.runs.count { runs.append(nil) }
    for number in other.runs.indices where other.runs[number] !== start.run(number) {
      guard let made = other.runs[number] else { continue }
      if runs[number] === start.run(number) {
        runs[number] = made
        continue
      }
      let run = ownRun(number, in: memory)
      for index in 0..<PageRun.count where made.views[index].stamp > run.views[index].stamp {
        run.take(index, from: made)
      }
    }
  }

  var pageCount: Int { runs.reduce(0) { $0 + ($1?.pageCount ?? 0) } }

  /// Drops the pages of chunks that have no rows any more.
  ///
  /// Pages that are later than the rows stay: the rows are those of a snapshot, and later versions of the table have
  /// these chunks.
  ///
  /// - Returns: Whether there were any.
  mutating func dropPages(gone rows: RowStorage, in memory: PageMemory) -> Bool {
    func isGone(_ chunk: Int, _ view: PageView) -> Bool {
      view.stamp != 0 && view.stamp <= rows.emptied && (chunk >= rows.places.count || rows.places[chunk].stamp == 0)
    }
    var hasDropped = false
    for number in runs.indices {
      let first = number * PageRun.count
      guard let run = runs[number] else { continue }
      let gone = (0..<PageRun.count).filter { isGone(first + $0, run.views[$0]) }
      if gone.isEmpty { continue }
      let own = ownRun(number, in: memory)
      for index in gone { own.put(nil, PageView(), at: index) }
      hasDropped = true
    }
    return hasDropped
  }
}
