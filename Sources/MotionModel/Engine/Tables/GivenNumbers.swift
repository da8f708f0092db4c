/// The ids and lock versions that a table has given, so that none is given twice: also those of deleted records, and of
/// changes that were undone.
struct GivenNumbers: Sendable {
  /// The number for the next id.
  private(set) var next = 1
  /// The numbers that an adapter has given for the next ids, which come before ``next``.
  var reserved: ArraySlice<Int> = []
  private(set) var deleted = DeletedIDs()
  /// The highest lock version that an undone change gave to a record.
  private(set) var withdrawnVersion = Int.min
  /// The ids of records whose insertion was recently undone. They count as given, though no record has them.
  private(set) var withdrawn: DeletedIDs?

  /// Returns whether the id with a hash is that of a record that was recently deleted, or whose insertion was recently
  /// undone.
  func isWithoutRecord(_ hash: UInt64) -> Bool { deleted.contains(hash) || withdrawn?.contains(hash) == true }

  /// Makes the next number higher than that of a row. An id that is not a number, such as a string, was made from the
  /// next number.
  mutating func raise(above number: Int?) {
    let number = number ?? next
    if let last = reserved.last { number > last ? reserved = [] : use(number) }
    if number >= next { next = number == .max ? number : number + 1 }
  }

  /// Notes that a record has a number that an adapter has given.
  mutating func use(_ number: Int) {
    // Nearly always it is the first one.
    if reserved.first == number {
      reserved.removeFirst()
    } else if let index = reserved.firstIndex(of: number) {
      reserved.remove(at: index)
    }
  }

  /// Makes the next number no lower than this one.
  mutating func raise(to number: Int?) { next = max(next, number ?? 0) }

  /// Takes over the ids that an adapter gives to new records.
  mutating func reserve(_ ids: GivenIDs) {
    switch ids {
    case .numbers(let numbers): reserved += numbers
    case .above(let number): raise(to: number == .max ? number : number + 1)
    }
  }

  /// Notes that a record with the id has come.
  mutating func noteInsertion(_ hash: UInt64) {
    deleted.remove(hash)
    withdrawn?.remove(hash)
  }

  /// Notes that the record with the id has gone.
  mutating func noteDeletion(_ hash: UInt64) { deleted.insert(hash) }

  /// Notes that the insertion of the record with the id was undone.
  mutating func withdraw(id hash: UInt64) {
    var ids = withdrawn ?? DeletedIDs()
    withdrawn = nil
    ids.insert(hash)
    withdrawn = ids
  }

  /// Notes that a change that gave a lock version was undone.
  mutating func withdraw(version: Int) { withdrawnVersion = max(withdrawnVersion, version) }

  /// Whether a later version of the table has given or withdrawn more.
  func isLess(than later: GivenNumbers) -> Bool {
    later.next > next || later.reserved != reserved || later.withdrawnVersion > withdrawnVersion
      || later.withdrawn != nil
  }

  /// Takes over what was given or withdrawn by a later version of the table, which is discarded. What it deleted is not
  /// deleted.
  mutating func takeOver(_ later: GivenNumbers) {
    raise(to: later.next)
    reserved = later.reserved
    withdraw(version: later.withdrawnVersion)
    withdrawn = later.withdrawn
  }
}
