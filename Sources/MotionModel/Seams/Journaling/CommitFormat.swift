/// How commits are written in a journal: one after the other, with only what they change.
///
/// | commit | |
/// |---|---|
/// | count | its number; 0 if it only raises the numbers of ids |
/// | 8 bytes | the bits of its time, in seconds since 2001 |
/// | value | its metadata: null, or a dictionary of `author`, `reason` and `values` |
/// | count | how many models are mentioned for the first time |
/// | each: string, count, strings | the model's name with its version, and the number and names of its columns |
/// | strings | the types of these columns, empty where they are not known |
/// | count | how many parts follow, one for each model |
///
/// A model's name is followed by a line feed, its version and a plus sign. Models are numbered in the order of their
/// first mention. Older journals have no plus sign and no types, nor a version that is 1.
///
/// | part | |
/// |---|---|
/// | count | the number of the model |
/// | byte | 1 for a change of many records at once, 2 if a number follows, 4 for the table's end, 8 for kept columns |
/// | count | the number of the next id that the changes require, if there is one |
/// | count, count | the number of the next id and the place of the next record, as the table has counted them |
/// | count | how many of the last columns of the model are kept, though the program does not have them; no others are |
/// | each: byte, string | 1 if only some records have the column; and 2 if its type follows |
/// | count | one more than the number of changes that follow, or 0 for packed insertions |
///
/// A commit that changes kept columns, as loading does, mentions the model with the kept columns, for itself alone.
/// Records whose other columns do not change have updates then, too. The kept values of deleted records are dropped: a
/// commit that brings a record back has them again.
///
/// Packed insertions have places that follow each other: the first place (a count), how many they are (4 bytes), and
/// their columns as in the compact format, each with the number of its bytes before it (a count).
///
/// | change | |
/// |---|---|
/// | byte | 0 inserts, 1 updates, 2 deletes; and 4 if a place follows, 8 if a former place follows |
/// | count, count | these places |
/// | value | the id, but not of an insertion |
/// | count | how many columns follow, but not of a deletion |
/// | each: count, value | twice the number of the column, and its value; one more, and no value, for nil |
///
/// An insertion names the columns that have a value, and an update the changed columns. A deletion has no columns, and
/// an update no former values: a reader of all commits in order has the records.
enum CommitFormat {
  static let bulkFlag: UInt8 = 1
  static let numberFlag: UInt8 = 2
  static let endFlag: UInt8 = 4
  static let keptFlag: UInt8 = 8
  static let unlistedFlag: UInt8 = 1
  static let typeFlag: UInt8 = 2
  static let placeFlag: UInt8 = 4
  static let originFlag: UInt8 = 8
  static let kindMask: UInt8 = 3
  /// What separates the name of a model from its version. No name has it.
  private static let versionMark: Character = "\n"

  /// What follows the version if types follow.
  private static let typesMark: Character = "+"

  /// Returns the name of a model with its version, before columns and their types.
  static func text(of model: String, version: Int) -> String { "\(model)\(versionMark)\(version)\(typesMark)" }

  /// Returns the name and the version of a model, and whether the types of its columns follow.
  static func model(
    _ text: String
  ) throws(BinaryReader.Malformed) -> (name: String, version: Int, hasTypes: Bool) {
    guard let mark = text.lastIndex(of: versionMark) else { return (text, 1, false) }
    let hasTypes = text.last == typesMark
    let digits = text[text.index(after: mark)...].dropLast(hasTypes ? 1 : 0)
    guard let version = Int(digits), version > 0 else { throw BinaryReader.Malformed() }
    return (String(text[..<mark]), version, hasTypes)
  }

  /// How many insertions are packed.
  static let leastPacked = 32
}

extension ChangeKind {
  var code: UInt8 {
    switch self {
    case .insert: 0
    case .update: 1
    case .delete: 2
    }
  }

  init?(code: UInt8) {
    guard let kind = Self.allCases.first(where: { $0.code == code }) else { return nil }
    self = kind
  }
}
