/// The pages of a scan's current chunk, for the columns that the scan reads.
///
/// A predicate is compiled for one scan, and its kernels look here for the pages of their columns. A kernel needs
/// nothing but a base and a distance, so it reads a page like a chunk of rows with one value each. So there are no
/// kernels for pages, and no copies of them by type.
///
/// Only the thread that scans uses this object. Its hot parts are raw memory, because reading properties of classes and
/// arrays for each chunk takes longer than testing its rows.
final class PageScan: @unchecked Sendable {
  /// Where the scan reads one column.
  struct Slot {
    /// What is known of the chunks of the current run; nil for nothing.
    fileprivate var views: UnsafeMutablePointer<PageView>?
    /// The same, as it becomes; nil if nothing has changed.
    fileprivate var ownViews: UnsafeMutablePointer<PageView>?
    /// Whether pages are made in the first scan.
    fileprivate let isPacked: Bool
    /// How many chunks had to be read from rows, and how many of these were as in the scan before.
    fileprivate var missed = 0
    fileprivate var repeated = 0
    /// The page of the current chunk, as an address of rows; nil when the rows have to be read.
    var base: UnsafeRawPointer?
    /// The distance of values in a page without codes.
    fileprivate let valueStride: Int
    /// The keys of the values in the page.
    var keys = KeyRange.all

    fileprivate init(isPacked: Bool, stride: Int) { (self.isPacked, valueStride) = (isPacked, stride) }

    /// The distance of values, or of codes.
    var stride: Int { keys.isEmpty ? TextCodes.stride : valueStride }
  }

  /// A column that the scan reads.
  private struct Column {
    let page: PageLayout
    let key: PageMemory.Key
    let keyRange: (@Sendable (UnsafeRawPointer, Int) -> KeyRange)?
    /// The strip as it was when the scan began, whose pages are read.
    let start: PageStrip
    /// The strip as it becomes.
    var strip: PageStrip
    var isChanged = false
    /// Where the latest page was made, and how many pages have room there.
    var block: PageBlock?
    var blockCount = 0
    /// Whether there was no memory for a page, so that no more are tried.
    var isFull: Bool { block == nil && blockCount > 0 }
    /// What numbers texts; nil for a column of other values, and before a page is made.
    var coder: TextCoder?
    /// The number of chunks that were visited when the latest page was made.
    var lastMade = -1
  }

  /// A comparison that each row has to meet.
  private struct Requirement {
    let test: KeyTest
    let slot: UnsafeMutablePointer<Slot>

    /// Whether the keys of a chunk's page show that no row meets it.
    @inline(__always) func isMet(byNoneOf place: ChunkView, _ chunk: Int) -> Bool {
      guard let views = slot.pointee.views, views[chunk].stamp == place.stamp else { return false }
      return test.verdict(views[chunk].keys) == .none
    }
  }

  private let layout: TableLayout
  private let pages: TablePages
  /// How many chunks the table has.
  private let chunks: Int
  /// The first slots belong to `columns`. They do not move, because kernels have their addresses.
  private let slots: UnsafeMutablePointer<Slot>
  private static let capacity = 8
  /// NB: With exclusivity checks, each chunk would pay for checks that only chunks without a page need.
  @exclusivity(unchecked) private var columns: ContiguousArray<Column> = []
  @exclusivity(unchecked) private var count = 0
  @exclusivity(unchecked) private var run = -1
  /// What tests the pages of the column whose kernel was made last.
  private var latestKernel: Kernel?
  /// How many chunks were scanned.
  @exclusivity(unchecked) private(set) var visited = 0
  private var hasMadeRoom = false
  /// No array, because it would be one more allocation for each scan.
  private var requirements: (Requirement?, Requirement?)
  /// The most comparisons that are looked at to skip chunks.
  static let greatestTestCount = 2
  /// How many chunks were skipped.
  private var skipped = 0

