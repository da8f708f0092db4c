public import MotionModel

/// The sections of a list at one moment, in the order of their keys, as a value that never changes.
///
/// No section is empty.
///
/// - Complexity: Reading a section takes O(1), and one of its records O(log *n*).
public struct LiveSectionList<Key: ColumnValue, Record: Model>: RandomAccessCollection, Sendable {
  let rows: LiveSectionRows
  private let key: PropertyReader<Record, Key>

  init(_ rows: LiveSectionRows, by key: PropertyReader<Record, Key>) { (self.rows, self.key) = (rows, key) }

  /// Zero.
  public var startIndex: Int { 0 }

  /// The number of sections.
  public var endIndex: Int { rows.starts.count }

  /// The section at an index.
  public subscript(index: Int) -> Section {
    precondition(indices.contains(index), "There is no section at index \(index): there are \(count).")
    let range = rows.range(of: index)
    let first = rows.version.slice[range.lowerBound]
    return withExtendedLifetime(first) {
      Section(key: key.value(in: first.row), records: LiveElements(rows.version.part(range)))
    }
  }

  /// A section of a list: the records with one key.
  public struct Section: Sendable {
    /// The key that the records have in common.
    public let key: Key
    /// The records, in the order of their finder.
    public let records: LiveElements<Record>
  }
}

extension LiveSectionList.Section: Equatable where Record: Equatable {}

extension LiveSectionList: Equatable where Record: Equatable {
  /// Returns whether both have equal sections in the same order.
  public static func == (a: Self, b: Self) -> Bool { a.elementsEqual(b) }
}

/// The rows of a list in the order of its sections, and where each section begins.
struct LiveSectionRows: Sendable {
  /// The rows that are shown, sections one after the other.
  let version: LiveVersion
  /// The index of the first row of each section, among the rows that are shown.
  let starts: [Int]

  /// - Complexity: O(*s* log² *n*), in the number of sections and rows.
  init(_ version: LiveVersion, by sectioning: LiveSectioning) {
    let slice = version.slice
    var (starts, next) = ([Int](), 0)
    while next < slice.count {
      starts.append(next)
      let first = slice[next]
      next += (next..<slice.count).partitionIndex { !sectioning.precedes(first, slice[$0]) } - next
    }
    (self.version, self.starts) = (version, starts)
  }

  /// Returns which rows are in a section.
  func range(of section: Int) -> Range<Int> {
    starts[section]..<(section + 1 < starts.count ? starts[section + 1] : version.slice.count)
  }

  /// Returns the section of a row, and the row's index in it.
  func place(of row: Int) -> LivePlace {
    let section = starts.partitionIndex { $0 <= row } - 1
    return LivePlace(section: section, index: row - starts[section])
  }

  /// The first row of a section.
  func first(_ section: Int) -> LiveRow { version.slice[starts[section]] }
}

extension LiveVersion {
  /// Returns a version that shows only some of the rows that are shown.
  func part(_ range: Range<Int>) -> LiveVersion {
    LiveVersion(rows: rows, shown: (shown.lowerBound + range.lowerBound)..<(shown.lowerBound + range.upperBound))
  }
}
