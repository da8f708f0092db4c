public import Foundation

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
/// A document with a member of every type that documents may have, and with nested documents of its own type.
public struct Thicket: Codable, Sendable, Equatable {
  public var double = 0.0
  public var float: Float = 0
  public var int = 0
  public var uint64: UInt64 = 0
  public var wide: Int128 = 0
  public var bool = false
  public var string = ""
  public var date = Date(timeIntervalSinceReferenceDate: 0)
  public var data = Data()
  public var decimal = Decimal(0)
  public var uuid = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
  public var url = URL(filePath: "/")
  public var maybeDate: Date?
  public var maybeUInt: UInt?
  public var doubles: [Double?] = []
  public var dates: [Int: Date] = [:]
  public var named: [String: Double] = [:]
  public var branches: [Thicket] = []
  public var byName: [String: Thicket] = [:]

  public init() {}

  /// Returns a document with nasty values and with nasty documents inside it, about `size` documents in all.
  public static func random(size: Int, using random: inout SplitMix64) -> Thicket {
    var thicket = Thicket()
    thicket.randomize(using: &random)
    var left = size - 1
    while left > 0 {
      let part = random.chance(50) ? left : random.number(1...left)
      let branch = Thicket.random(size: part, using: &random)
      if random.chance(70) {
        thicket.branches.append(branch)
      } else {
        thicket.byName[.nasty(using: &random)] = branch
      }
      left -= part
    }
    return thicket
  }

  private mutating func randomize(using random: inout SplitMix64) {
    double = .nasty(using: &random)
    float = .nasty(using: &random)
    int = .nasty(using: &random)
    uint64 = .nasty(using: &random)
    wide = .nasty(using: &random)
    bool = .nasty(using: &random)
    string = .nasty(using: &random)
    date = .nasty(using: &random)
    data = .nasty(using: &random)
    decimal = .nasty(using: &random)
    uuid = .nasty(using: &random)
    url = .nasty(using: &random)
    maybeDate = .nasty(using: &random)
    maybeUInt = .nasty(using: &random)
    doubles = .nasty(using: &random)
    dates = random.chance(50) ? [:] : [.nasty(using: &random): .nasty(using: &random)]
    named = .nasty(using: &random)
  }

  /// Returns a document that is nested to a depth: each document has another as its only branch.
  public static func nested(_ depth: Int) -> Thicket {
    var thicket = Thicket()
    for _ in 1..<depth {
      var outer = Thicket()
      outer.branches = [thicket]
      thicket = outer
    }
    return thicket
  }
}
