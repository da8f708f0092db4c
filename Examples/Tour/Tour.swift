import Foundation
import MotionModel
import MusicShop

/// A tour of the library, chapter by chapter, on the data of a music shop.
///
///     swift run Tour                # the data that come with the tour
///     swift run Tour chinook.json   # or another file of the same shape
///     swift run --traits SQLite Tour   # the last chapter also with a database
///     swift run Tour --save shop.motionmodel [chinook.json]   # only writes the records to a file
///
/// The left side of the output is code, taken from the chapter's source, and the right side is its result.
@main
struct Tour {
  let printer = Printer()
  let store = Store()

  static func main() async {
    do {
      try await Tour().run(Array(CommandLine.arguments.dropFirst()))
    } catch {
      FileHandle.standardError.write(Data("\(error)\n".utf8))
      exit(1)
    }
  }

  private func run(_ arguments: [String]) async throws {
    if arguments.first == "--save", arguments.count > 1 {
      try MusicShop.load(Self.data(in: Self.file(Array(arguments.dropFirst(2)))), into: store)
      return try store.save(to: URL(filePath: arguments[1]))
    }
    let file = try Self.file(arguments)
    let data = try Self.data(in: file)
    let time = try ContinuousClock().measure { try MusicShop.load(data, into: store) }
    declare()
    try load(file.lastPathComponent, time)
    // From here on, static calls such as `Track.count` use the tour's store.
    try await Store.with(store) {
      find()
      orderAndPage()
      countAndGroup()
      try search()
      relations()
      try change()
      try destroying()
      try beingTold()
      try snapshot()
      try await branch()
      questions()
      try files()
      try onTheDisk()
      try nextVersion()
      try inADatabase()
      try statistics()
      try whyAndSinceWhen()
      try rulesAboutChanges()
      try derivedColumns()
      try storeAsText()
      try policies()
      try recordAndReplay()
    }
  }

  private static func file(_ arguments: [String]) throws -> URL {
    guard arguments.count < 2 else { throw TourError.tooManyArguments }
    if let path = arguments.first { return URL(filePath: path) }
    guard let file = Bundle.module.url(forResource: "shop", withExtension: "json") else {
      throw TourError.cannotRead("shop.json")
    }
    return file
  }

  private static func data(in file: URL) throws -> Data {
    do { return try Data(contentsOf: file) } catch { throw TourError.cannotRead(file.relativePath) }
  }
}

/// The errors of the tour.
enum TourError: Error, CustomStringConvertible {
  case tooManyArguments
  case cannotRead(String)
  case notEmpty(table: String)
  case differ(store: String)

  var description: String {
    switch self {
    case .tooManyArguments:
      "The tour takes one argument at most, the path of a JSON file, or --save with the path of a file to write before it."
    case .cannotRead(let path): "The file \(path) cannot be read."
    case .notEmpty(let table): "The table \"\(table)\" of the database has rows: the tour needs an empty database."
    case .differ(let store): "Records in \(store) gave other answers than those in memory."
    }
  }
}
