import MotionModelTestSupport

/// What a loss of power does to what was not flushed.
package enum PowerLoss: CaseIterable, Sendable {
  /// It is lost.
  case lost
  /// It was written all the same.
  case kept
  /// A beginning was written, in order. The last change is there in part: the first sectors of it.
  case torn
  /// Each sector of a file, its size, and each name of a folder have any of their versions.
  case reordered
}

/// The versions of something: the first is on the disk, the last is what a process sees.
package struct Versions<Value> {
  private(set) var all: [Value]
  /// The number of the last version; they are counted from 0.
  private(set) var number = 0

  init(_ value: Value) { all = [value] }

  var last: Value { all[all.count - 1] }

  mutating func change(_ change: (inout Value) -> Void) {
    var value = last
    change(&value)
    all.append(value)
    number += 1
  }

  /// Flushes all versions up to a number, or all.
  mutating func flush(upTo number: Int? = nil) {
    let later = self.number - (number ?? self.number)
    if later < all.count { all = all.suffix(later + 1) }
  }

  func map<Other>(_ transform: (Value) -> Other) -> Versions<Other> {
    var other = Versions<Other>(transform(all[0]))
    other.all += all.dropFirst().map(transform)
    return other
  }
}

extension PowerLoss {
  static let sector = 512

  /// Chooses what is left of a file.
  func content(of versions: Versions<[UInt8]>, using random: inout SplitMix64) -> [UInt8] {
    let all = versions.all
    switch self {
    case .lost: return all[0]
    case .kept: return versions.last
    case .torn:
      let count = random.number(1...all.count)
      guard count < all.count else { return versions.last }
      let (before, after) = (all[count - 1], all[count])
      let sectors = (max(before.count, after.count) + Self.sector - 1) / Self.sector
      let written = random.number(0...sectors)
      return Self.join(size: random.chance(50) ? before.count : after.count, sectors) { $0 < written ? after : before }
    case .reordered:
      let sectors = ((all.map(\.count).max() ?? 0) + Self.sector - 1) / Self.sector
      let chosen = (0..<sectors).map { _ in random.pick(all) }
      return Self.join(size: random.pick(all).count, sectors) { chosen[$0] }
    }
  }

  /// Joins sectors of several versions. Bytes that a version does not have are zeros.
  static func join(size: Int, _ sectors: Int, _ version: (Int) -> [UInt8]) -> [UInt8] {
    var content: [UInt8] = []
    for number in 0..<sectors {
      let (version, start) = (version(number), number * sector)
      let bytes = version[min(start, version.count)..<min(start + sector, version.count)]
      content += bytes
      content += Array(repeating: 0, count: sector - bytes.count)
    }
    return Array(content.prefix(size)) + Array(repeating: 0, count: max(0, size - content.count))
  }

  /// Chooses which files a folder has.
  func names<Node>(of versions: Versions<[String: Node]>, using random: inout SplitMix64) -> [String: Node] {
    switch self {
    case .lost: return versions.all[0]
    case .kept: return versions.last
    case .torn: return random.pick(versions.all)
    case .reordered:
      var names: [String: Node] = [:]
      for name in Set(versions.all.flatMap(\.keys)).sorted() { names[name] = random.pick(versions.all)[name] }
      return names
    }
  }
}

extension Versions<[UInt8]> {
  /// Flushes some sectors and the size, and leaves the others as they are on the disk.
  mutating func flush(sectors: Set<Int>) {
    let (before, after) = (all[0], last)
    let count = (max(before.count, after.count) + PowerLoss.sector - 1) / PowerLoss.sector
    let flushed = PowerLoss.join(size: after.count, count) { sectors.contains($0) ? after : before }
    all = flushed == after ? [after] : [flushed, after]
  }
}
