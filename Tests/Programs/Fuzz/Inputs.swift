import Foundation
import MotionModelStorage
import MotionModelTestSupport

/// The inputs of a run, by number: mutated seeds.
struct Inputs {
  private let targets: [(target: Target, seeds: [Data])]
  private let seed: UInt64

  init(_ run: FuzzRun) throws {
    seed = run.seed
    targets = try run.targets.map { target in
      // The same in every process, so that a number identifies an input.
      var random = SplitMix64(seed: 1)
      return (target, try (0..<24).map { _ in try target.seed(&random) } + Self.corpus(run.corpus, target))
    }
  }

  /// Returns the inputs for a target: the files in the corpus's folder with its name.
  private static func corpus(_ folder: String?, _ target: Target) throws -> [Data] {
    guard let folder else { return [] }
    let url = URL(filePath: folder).appending(path: target.name)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: url.path(percentEncoded: false))) ?? []
    return try names.sorted().map { try Data(contentsOf: url.appending(path: $0)) }
  }

  func input(_ number: Int) -> (Target, Data) {
    var random = SplitMix64(seed: seed &+ UInt64(number) &* 0x9E37_79B9_7F4A_7C15)
    random = SplitMix64(seed: random.next())
    let (target, seeds) = random.pick(targets)
    var mutation = Mutation(random.pick(seeds), other: random.pick(seeds), words: target.words)
    // A few inputs are seeds without mutations.
    if !random.chance(2) { for _ in 0..<random.pick([1, 1, 1, 1, 2, 3, 8]) { mutation.mutate(using: &random) } }
    if random.chance(90) { target.seal(&mutation) }
    return (target, Data(mutation.bytes.prefix(100_000)))
  }
}

/// Changes bytes, at random like damage to files, and in ways of somebody who knows the formats.
struct Mutation {
  private(set) var bytes: [UInt8]
  private let other: [UInt8]
  private let words: [String]

  init(_ seed: Data, other: Data, words: [String]) {
    (bytes, self.other, self.words) = (Array(seed), Array(other), words + Self.pieces)
  }

  mutating func mutate(using random: inout SplitMix64) {
    if bytes.isEmpty { bytes = [0] }
    let position = random.number(0...bytes.count - 1)
    switch random.number(0...17) {
    case 0: bytes[position] ^= 1 << UInt8(random.number(0...7))
    case 1: bytes[position] = .nasty(using: &random)
    case 2: bytes[position] = .random(in: .min ... .max, using: &random)
    case 3: bytes.removeSubrange(position..<min(bytes.count, position + random.pick([1, 1, 2, 4, 16, 100])))
    case 4: bytes = Array(bytes.prefix(position))
    case 5: repeatPart(from: position, using: &random)
    case 6: splice(at: position, using: &random)
    case 7, 11, 12, 13: replaceNumber(from: position, using: &random)
    case 8, 14, 15, 16: replaceText(from: position, using: &random)
    case 9: nest(at: position, using: &random)
    case 10: bytes.insert(contentsOf: Array(random.pick(words).utf8), at: position)
    default: bytes.swapAt(position, random.number(0...bytes.count - 1))
    }
  }

  /// Gives each part of a file in the compact format the checksum of its content, so that readers go on behind it.
  mutating func seal() {
    var start = 8
    while bytes.count - start >= 16 {
      let length = bytes[start + 8..<start + 16].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      let end = start + 16 + Int(clamping: min(length, UInt64(bytes.count - start - 16)))
      let checksum = CRC32C.checksum(of: Array(bytes[start + 4..<end]))
      store(checksum, at: start)
      start = end
    }
  }

  mutating func store(_ checksum: UInt32, at position: Int) {
    for byte in 0..<4 { bytes[position + byte] = UInt8(truncatingIfNeeded: checksum >> UInt32(byte * 8)) }
  }

  private mutating func repeatPart(from position: Int, using random: inout SplitMix64) {
    let part = bytes[position..<min(bytes.count, position + random.pick([1, 4, 20, 200]))]
    for _ in 0..<random.pick([1, 1, 2, 10]) { bytes.insert(contentsOf: part, at: position) }
  }

  private mutating func splice(at position: Int, using random: inout SplitMix64) {
    guard !other.isEmpty else { return }
    let from = random.number(0...other.count - 1)
    bytes.replaceSubrange(position..., with: other[from...])
  }

  /// Replaces the next number that is written in digits.
  private mutating func replaceNumber(from position: Int, using random: inout SplitMix64) {
    guard let start = bytes[position...].firstIndex(where: Self.isDigit) else { return }
    let end = bytes[start...].firstIndex { !Self.isDigit($0) } ?? bytes.endIndex
    bytes.replaceSubrange(start..<end, with: Array(random.pick(Self.numbers).utf8))
  }

  private mutating func replaceText(from position: Int, using random: inout SplitMix64) {
    let isQuote: (UInt8) -> Bool = { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: ">") || $0 == UInt8(ascii: "<") }
    guard let start = bytes[position...].firstIndex(where: isQuote) else { return }
    let end = bytes[(start + 1)...].firstIndex(where: isQuote) ?? bytes.endIndex
    bytes.replaceSubrange(
      start + 1..<end, with: Array((random.chance(50) ? String.nasty(using: &random) : random.pick(words)).utf8))
  }

  private mutating func nest(at position: Int, using random: inout SplitMix64) {
    let (open, close) = random.pick([
      ("[", "]"), ("{\"a\":", "}"), ("<array>", "</array>"), ("<dict><key>a</key>", "</dict>"),
    ])
    let depth = random.pick([1, 2, 100, 480, 500, 520, 5_000])
    let end = min(bytes.count, position + random.pick([0, 0, 1, 10]))
    bytes.insert(contentsOf: Array(String(repeating: close, count: random.chance(80) ? depth : 0).utf8), at: end)
    bytes.insert(contentsOf: Array(String(repeating: open, count: depth).utf8), at: position)
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

  private static let numbers = [
    "0", "-0", "1", "-1", "00", "1e400", "1e-400", "9223372036854775807", "9223372036854775808", "-9223372036854775808",
    "18446744073709551615", "18446744073709551616", "1073741823", "1073741824", "2147483648", "0.1", "1e5", "1E+30",
    "99999999999999999999999999999999999999999", "0x10", "nan", "4294967295", "65535", "255",
  ]

  private static let pieces = [
    "null", "true", "false", "NaN", "-Infinity", "\u{FEFF}", "\\u0000", "\\ud800", "\"", "\\", ",", ":", "{}", "[]",
    "\"\":1", "_json",
    "{\"_json\": \"[1]\"}", "{\"_json\": \"{\\\"_json\\\": \\\"1\\\"}\"}", "id", "nextNumber", "rows", "models",
    "scope", "store",
    "position", "origin", "old", "new", "2001-01-01T00:00:00Z + nan s", "2001-01-01T00:00:00Z + 1e+300 s",
    "9999-12-31T23:59:60Z",
    "<true/>", "<key>a</key>", "<set/>", "<!-- -->", "<![CDATA[", "]]>", "&amp;", "&#x0;", "&#55296;", "</plist>",
    "<integer>-0x1</integer>",
    "--xyz", "\r\n--xyz--", "%00", "%zz", "&a[b][0][c]=", "[", "][", "[999999999]", "; filename=\"..\"", "\r\n\r\n",
    "<real>nan</real>", "bplist00", "\u{0}", "é", "e\u{301}", "👍🏽", "{\"relative\": \"a\", \"base\": \"b:c\"}",
  ]
}
