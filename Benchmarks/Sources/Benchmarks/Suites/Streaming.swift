import MotionModel
import MotionModelLive
import MotionModelTransactions

extension Suite {
  /// A stream of events with five live results, beside the same without any, and beside dictionaries that are kept by
  /// hand, without transactions and without records that could be found.
  static let streaming = Suite(name: "streaming") { bench, _ in
    for size in [1, 1_000] {
      let events = AuctionStream.batches(size == 1 ? 5_000 : 100, of: size)
      let count = size * events.count
      let sizes = size == 1 ? "one" : "\(grouped(size))"
      try bench.compare(
        "Take a stream of events, in commits of \(sizes), five live results", rows: count, unit: "event",
        bars: size == 1 ? [] : [.perSecond(400_000)], barRows: count,
        [
          AuctionHouse.contestant(.library, "insert, live()", events, isLive: true, inBulk: false),
          AuctionHouse.contestant(.library, "insert(contentsOf:), live()", events, isLive: true, inBulk: true),
          AuctionHouse.contestant(.hand, "insert, no live results", events, isLive: false, inBulk: false),
          AuctionTally.contestant(events),
        ])
    }
  }
}

extension AuctionStream {
  fileprivate static func batches(_ count: Int, of size: Int) -> [[Event]] {
    var stream = AuctionStream()
    return (0..<count).map { _ in stream.next(size) }
  }
}

/// What the live results show, as numbers.
private struct AuctionAnswer {
  var highestBids: [Int: Int] = [:]
  var bidsByBidder: [Int: Int] = [:]
  var auctionsByCategory: [Int: Int] = [:]
  var localItems: Set<Int> = []
  var (count, highest) = (0, 0)

  var numbers: [Int] {
    [
      highestBids.values.reduce(0, &+), bidsByBidder.values.reduce(0) { $0 &+ $1 &* $1 },
      auctionsByCategory.values.reduce(0) { $0 &+ $1 &* $1 }, localItems.reduce(0, &+), count, highest,
    ]
  }
}

/// A store that takes the events.
private final class AuctionHouse {
  private let store = Store(notificationCenter: nil)
  private let people: ModelTable<AuctionStream.Person>
  private let auctions: ModelTable<AuctionStream.Auction>
  private let bids: ModelTable<AuctionStream.Bid>
  private var live: Live?

  fileprivate struct Live {
    let highestBids: LiveGroupAggregates<Int, Int?>
    let bidsByBidder: LiveGroupAggregates<Int, Int>
    let auctionsByCategory: LiveGroupAggregates<Int, Int>
    let localItems: LiveResults<AuctionStream.Auction>
    let numbers: LiveAggregate<(Int, Int?)>
  }

  private init(isLive: Bool) {
    (people, auctions) = (store.table(AuctionStream.Person.self), store.table(AuctionStream.Auction.self))
    bids = store.table(AuctionStream.Bid.self)
    guard isLive else { return }
    live = Live(
      highestBids: bids.group(by: \.auctionID).live(.maximum(\.price)),
      bidsByBidder: bids.group(by: \.bidderID).live(.count),
      auctionsByCategory: auctions.group(by: \.category).live(.count),
      localItems: auctions.where {
        $0.category == 10 && ($0.seller.state == "OR" || $0.seller.state == "ID" || $0.seller.state == "CA")
      }.live(),
      numbers: bids.live(.count, .maximum(\.price)))
  }

  static func contestant(
    _ kind: Contestant.Kind, _ label: String, _ batches: [[AuctionStream.Event]], isLive: Bool, inBulk: Bool
  ) -> Contestant {
    let keeper = Keeper<AuctionHouse>()
    func run() throws {
      let house = AuctionHouse(isLive: isLive)
      keeper.value = house
      for batch in batches { try inBulk ? house.takeInBulk(batch) : house.take(batch) }
    }
    let answer = {
      try run()
      return keeper.value?.live.map { $0.answer.numbers } ?? []
    }
    return Contestant(
      kind, label, operations: batches.reduce(0) { $0 + $1.count }, answer: isLive ? answer : nil,
      before: { keeper.value = nil }, body: run)
  }

  private func take(_ batch: [AuctionStream.Event]) throws {
    try store.transaction {
      for event in batch {
        switch event {
        case .person(var person): try people.insert(&person)
        case .auction(var auction): try auctions.insert(&auction)
        case .bid(var bid): try bids.insert(&bid)
        }
      }
    }
  }

  private func takeInBulk(_ batch: [AuctionStream.Event]) throws {
    var (newPeople, newAuctions, newBids): ([AuctionStream.Person], [AuctionStream.Auction], [AuctionStream.Bid]) =
      ([], [], [])
    for event in batch {
      switch event {
      case .person(let person): newPeople.append(person)
      case .auction(let auction): newAuctions.append(auction)
      case .bid(let bid): newBids.append(bid)
      }
    }
    try store.transaction {
      try people.insert(contentsOf: newPeople)
      try auctions.insert(contentsOf: newAuctions)
      try bids.insert(contentsOf: newBids)
    }
  }
}

extension AuctionHouse.Live {
  fileprivate var answer: AuctionAnswer {
    let (count, highest) = numbers.value
    return AuctionAnswer(
      highestBids: highestBids.value.compactMapValues { $0 }, bidsByBidder: bidsByBidder.value,
      auctionsByCategory: auctionsByCategory.value, localItems: Set(localItems.value.map(\.id)), count: count,
      highest: highest ?? 0)
  }
}

/// The same numbers, kept by hand.
private struct AuctionTally {
  private var answer = AuctionAnswer()
  private var states: [Int: String] = [:]

  static func contestant(_ batches: [[AuctionStream.Event]]) -> Contestant {
    let keeper = Keeper<AuctionTally>()
    func run() {
      var tally = AuctionTally()
      for batch in batches { for event in batch { tally.take(event) } }
      keeper.value = tally
    }
    return Contestant(
      .hand, "dictionaries", operations: batches.reduce(0) { $0 + $1.count },
      answer: {
        run()
        return keeper.value?.answer.numbers ?? []
      }, before: { keeper.value = nil }, body: run)
  }

  private mutating func take(_ event: AuctionStream.Event) {
    switch event {
    case .person(let person): states[person.id] = person.state
    case .auction(let auction):
      answer.auctionsByCategory[auction.category, default: 0] += 1
      if auction.category == 10, let state = auction.sellerID.flatMap({ states[$0] }), Self.isLocal(state) {
        answer.localItems.insert(auction.id)
      }
    case .bid(let bid):
      answer.highestBids[bid.auctionID] = max(answer.highestBids[bid.auctionID] ?? 0, bid.price)
      answer.bidsByBidder[bid.bidderID, default: 0] += 1
      answer.count += 1
      answer.highest = max(answer.highest, bid.price)
    }
  }

  private static func isLocal(_ state: String) -> Bool { state == "OR" || state == "ID" || state == "CA" }
}
