import Foundation
import MotionModelPostgreSQL
import MotionModelTestSupport

/// Messages of PostgreSQL's log, which a follower reads.
enum LogicalMessages {
  /// Reads a message.
  ///
  /// - Returns: False if it was refused.
  static func read(_ input: Data, _ bound: MemoryBound) throws -> Bool {
    do {
      // A slice that does not begin at 0, as the bytes behind the head of a message.
      let bytes = [UInt8](repeating: 0, count: 25) + input
      let message = try bound.check(input.count) { try LogicalMessageReader.message(bytes[25...]) }
      _ = "\(message)"
      return true
    } catch let error as LogicalMessageError {
      _ = "\(error)"
      return false
    }
  }

  /// Returns a valid message of any kind.
  static func seed(using random: inout SplitMix64) -> Data {
    var bytes = Bytes(random: random)
    bytes.message()
    random = bytes.random
    return Data(bytes.bytes)
  }

  private struct Bytes {
    var random: SplitMix64
    var bytes: [UInt8] = []

    mutating func message() {
      switch random.number(0...7) {
      case 0: letter("B", numbers: 8, 8, 4)
      case 1: letter("C", numbers: 1, 8, 8, 8)
      case 2:
        letter("O", numbers: 8)
        string()
      case 3: relation()
      case 4:
        letter("I", numbers: 4)
        row("N")
      case 5:
        letter("U", numbers: 4)
        if random.chance(50) { row(random.pick(["K", "O"])) }
        row("N")
      case 6:
        letter("D", numbers: 4)
        row(random.pick(["K", "O"]))
      default:
        letter("T", numbers: 2, 2, 1, 4)
        bytes.replaceSubrange(bytes.count - 9..<bytes.count - 5, with: [0, 0, 0, 1])
      }
    }

    private mutating func letter(_ letter: Character, numbers lengths: Int...) {
      bytes.append(letter.asciiValue ?? 0)
      for length in lengths { for _ in 0..<length { bytes.append(UInt8(truncatingIfNeeded: random.next())) } }
    }

    private mutating func number(_ number: Int, length: Int) {
      for shift in (0..<length).reversed() { bytes.append(UInt8(truncatingIfNeeded: number >> (8 * shift))) }
    }

    private mutating func string() { bytes += Array(String.nasty(using: &random).utf8.filter { $0 != 0 }) + [0] }

    private mutating func relation() {
      letter("R", numbers: 4)
      string()
      string()
      letter(random.pick(["d", "f"]))
      let count = random.number(0...3)
      number(count, length: 2)
      for _ in 0..<count {
        bytes.append(UInt8(random.number(0...1)))
        string()
        number(random.number(0...4000), length: 4)
        number(-1, length: 4)
      }
    }

    private mutating func row(_ mark: Character) {
      letter(mark)
      let count = random.number(0...4)
      number(count, length: 2)
      for _ in 0..<count {
        let kind: Character = random.pick(["n", "u", "t"])
        letter(kind)
        if kind != "t" { continue }
        let text = Array(String.nasty(using: &random).utf8)
        number(text.count, length: 4)
        bytes += text
      }
    }
  }
}
