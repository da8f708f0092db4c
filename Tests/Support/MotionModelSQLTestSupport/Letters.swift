package import MotionModel
package import MotionModelTestSupport

/// A person with a chief, in memory or in a database.
package struct Person<Adapter: StorageAdapter>: Model {
  package var id = ""
  package var rank = 0
  package var chiefID: String?

  package init() {}

  package static var schema: Schema<Self> {
    .once {
      Schema {
        Column(\.rank)
        Column(\.chiefID)
      }
    }
  }
  package struct Relations: Sendable {
    package let ranked = HasMany<Person<Adapter>>(\.chiefID) { $0.order(by: \.rank, .descending) }
    package let parcels = HasMany<Letter<Adapter>>(through: \.staff, \.letters)
    package let sorted = HasMany<Letter<Adapter>>(through: \.ranked, \.letters)
    package let staff = HasMany<Person<Adapter>>(\.chiefID)
    package let best = HasOne<Person<Adapter>>(\.chiefID) { $0.order(by: \.rank, .descending) }
    package let longest = HasOne<Letter<Adapter>>(\.senderID) {
      $0.where(\.pages != nil).order(by: \.pages).reversed()
    }
    package let second = HasOne<Letter<Adapter>>(\.senderID) { $0.offset(1) }
    package let chief = BelongsTo<Person<Adapter>>(\.chiefID)
    package let letters = HasMany<Letter<Adapter>>(\.senderID)
  }
  package static var relations: Relations { Schemas.once { Relations() } }
}

/// What a person has sent.
package struct Letter<Adapter: StorageAdapter>: Model {
  package var id = 0
  package var pages: Int?
  package var senderID = ""
  package var aboutType: String?
  package var aboutID: Int?

  package init() {}

  package static var schema: Schema<Self> {
    .once {
      Schema {
        Column(\.pages)
        Column(\.senderID)
        Column(\.aboutType)
        Column(\.aboutID)
      }
    }
  }
  package struct Relations: Sendable {
    package let sender = BelongsTo<Person<Adapter>>(\.senderID, required: false)
    package let answers = HasMany<Letter<Adapter>>(as: \.about)
    package let about = BelongsToAny<Int>(
      type: \.aboutType, id: \.aboutID, Letter<Adapter>.self, Stamp<Adapter>.self)
  }
  package static var relations: Relations { Schemas.once { Relations() } }
}

/// What a letter may be about, with the ids of letters.
package struct Stamp<Adapter: StorageAdapter>: Model {
  package var id = 0
  package var price: Int?

  package init() {}

  package static var schema: Schema<Self> { .once { Schema { Column(\.price) } } }
  package struct Relations: Sendable {
    package let letters = HasMany<Letter<Adapter>>(as: \.about)
  }
  package static var relations: Relations { Schemas.once { Relations() } }
}

extension Person {
  package static func condition(_ random: inout SplitMix64, depth: Int = 0) -> RecordPredicate<Person> {
    let (rank, columns) = (Int.random(in: 0..<4, using: &random), Columns<Person>())
    let inner = depth < 3 ? condition(&random, depth: depth + 1) : ColumnTerm(\Person.rank).eq(rank)
    let letters = Letter<Adapter>.condition(&random, depth: depth + 1)
    return switch Int.random(in: 0..<11, using: &random) {
    case 9: columns.staff.where { _ in inner }.count <= rank
    case 10: columns.letters.where { _ in letters }.count == rank
    case 0: columns.staff.any { _ in inner }
    case 1: !columns.staff.any { _ in inner }
    case 2: columns.staff.isEmpty
    case 3: columns.chief.rank.lt(rank)
    case 4: columns.letters.any { _ in letters }
    case 5: inner && columns.letters.any { _ in letters }
    case 6: inner || columns.chief.rank.eq(rank)
    case 7: columns.letters.count > rank
    default: ColumnTerm(\Person.rank).gte(rank)
    }
  }
}

extension Letter {
  package static func condition(_ random: inout SplitMix64, depth: Int = 0) -> RecordPredicate<Letter> {
    let (pages, columns) = (Int.random(in: 0..<4, using: &random), Columns<Letter>())
    return switch Int.random(in: 0..<6, using: &random) {
    case 5: columns.answers.count != pages
    case 0: columns.sender.rank.gt(pages)
    case 1: columns.sender.chief.rank.eq(pages)
    case 2: columns.answers.any { $0.pages.eq(pages) }
    case 3: columns.answers.any { $0.sender.rank.lt(pages) && !$0.answers.isEmpty }
    default: ColumnTerm(\Letter.pages).lte(pages)
    }
  }
}

extension Stamp {
  package static func condition(_ random: inout SplitMix64) -> RecordPredicate<Stamp> {
    let (price, columns) = (Int.random(in: 0..<4, using: &random), Columns<Stamp>())
    let letters = Letter<Adapter>.condition(&random)
    return switch Int.random(in: 0..<4, using: &random) {
    case 0: columns.letters.isEmpty
    case 1: columns.letters.any { _ in letters }
    case 2: !columns.letters.any { _ in letters } && ColumnTerm(\Stamp.price).lte(price)
    default: columns.letters.any { $0.pages.gt(price) }
    }
  }
}
