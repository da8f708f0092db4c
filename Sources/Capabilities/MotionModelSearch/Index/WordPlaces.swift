/// The places where a word stands in one row, as bytes.
///
/// A place is a number: the position in its column, shifted, and the number of the column in the lowest bits. Places
/// are in ascending order, each as its distance from the one before, seven bits to a byte; the last byte of each has
/// its highest bit clear. With one column, as many bytes are below 128 as there are places.
struct WordPlaces {
  let bytes: UnsafeBufferPointer<UInt8>

  @inline(__always)
  init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  /// Calls `body` with each place, in ascending order.
  @inline(__always)
  func forEach(_ body: (UInt32) -> Void) {
    var (place, distance, shift): (UInt32, UInt32, UInt32) = (0, 0, 0)
    for byte in bytes {
      distance |= UInt32(byte & 0x7F) &<< shift
      if byte < 0x80 {
        place &+= distance
        body(place)
        (distance, shift) = (0, 0)
      } else {
        shift &+= 7
      }
    }
  }

  /// How many places there are.
  @inline(__always)
  var count: Int {
    var count = 0
    for byte in bytes where byte < 0x80 { count &+= 1 }
    return count
  }

  /// Appends the bytes of places, which are given in ascending order.
  static func append(_ places: some Sequence<UInt32>, to bytes: inout ContiguousArray<UInt8>) {
    forEachByte(of: places) { bytes.append($0) }
  }

  /// Calls `body` with each byte of places, which are given in ascending order.
  @inline(__always)
  static func forEachByte(of places: some Sequence<UInt32>, _ body: (UInt8) -> Void) {
    var last: UInt32 = 0
    for place in places {
      var distance = place &- last
      while distance >= 0x80 {
        body(UInt8(truncatingIfNeeded: distance) | 0x80)
        distance &>>= 7
      }
      body(UInt8(truncatingIfNeeded: distance))
      last = place
    }
  }
}

/// How the numbers of places are made of columns and positions.
struct PlaceForm: Sendable {
  /// How many columns there are.
  let columns: Int
  /// How many bits of a place are the number of its column.
  let bits: UInt32

  init(columns: Int) {
    self.columns = columns
    bits = UInt32(Int.bitWidth - (columns - 1).leadingZeroBitCount)
  }

  @inline(__always)
  func place(_ position: Int, in column: Int) -> UInt32 { UInt32(position) &<< bits | UInt32(column) }

  @inline(__always)
  func column(of place: UInt32) -> Int { Int(place & ((1 &<< bits) &- 1)) }

  @inline(__always)
  func position(of place: UInt32) -> Int { Int(place &>> bits) }

  /// Calls `body` with each column that has one of some places.
  func forEachColumn(of places: some Sequence<UInt32>, _ body: (Int) -> Void) {
    if columns == 1 { return body(0) }
    var known: UInt64 = 0
    for place in places {
      let column = column(of: place)
      if known & 1 &<< UInt64(column) == 0 { body(column) }
      known |= 1 &<< UInt64(column)
    }
  }

  /// Counts how often a word stands in each column.
  @inline(__always)
  func count(_ places: WordPlaces, in counts: inout ContiguousArray<UInt32>) {
    counts.withUnsafeMutableBufferPointer { count(places, in: $0) }
  }

  /// Counts how often a word stands in each column.
  @inline(__always)
  func count(_ places: WordPlaces, in counts: UnsafeMutableBufferPointer<UInt32>) {
    if columns == 1 { return counts[0] = places.bytes.count == 1 ? 1 : UInt32(truncatingIfNeeded: places.count) }
    for column in 0..<columns { counts[column] = 0 }
    places.forEach { counts[column(of: $0)] &+= 1 }
  }
}