  init(_ layout: TableLayout, _ pages: TablePages, chunks: Int) {
    (self.layout, self.pages, self.chunks) = (layout, pages, chunks)
    slots = .allocate(capacity: Self.capacity)
  }

  deinit { slots.deallocate() }

  // MARK: - Columns

  /// Returns a kernel that tests a column of the current chunk as another kernel does, but reads the column's page if
  /// there is one.
  ///
  /// - Parameters:
  ///   - test: What the keys of rows decide about the kernel's result; nil for nothing.
  ///   - masked: Creates the kernel for pages with a mask; see ``PresentColumn``.
  func kernel(
    _ kernel: @escaping Kernel, of column: ColumnOperations, _ test: KeyTest? = nil, masked: (PresentColumn) -> Kernel
  ) -> Kernel {
    guard let page = column.page, let values = page.isMasked ? column.present.map(masked) : kernel,
      let slot = slot(of: page.form)
    else { return kernel }
    let paged = page.isText ? TextCodes.kernel(values, at: page.form.offset) : values
    latestKernel = paged
    // The scan outlives its kernels, which nobody else calls.
    nonisolated(unsafe) let place = slot
    guard let test else {
      return { base, stride, rows in
        guard let page = place.pointee.base else { return kernel(base, stride, rows) }
        return paged(page, place.pointee.stride, rows)
      }
    }
    return { base, stride, rows in
      guard let page = place.pointee.base else { return kernel(base, stride, rows) }
      return switch test.verdict(place.pointee.keys) {
      case .none: .none
      case .all: rows
      case .open: paged(page, place.pointee.stride, rows)
      }
    }
  }

  /// Returns where the scan reads a column; nil when it reads the rows.
  func slot(of form: PageForm) -> UnsafeMutablePointer<Slot>? {
    if let index = columns.firstIndex(where: { $0.page.form == form }) { return slots + index }
    guard count < Self.capacity, let column = layout.columns.first(where: { $0.operations.page?.form == form }),
      let page = column.operations.page
    else {
      return nil
    }
    // Values that take more than half of a row are read from the rows as quickly.
    guard 2 * form.stride <= layout.memory.stride || pages.memory.makesAlways else { return nil }
    let key = PageMemory.Key(pages, form)
    let strip = pages.memory.open(key, chunks: chunks)
    columns.append(Column(page: page, key: key, keyRange: column.operations.keyRange, start: strip, strip: strip))
    let isPacked = column.options.contains(.packed) || pages.memory.makesAlways
    (slots + count).initialize(to: Slot(isPacked: isPacked, stride: page.stride))
    count += 1
    return slots + (count - 1)
  }

  /// Returns the keys of the rows of a chunk, wherever the scan is; nil if there was no page of it when the scan began.
  func keys(_ slot: UnsafeMutablePointer<Slot>, _ number: Int, _ place: ChunkView) -> KeyRange? {
    guard place.stamp != 0, let run = columns[slot - slots].start.run(number &>> 7) else { return nil }
    let view = run.views[number & 127]
    return view.stamp == place.stamp ? view.keys : nil
  }

  /// Has the scan skip chunks of which no row meets a comparison.
  func require(_ test: KeyTest, of column: ColumnOperations) {
    guard let page = column.page, let slot = slot(of: page.form) else { return }
    let requirement = Requirement(test: test, slot: slot)
    if requirements.0 == nil { requirements.0 = requirement } else { requirements.1 = requirement }
  }

  // MARK: - Scanning

  /// Goes to a run of chunks, and visits the first ones, until `body` returns false of one that has rows.
  ///
  /// - Returns: How many chunks these are.
  @inline(__always) private func leading(
    inRun number: Int, _ places: ContiguousArray<ChunkView>, _ body: (Int, ChunkView) -> Bool
  ) -> Int {
    if number != run { enter(number) }
    var (chunk, empty) = (0, 0)
    for place in places {
      if place.base == nil { empty &+= 1 } else if !body(chunk, place) { break }
      chunk &+= 1
    }
    visited &+= chunk &- empty
    return chunk
  }

