/// The pages of one column in 128 neighbouring chunks.
///
/// A scan changes only a run that it has made itself. A run that others can see never changes, so they read it without a
/// lock.
final class PageRun: @unchecked Sendable {
  /// How many chunks a run covers.
  static let count = 128

  let views: UnsafeMutablePointer<PageView>
  /// How many pages there are.
  private(set) var pageCount = 0
  private var pages: ContiguousArray<ColumnPage?>
  private let memory: PageMemory

  /// What a run takes.
  private static let bytes = count * (MemoryLayout<PageView>.stride + MemoryLayout<ColumnPage?>.stride) + 96

  init(in memory: PageMemory) {
    self.memory = memory
    views = .allocate(capacity: Self.count)
    views.initialize(repeating: PageView(), count: Self.count)
    pages = ContiguousArray(repeating: nil, count: Self.count)
    memory.add(Self.bytes)
  }

  init(copying other: PageRun) {
    (memory, pages, pageCount) = (other.memory, other.pages, other.pageCount)
    views = .allocate(capacity: Self.count)
    views.initialize(from: other.views, count: Self.count)
    memory.add(Self.bytes)
  }

  deinit {
    views.deallocate()
    memory.release(Self.bytes)
  }

  /// Puts in the page of a chunk.
  func put(_ page: ColumnPage?, _ view: PageView, at index: Int) {
    pageCount += (page == nil ? 0 : 1) - (pages[index] == nil ? 0 : 1)
    pages[index] = page
    views[index] = view
  }

  /// Takes over the page of another run.
  func take(_ index: Int, from other: PageRun) { put(other.pages[index], other.views[index], at: index) }
}
