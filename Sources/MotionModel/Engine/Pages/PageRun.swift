/// The pages of one column in 128 neighbouring chunks.
///
/// A scan changes only a run that it has made itself. A run that others can see never changes, so they read it without
/// a lock.
final class PageRun: @unchecked Sendable {
  /// How many chunks a run covers.
  static let count = 128

  let views: UnsafeMutablePointer<PageView>
  /// How many pages there are.
  private(set) var pageCount = 0
  /// What the pages are in; neighbours may be in the same block.
  private var blocks: ContiguousArray<PageBlock?>
  private let memory: PageMemory

  /// What a run takes.
  private static let bytes = count * (MemoryLayout<PageView>.stride + MemoryLayout<PageBlock?>.stride) + 96

  init(in memory: PageMemory) {
    self.memory = memory
    views = .allocate(capacity: Self.count)
    views.initialize(repeating: PageView(), count: Self.count)
    blocks = ContiguousArray(repeating: nil, count: Self.count)
    memory.add(Self.bytes)
  }

  init(copying other: PageRun) {
    (memory, blocks, pageCount) = (other.memory, other.blocks, other.pageCount)
    views = .allocate(capacity: Self.count)
    views.initialize(from: other.views, count: Self.count)
    memory.add(Self.bytes)
  }

  deinit {
    views.deallocate()
    memory.release(Self.bytes)
  }

  /// Puts in the page of a chunk.
  ///
  /// - Parameter block: What the page is in; nil for no page.
  func put(_ block: PageBlock?, _ view: PageView, at index: Int) {
    pageCount += (block == nil ? 0 : 1) - (blocks[index] == nil ? 0 : 1)
    blocks[index] = block
    views[index] = view
  }

  /// Takes over the page of another run.
  func take(_ index: Int, from other: PageRun) { put(other.blocks[index], other.views[index], at: index) }
}
