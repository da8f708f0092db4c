/// A row that has a word, while it is read: how often it has the word in each column, and how many words it has there.
struct PostingRow {
  let counts: UnsafeBufferPointer<UInt32>
  let lengths: UnsafeBufferPointer<UInt32>

  /// The only column in which the row has the word; nil when there are several.
  @inline(__always)
  var onlyColumn: Int? {
    var only: Int?
    for column in 0..<counts.count where counts[column] > 0 {
      if only != nil { return nil }
      only = column
    }
    return only
  }
}