  /// Skips the first chunks of a run as far as their pages show that no row meets a comparison. So little is done for
  /// each of these that it pays not to keep the least and the greatest keys of whole runs.
  ///
  /// - Returns: How many are skipped.
  func skip(inRun number: Int, _ places: ContiguousArray<ChunkView>) -> Int {
    guard let requirement = requirements.0 else { return 0 }
    let (second, before) = (requirements.1 ?? requirement, visited)
    let chunks = leading(inRun: number, places) { chunk, place in
      requirement.isMet(byNoneOf: place, chunk) || second.isMet(byNoneOf: place, chunk)
    }
    skipped &+= visited &- before
    return chunks
  }

  /// Adds up the sums of the pages of the first chunks of a run, as far as they are known and nothing overflows.
  ///
  /// - Returns: How many chunks these are.
  func add(
    _ slot: UnsafeMutablePointer<Slot>, inRun number: Int, _ places: ContiguousArray<ChunkView>, to sum: inout Int
  ) -> Int {
    leading(inRun: number, places) { chunk, place in
      guard let page = slot.pointee.views.map({ $0[chunk] }), page.stamp == place.stamp, let more = page.sum else {
        return false
      }
      let (next, overflows) = sum.addingReportingOverflow(more)
      if !overflows { sum = next }
      return !overflows
    }
  }

  /// Counts the rows of the first chunks of a run that meet the only comparison, as far as the chunks have pages.
  ///
  /// - Returns: How many chunks these are.
  func count(inRun number: Int, _ places: ContiguousArray<ChunkView>, in count: inout Int) -> Int {
    guard let requirement = requirements.0, let kernel = latestKernel else { return 0 }
    let (slot, stride) = (requirement.slot, requirement.slot.pointee.valueStride)
    return leading(inRun: number, places) { chunk, place in
      guard let page = slot.pointee.views.map({ $0[chunk] }), page.stamp == place.stamp, let base = page.base else {
        return false
      }
      switch requirement.test.verdict(page.keys) {
      case .none: break
      case .all: count &+= place.live.count
      case .open: count &+= kernel(base, stride, place.rows).count
      }
      return true
    }
  }

  /// Goes to the next chunk.
  ///
  /// - Parameter base: The address of its first row.
  @inline(__always) func move(to number: Int, _ base: UnsafeRawPointer, _ place: ChunkView) {
    if number &>> 7 != run { enter(number &>> 7) }
    visited &+= 1
    for index in 0..<count {
      let slot = slots + index
      if let views = slot.pointee.views, views[number & 127].stamp == place.stamp {
        (slot.pointee.base, slot.pointee.keys) = (views[number & 127].base, views[number & 127].keys)
      } else {
        miss(index, number, base, place)
      }
    }
  }

  private func enter(_ number: Int) {
    run = number
    for index in 0..<count {
      (slots[index].views, slots[index].ownViews) = (columns[index].start.run(number)?.views, nil)
    }
  }

  /// Looks at a chunk without a page, and makes one if it is time.
  private func miss(_ index: Int, _ number: Int, _ base: UnsafeRawPointer, _ place: ChunkView) {
    let (slot, chunk) = (slots + index, number & 127)
    slot.pointee.base = nil
    slot.pointee.missed &+= 1
    if slot.pointee.views?[chunk].seen == place.stamp {
      slot.pointee.repeated &+= 1
      _ = make(index, number, base, place)
    } else if !slot.pointee.isPacked || !make(index, number, base, place) {
      let views = slot.pointee.ownViews ?? ownRun(index, number).views
      views[chunk].seen = place.stamp
    }
  }

  /// The fewest rows of a chunk of which a page is made by use.
  private static let leastRows = RowChunk.positions / 4

