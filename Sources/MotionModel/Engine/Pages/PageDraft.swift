/// A page that is to be made of some rows.
struct PageDraft {
  private let layout: PageLayout
  private let base: UnsafeRawPointer
  private let rowStride: Int
  private let count: Int
  /// The codes of the texts; nil for a page of the values themselves.
  private let coder: TextCoder?

  /// - Parameter coder: What numbers texts; nil for a column of other values.
  init(_ layout: PageLayout, of base: UnsafeRawPointer, _ rowStride: Int, _ count: Int, _ coder: TextCoder?) {
    (self.layout, self.base, self.rowStride, self.count) = (layout, base, rowStride, count)
    self.coder = coder.flatMap { $0.read(base + layout.form.offset, rowStride, count) ? $0 : nil }
  }

  /// How many bytes the page takes, so that the next one is aligned.
  var bytes: Int { coder?.bytes ?? layout.bytes(of: count) }

  /// Writes the page.
  ///
  /// - Returns: What is known of it, except for the content of the chunk.
  func write(to page: UnsafeMutableRawPointer) -> PageView {
    var view = PageView()
    var start = layout.start
    if let coder {
      coder.write(to: page)
      (start, view.keys) = (TextCodes.start(coder.count), .none)
    } else {
      layout.copy(from: base, rowStride, count, to: page)
    }
    view.base = UnsafeRawPointer(bitPattern: UInt(bitPattern: page) &+ UInt(start) &- UInt(layout.form.offset))
    return view
  }
}
