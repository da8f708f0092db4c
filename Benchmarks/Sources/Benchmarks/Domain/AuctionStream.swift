import Foundation
import MotionModel

/// The events of an auction house: of fifty, one is a person who signs up, three are auctions, and the others are bids.
///
/// The shares, the ids and the prices are those of NEXMark (Tucker, Tufte, Papadimos and Maier, 2002) as Apache Beam
/// generates them: half of the bids go to the newest auction of a hundred, and three quarters of sellers and bidders
/// are the newest person of a hundred.
struct AuctionStream {
  enum Event {
    case person(Person)
    case auction(Auction)
    case bid(Bid)
  }

  struct Person: Model {
    var id = 0
    var name = ""
    var city = ""
    var state = ""
  }

  struct Auction: Model {
    var id = 0
    var itemName = ""
    var initialBid = 0
    var category = 0
    var sellerID: Int?

    struct Relations: ModelRelations {
      let seller = BelongsTo<Person>(\.sellerID)
    }
    static let schema = Schema<Auction> { Column(\.sellerID, .indexed) }
  }

  struct Bid: Model {
    var id = 0
    var auctionID = 0
    var bidderID = 0
    /// In cents.
    var price = 0
  }

  static let states = ["AZ", "CA", "ID", "OR", "WA", "WY"]

  private var number = 0

  /// Returns the next events.
  mutating func next(_ count: Int) -> [Event] { (0..<count).map { _ in next() } }

  private mutating func next() -> Event {
    defer { number += 1 }
    let (epoch, place) = (number / 50, number % 50)
    let random = World.scrambled(number)
    let parts = (0..<4).map { Int(random >> (16 * $0) & 0xFFFF) }
    let (lastPerson, lastAuction) = (epoch + 1, 3 * epoch + max(1, min(place, 3)))
    func person(_ part: Int) -> Int {
      part % 4 > 0 ? max(1, lastPerson / 100 * 100) : max(1, lastPerson - part / 4 % 1_000)
    }
    switch place {
    case 0:
      return .person(
        Person.new {
          ($0.id, $0.name, $0.city) = (lastPerson, "person \(lastPerson)", "city \(parts[0] % 10)")
          $0.state = Self.states[parts[1] % Self.states.count]
        })
    case 1...3:
      return .auction(
        Auction.new {
          ($0.id, $0.itemName, $0.category) = (lastAuction, "item \(lastAuction)", 10 + parts[0] % 5)
          ($0.initialBid, $0.sellerID) = (price(parts[1]), person(parts[2]))
        })
    default:
      return .bid(
        Bid.new {
          $0.id = 46 * epoch + place - 3
          $0.auctionID = parts[0] % 2 > 0 ? max(1, lastAuction / 100 * 100) : max(1, lastAuction - parts[0] / 2 % 100)
          ($0.bidderID, $0.price) = (person(parts[1]), price(parts[2]))
        })
    }
  }

  private func price(_ part: Int) -> Int { Int((pow(10, Double(part) / 65_536 * 6) * 100).rounded()) }
}
