public import Foundation
public import MotionModel

/// A model with a column of every type, each of them also optional, without any index.
public typealias AllTypes = AllTypesRecord<Unindexed>

/// The same columns, with indexes of every kind.
public typealias IndexedAllTypes = AllTypesRecord<Indexed>

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
/// A model with a column of every type, once as it is and once optional.
///
/// It is generic only in what its schema declares, so that one test runs with and without indexes.
public struct AllTypesRecord<Indexing: AllTypesIndexing>: Model, Equatable {
  public var id = 0
  /// A number that no two records share; nil in some.
  public var serial: Int?
  /// A string that no two records share.
  public var code = ""

  public var string = ""
  public var bool = false
  public var int = 0
  public var int8: Int8 = 0
  public var int16: Int16 = 0
  public var int32: Int32 = 0
  public var int64: Int64 = 0
  public var uint: UInt = 0
  public var uint8: UInt8 = 0
  public var uint16: UInt16 = 0
  public var uint32: UInt32 = 0
  public var uint64: UInt64 = 0
  public var double = 0.0
  public var float: Float = 0
  public var decimal = Decimal(0)
  public var date = Date(timeIntervalSinceReferenceDate: 0)
  public var uuid = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
  public var url = URL(filePath: "/")
  public var data = Data()
  public var strings: [String] = []
  public var ints: [Int] = []
  public var counts: [String: Int] = [:]
  public var word = Word.empty
  public var level = Level.none
  public var document = Document()

  public var maybeString: String?
  public var maybeBool: Bool?
  public var maybeInt: Int?
  public var maybeInt8: Int8?
  public var maybeInt16: Int16?
  public var maybeInt32: Int32?
  public var maybeInt64: Int64?
  public var maybeUInt: UInt?
  public var maybeUInt8: UInt8?
  public var maybeUInt16: UInt16?
  public var maybeUInt32: UInt32?
  public var maybeUInt64: UInt64?
  public var maybeDouble: Double?
  public var maybeFloat: Float?
  public var maybeDecimal: Decimal?
  public var maybeDate: Date?
  public var maybeUUID: UUID?
  public var maybeURL: URL?
  public var maybeData: Data?
  public var maybeStrings: [String]?
  public var maybeInts: [Int]?
  public var maybeCounts: [String: Int]?
  public var maybeWord: Word?
  public var maybeLevel: Level?
  public var maybeDocument: Document?

  /// The columns, indexed as `Indexing` says.
  public static var schema: Schema<Self> { Indexing.schema }

  public init() {}

  static func schema(unique: ColumnOptions, indexed: ColumnOptions, ordered: ColumnOptions) -> Schema<Self> {
    Schema<Self> {
      Column(\.serial, unique)
      Column(\.code, unique)
      Column(\.string, indexed)
      Column(\.bool, indexed)
      Column(\.int, indexed)
      Column(\.int8, ordered)
      Column(\.int16, indexed)
      Column(\.int32, indexed)
      Column(\.int64, ordered)
      Column(\.uint, indexed)
      Column(\.uint8, indexed)
      Column(\.uint16, indexed)
      Column(\.uint32, indexed)
      Column(\.uint64, ordered)
      Column(\.double, indexed)
      Column(\.float, indexed)
      Column(\.decimal, indexed)
      Column(\.date, ordered)
      Column(\.uuid, indexed)
      Column(\.url, indexed)
      Column(\.data, indexed)
      Column(\.strings, indexed)
      Column(\.ints, indexed)
      Column(\.counts, indexed)
      Column(\.word, indexed)
      Column(\.level, indexed.union(ordered))
      Column(\.document, indexed)
      Column(\.maybeString, indexed)
      Column(\.maybeBool, indexed)
      Column(\.maybeInt, indexed.union(ordered))
      Column(\.maybeInt8, indexed)
      Column(\.maybeInt16, indexed)
      Column(\.maybeInt32, indexed)
      Column(\.maybeInt64, indexed)
      Column(\.maybeUInt, ordered)
      Column(\.maybeUInt8, indexed)
      Column(\.maybeUInt16, indexed)
      Column(\.maybeUInt32, indexed)
      Column(\.maybeUInt64, indexed)
      Column(\.maybeDouble, indexed.union(ordered))
      Column(\.maybeFloat, indexed)
      Column(\.maybeDecimal, indexed)
      Column(\.maybeDate, indexed)
      Column(\.maybeUUID, indexed)
      Column(\.maybeURL, indexed)
      Column(\.maybeData, indexed)
      Column(\.maybeStrings, indexed)
      Column(\.maybeInts, indexed)
      Column(\.maybeCounts, indexed)
      Column(\.maybeWord, indexed)
      Column(\.maybeLevel, indexed)
      Column(\.maybeDocument, indexed)
    }
  }
}

// MARK: - What the columns hold

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
/// A string chosen from a few.
public enum Word: String, ColumnValue, CaseIterable, Codable {
  case empty = ""
  case open
  case waiting
  case café
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
/// A number chosen from a few.
public enum Level: Int, ColumnValue, CaseIterable, Codable {
  case low = -1
  case none
  case high = 1
  case extreme = 1_000_000
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
/// A value that is stored as a whole.
public struct Document: Codable, Hashable, Sendable {
  public var title = ""
  public var pages: [Int] = []
  public var owner: String?

  public init() {}
}

// MARK: - Indexes

/// The indexes of ``AllTypesRecord``.
public protocol AllTypesIndexing: Sendable, Equatable {
  /// The schema; a stored property of a type that is not generic, so that it is created once.
  static var schema: Schema<AllTypesRecord<Self>> { get }
}

/// No index and no constraint.
public enum Unindexed: AllTypesIndexing {
  /// The columns alone.
  public static let schema = AllTypesRecord<Unindexed>.schema(unique: [], indexed: [], ordered: [])
}

/// Two unique columns and an index on every other.
public enum Indexed: AllTypesIndexing {
  /// The columns with their indexes.
  public static let schema = AllTypesRecord<Indexed>.schema(unique: .unique, indexed: .indexed, ordered: .ordered)
}
