import SwiftData

@Model final class Voyage {
  @Attribute(.unique) var code: String
  var departure: Date?
  var notes: [String] = []
  @Relationship(deleteRule: .cascade, inverse: \Leg.voyage) var legs: [Leg] = []

  init(code: String) { self.code = code }
}

@Model final class Leg {
  var port: String
  var miles: Double = 0
  var voyage: Voyage?

  init(port: String) { self.port = port }
}
