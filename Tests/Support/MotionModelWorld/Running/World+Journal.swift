import Foundation
import MotionModel
import MotionModelJournal

extension World {
  /// Opens the store of a world, which has a file and a journal.
  static func open(in folder: URL, _ clock: WorldClock) -> Store {
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      return try openFile(in: folder, clock)
    } catch { fatalError("The file of a world cannot be created: \(error)") }
  }

  private static func file(in folder: URL) -> URL { folder.appending(path: "world.motionmodel") }

  private static func openFile(in folder: URL, _ clock: WorldClock) throws -> Store {
    try Store(
      file: file(in: folder), models: models, durability: .manual, compaction: .manual, clock: { clock.now },
      ids: .ofWorld, notificationCenter: nil)
  }

  /// Reads the file and the journal, as whoever opens the store next does, and compares what is there.
  func readJournal() throws {
    guard current === main, let journal = main.store.journal else { return }
    print("// The file and its journal are read.")
    try expectSame(try journal.history.store(at: main.store.commitCount), "journal")
  }

  func compactJournal() throws {
    guard let journal = main.store.journal else { return }
    print("// The file is written anew.")
    try journal.compact()
    main.naive.forgetDeletions()
  }

  /// Lets a replica read what was written since it did so last, and compares its records.
  func followJournal() throws {
    guard current === main, main.store.journal != nil else { return }
    print("// A replica reads the journal.")
    let replica =
      try follower ?? Store(following: Self.file(in: folder), models: Self.models, notificationCenter: nil)
    follower = replica
    try replica.follower?.refresh()
    if replica.commitCount != main.store.commitCount {
      throw Difference("replica: commits", "\(replica.commitCount), expected \(main.store.commitCount)")
    }
    try expectSame(replica, "replica of the file")
  }

  /// Closes the store, and goes on with the one that is opened from its files.
  ///
  /// Branches would belong to the store that was closed, so it is only done while there are none. The histories begin anew,
  /// and the indexes that steps added are gone.
  ///
  /// - Parameter isEarlier: Whether the file is changed meanwhile to what an earlier version of the program wrote, in which a
  ///   site had a label, and a crew that nobody kept up.
  func reopen(isEarlier: Bool) throws {
    guard main.isAlone, branches.isEmpty, let journal = main.store.journal else { return }
    print("// The store is closed, and opened again\(isEarlier ? " with a file of an earlier version" : "").")
    let commits = main.store.commitCount
    if isEarlier { try compactJournal() }
    try journal.close()
    if isEarlier {
      var document = try StoreDocument(contentsOf: Self.file(in: folder))
      try document["Site"]?.rename("name", to: "label")
      document["Site"]?.remove("crew")
      // As somebody does who knows that the journal is empty: the library writes no file to which journals belong.
      try document.data(as: .compact).write(to: Self.file(in: folder))
    }
    let opened = try Self.openFile(in: folder, clock)
    if opened.commitCount != commits {
      throw Difference("opened: commits", "\(opened.commitCount), expected \(commits)")
    }
    main.naive.reopen()
    replaceMain(by: opened)
    try expectSame(opened, "opened")
  }

  private func expectSame(_ store: Store, _ name: String) throws(Difference) {
    guard let difference = Comparison.of(store, main.naive) else { return }
    throw Difference("\(name): \(difference.rule)", difference.details)
  }
}
