public import Foundation
public import MotionModel
package import MotionModelStorage

extension Store {
  /// Creates a replica of an opened store, in this process or another one: a store with the same records, which can be
  /// read and observed, and not written.
  ///
  /// ```swift
  /// let replica = try Store(following: URL(filePath: "shop.motionmodel"), models: [Todo.self])
  /// try replica.follower?.refresh()     // => 3, the commits that were made since
  /// ```
  ///
  /// It needs no lock. It has the commits that were in the files when it was created; ``Follower`` brings it up to
  /// date.
  ///
  /// - Parameters:
  ///   - file: The file of the store.
  ///   - models: The models whose records the file may have.
  ///   - unknownColumns: What happens to columns in the files that a model does not have.
  ///   - notificationCenter: The center to which notifications are posted; nil for a store that posts none.
  ///   - coding: How the files are encoded; see `ByteCoding`.
  /// - Throws: ``JournalError`` if the files cannot be read or are damaged; `FileError` for the file itself.
  /// - Complexity: O(*n*) in the number of records and of commits in the journal.
  public convenience init(
    following file: URL, models: [any Model.Type], unknownColumns: UnknownColumns = .keep,
    notificationCenter: NotificationCenter? = .default, coding: (any ByteCoding)? = nil
  ) throws {
    try self.init(
      following: file, in: DiskFiles(), models: models, unknownColumns: unknownColumns,
      notificationCenter: notificationCenter, coding: coding)
  }

  /// Follows files on any file system.
  package convenience init(
    following file: URL, in system: any FileSystem, models: [any Model.Type],
    unknownColumns: UnknownColumns = .keep, notificationCenter: NotificationCenter? = .default,
    coding: (any ByteCoding)? = nil
  ) throws {
    var position = FollowedFiles(try file.filePath, in: system, models, unknownColumns, coding)
    let follower = Follower(file: file)
    let records = try Store.with(Store(notificationCenter: nil)) { try position.reload(in: nil) }
    self.init(
      records, log: follower, clock: { Date() }, ids: .standard, notificationCenter: notificationCenter, adapters: [])
    follower.begin(self, position)
  }

  /// What keeps a replica up to date; nil for other stores.
  public var follower: Follower? { log as? Follower }
}