  /// Makes the page of a chunk, if there is credit and memory for it.
  private func make(_ index: Int, _ number: Int, _ base: UnsafeRawPointer, _ place: ChunkView) -> Bool {
    let (rows, always) = (place.live.count, pages.memory.makesAlways)
    if columns[index].isFull { return false }
    guard always || columns[index].strip.canPay && rows >= Self.leastRows else { return false }
    guard var view = page(index, base, rows), let block = columns[index].block else { return false }
    if !always { columns[index].strip.pay() }
    view.stamp = place.stamp
    if let base = view.base, let keyRange = columns[index].keyRange { view.keys = keyRange(base, rows) }
    if let base = view.base, columns[index].page.isOfIntegers { view.sum = columns[index].page.sum(at: base, rows) }
    ownRun(index, number).put(block, view, at: number & 127)
    (slots[index].base, slots[index].keys) = (view.base, view.keys)
    return true
  }

  /// Copies the values of some rows to a page in the latest block, or to one in a new block.
  private func page(_ index: Int, _ base: UnsafeRawPointer, _ rows: Int) -> PageView? {
    let (page, isNext) = (columns[index].page, columns[index].lastMade == visited &- 1)
    columns[index].lastMade = visited
    if page.isText && columns[index].coder == nil { columns[index].coder = TextCoder() }
    let draft = PageDraft(page, of: base, layout.memory.stride, rows, columns[index].coder)
    if isNext, let memory = columns[index].block?.take(draft.bytes) { return draft.write(to: memory) }
    let count = isNext ? min(2 * columns[index].blockCount, PageBlock.greatestCount) : 1
    columns[index].blockCount = count
    columns[index].block = block(count, of: page, draft.bytes)
    return columns[index].block?.take(draft.bytes).map(draft.write)
  }

  /// Makes a block for as many pages as were made in a row; where memory is short, for one page, and instead of those
  /// of the column that was not used for the longest time.
  private func block(_ count: Int, of page: PageLayout, _ bytes: Int) -> PageBlock? {
    let memory = pages.memory
    if count > 1, let block = PageBlock.make(count * page.bytes(of: RowChunk.positions), in: memory) { return block }
    if let block = PageBlock.make(bytes, in: memory) { return block }
    if hasMadeRoom { return nil }
    hasMadeRoom = true
    return memory.makeRoom(besides: columns.map(\.key)) ? PageBlock.make(bytes, in: memory) : nil
  }

  /// Returns the run of a chunk in the strip that becomes.
  private func ownRun(_ index: Int, _ number: Int) -> PageRun {
    let number = number &>> 7
    if slots[index].ownViews != nil, let run = columns[index].strip.run(number) { return run }
    let run = columns[index].strip.ownRun(number, in: pages.memory)
    columns[index].isChanged = true
    slots[index].ownViews = run.views
    return run
  }

  /// Lets others use what the scan has made.
  ///
  /// - Parameters:
  ///   - rows: The table, if all of its chunks were scanned: pages of chunks that have no rows any more are dropped
  ///     then.
  ///   - all: How many chunks were scanned by this and other scans of the same rows; nil where there are no others.
  func finish(with rows: RowStorage?, visited all: Int? = nil) {
    for index in 0..<count {
      if let rows, columns[index].strip.pageCount > all ?? visited,
        columns[index].strip.dropPages(gone: rows, in: pages.memory)
      {
        columns[index].isChanged = true
      }
      // Only of the columns of requirements were the pages of skipped chunks read.
      let isRequired = requirements.0?.slot == slots + index || requirements.1?.slot == slots + index
      let read = visited - slots[index].missed - (isRequired ? 0 : skipped)
      columns[index].strip.earn(read: read, scanned: slots[index].repeated)
      let column = columns[index]
      if !column.isChanged && column.strip.credit == column.start.credit { continue }
      pages.memory.close(column.key, column.strip, from: column.start)
    }
  }
}
