import SwiftData
import SwiftUI

/// What the garden has: "@Model class Fake { var x = 0 }" is no class.
@Model
final class Garden {
  #Unique<Garden>([\.name, \.kind])
  var name: String = "it's \"big\" { ( ["
  var kind: Kind = Kind.wild
  var beds: [Bed]? = []
  var size: Double = 2.5
  @Attribute(.externalStorage, originalName: "picture") var photo: Data?
  @Attribute(.transformable(by: ColorTransformer.self)) var color: UIColor?
  var made: Date = Date.now
  var hours: [String: [Int]] = [:]
  @Transient var cache: [Int] = []
  var area: Double { size * 2 }
  var text = #"raw " text \"#
  var long = """
    a "quoted" text { with brackets
    """
  static let shared = 3

  init(name: String) {
    self.name = name
    var local: Int = 3
  }

  enum Kind: String, Codable { case wild, tidy }
  struct Fence: Codable { var height: Int = 3 }
}

@Model final class Bed {
  @Attribute(.unique) var number: Int
  @Relationship(deleteRule: .cascade, minimumModelCount: 1, inverse: \Plant.bed) var plants: [Plant] = []
  var garden: Garden?
  @Relationship(inverse: \Gardener.beds)
  var gardener: Gardener?

  init(number: Int) { self.number = number }
}

@Model final class Plant {
  var bed: Bed?
  private(set) var height: Int = 0 { didSet { print(height) } }

  init() {}
}

@Model final class Gardener {
  var beds: [Bed] = []
  var phone: Phone?

  init() {}
}
