import Foundation
import MotionModel
import MotionModelTestSupport

/// A model with numbers and dates, of which some are missing.
struct Sale: Model, Equatable {
  var id = 0
  var shop = 0
  var count = 0
  var amount = Decimal(0)
  var weight: Double?
  var rating = 0.0
  var soldAt: Date?
  var note = ""

  static let schema = Schema<Sale> {
    Column(\.shop, .indexed)
    Column(\.count, .ordered)
    Column(\.amount)
    Column(\.weight)
    Column(\.rating)
    Column(\.soldAt)
    Column(\.note)
  }

  /// Unlike the synthesized one, a rating of NaN equals itself.
  static func == (first: Sale, second: Sale) -> Bool {
    first.id == second.id && first.shop == second.shop && first.count == second.count && first.amount == second.amount
      && first.weight == second.weight && first.rating.bitPattern == second.rating.bitPattern
      && first.soldAt == second.soldAt && first.note == second.note
  }

  static func random(using random: inout SplitMix64) -> Sale {
    var sale = Sale()
    (sale.shop, sale.count) = (random.number(0...3), random.number(-20...20))
    sale.amount = Decimal(random.number(-10_000...10_000)) / 100
    sale.weight = random.chance(20) ? nil : Double(random.number(-400...400)) / 8
    sale.rating =
      random.chance(5) ? .nan : random.chance(3) ? random.pick([.infinity, -.infinity]) : Double(random.number(0...9))
    sale.soldAt = random.chance(20) ? nil : Date(timeIntervalSince1970: Double(random.number(0...5_000_000)))
    sale.note = "note \(random.number(0...5))"
    return sale
  }

  @discardableResult
  static func insert(_ count: Int, using random: inout SplitMix64) throws -> [Sale] {
    var sales: [Sale] = []
    for _ in 0..<count { sales.append(.random(using: &random)) }
    return try Store.current.table(Sale.self).insert(contentsOf: sales)
  }

  /// Makes one to three random changes.
  static func change(using random: inout SplitMix64) throws {
    try Store.current.inTransaction {
      for _ in 0..<random.number(1...3) {
        var sale = Sale.random(using: &random)
        let id = random.pickAny(Sale.records.ids)
        switch random.number(0...2) {
        case 0: try sale.save()
        case 1: if let id { try Store.current.table(Sale.self).delete(id) }
        default:
          sale.id = id ?? 0
          try sale.save()
        }
      }
    }
  }
}
