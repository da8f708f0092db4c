/// What is known of one column of a chunk: the page, if there is one, and the content of the chunk in the last scan.
struct PageView: @unchecked Sendable {
  /// The address at which the first row would begin if the values of the page lay in rows; nil when there is no page.
  ///
  /// A kernel that reads a value at an offset of each row reads the page from this address.
  var base: UnsafeRawPointer?
  /// The content of the chunk of which the page is made; 0 when there is no page. See ``ChunkView/stamp``.
  var stamp: UInt64 = 0
  /// The keys of the values in the page.
  var keys = KeyRange.all
  /// The content of the chunk that was last scanned without a page; 0 for none.
  var seen: UInt64 = 0
  /// The sum of the values in the page, without those that are nil; nil if it is not known.
  var sum: Int?
}
