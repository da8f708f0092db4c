package import Foundation
package import MotionModel

// The models of the tests of relations: boards with cards, the people who work on cards, and the labels of cards.

package struct Board: Model, Equatable {
  package var id = 0
  package var name = ""
  package var ownerID: String?

  package static let schema = Schema<Board> {
    Column(\.name)
    Column(\.ownerID)
  }
  package struct Relations: Sendable {
    package let owner = BelongsTo<Person>(\.ownerID)
    package let cards = HasMany<Card>(\.boardID, dependent: .destroy)
    package let urgentCards = HasMany<Card>(\.boardID) { $0.where(\.weight >= 3).order(by: \.weight, .descending) }
    package let cover = HasOne<Cover>(\.boardID, dependent: .delete)
    package let people = HasMany<Person>(through: \.cards, \.person)
    package let labels = HasMany<Label>(through: \.cards, \.labels)
    package let notes = HasMany<Note>(as: \.subject, dependent: .destroy)
  }
  package static let relations = Relations()

  package init() {}
  package init(_ name: String, owner: Person? = nil) {
    self.name = name
    ownerID = owner?.id
  }
}

package struct Card: Model, Equatable {
  package var id = 0
  package var title = ""
  package var weight = 0
  package var boardID = 0
  package var personID: String?
  package var parentID: Int?

  package static let schema = Schema<Card> {
    Column(\.title)
    Column(\.weight)
    Column(\.boardID)
    Column(\.personID)
    Column(\.parentID)
  }
  package struct Relations: Sendable {
    package let board = BelongsTo<Board>(\.boardID)
    package let person = BelongsTo<Person>(\.personID)
    package let parent = BelongsTo<Card>(\.parentID)
    package let children = HasMany<Card>(\.parentID, dependent: .nullify)
    package let grandchildren = HasMany<Card>(through: \.children, \.children)
    package let taggings = HasMany<Tagging>(\.cardID, dependent: .delete)
    package let labels = HasMany<Label>(through: \.taggings, \.label)
    package let notes = HasMany<Note>(as: \.subject, dependent: .nullify)
  }
  package static let relations = Relations()

  package init() {}
  package init(_ title: String, weight: Int = 0, on board: Board? = nil, person: Person? = nil, parent: Card? = nil) {
    self.title = title
    self.weight = weight
    boardID = board?.id ?? 0
    personID = person?.id
    parentID = parent?.id
  }
}

package struct Person: Model, Equatable {
  package var id = ""
  package var name = ""

  package static let schema = Schema<Person> {
    Column(\.name)
  }
  package struct Relations: Sendable {
    package let cards = HasMany<Card>(\.personID, dependent: .restrict)
    package let boards = HasMany<Board>(\.ownerID, dependent: .nullify)
  }
  package static let relations = Relations()

  package init() {}
  package init(_ id: String) { (self.id, name) = (id, id.capitalized) }
}

/// Joins a card and a label.
package struct Tagging: Model, Equatable {
  package var id = 0
  package var cardID = 0
  package var labelID = 0
  package var note = ""

  package static let schema = Schema<Tagging> {
    Column(\.cardID)
    Column(\.labelID)
    Column(\.note)
  }
  package struct Relations: Sendable {
    package let card = BelongsTo<Card>(\.cardID)
    package let label = BelongsTo<Label>(\.labelID)
  }
  package static let relations = Relations()

  package init() {}
  package init(_ card: Card, _ label: Label) { (cardID, labelID) = (card.id, label.id) }
}

package struct Label: Model, Equatable {
  package var id = 0
  package var name = ""

  package static let schema = Schema<Label> {
    Column(\.name, .unique)
  }
  package struct Relations: Sendable {
    package let taggings = HasMany<Tagging>(\.labelID, dependent: .destroy)
    package let cards = HasMany<Card>(through: \.taggings, \.card)
  }
  package static let relations = Relations()

  package init() {}
  package init(_ name: String) { self.name = name }
}

/// The one picture of a board.
package struct Cover: Model, Equatable {
  package var id = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
  package var boardID: Int?
  package var color = ""

  package static let schema = Schema<Cover> {
    Column(\.boardID)
    Column(\.color)
  }
  package struct Relations: Sendable {
    package let board = BelongsTo<Board>(\.boardID)
  }
  package static let relations = Relations()

  package init() {}
  package init(_ color: String, of board: Board? = nil) {
    self.color = color
    boardID = board?.id
  }
}

/// A remark on a board or a card.
package struct Note: Model, Equatable {
  package var id = 0
  package var text = ""
  package var subjectType: String?
  package var subjectID: Int?

  package static let schema = Schema<Note> {
    Column(\.text)
    Column(\.subjectType)
    Column(\.subjectID)
  }
  package struct Relations: Sendable {
    package let subject = BelongsToAny<Int>(type: \.subjectType, id: \.subjectID, Board.self, Card.self)
  }
  package static let relations = Relations()

  package init() {}
  package init(_ text: String) { self.text = text }
}

/// A few records of these models, saved in the current store.
package struct BoardWorld {
  package let (ann, bob): (Person, Person)
  package let (home, work, empty): (Board, Board, Board)
  package let (paint, door, walls, report): (Card, Card, Card, Card)
  package let (red, green, unused): (Label, Label, Label)
  package let cover: Cover

  package init() throws {
    func saved<Record: Model>(_ record: Record) throws -> Record {
      var record = record
      try record.save()
      return record
    }
    (ann, bob) = (try saved(Person("ann")), try saved(Person("bob")))
    (home, work, empty) = (try saved(Board("home", owner: ann)), try saved(Board("work")), try saved(Board("empty")))
    paint = try saved(Card("paint", weight: 1, on: home, person: ann))
    door = try saved(Card("door", weight: 3, on: home, person: bob, parent: paint))
    walls = try saved(Card("walls", weight: 5, on: home, parent: paint))
    report = try saved(Card("report", weight: 3, on: work, person: bob, parent: walls))
    (red, green, unused) = (try saved(Label("red")), try saved(Label("green")), try saved(Label("unused")))
    for (card, label) in [(paint, red), (door, red), (door, green), (report, green)] {
      _ = try saved(Tagging(card, label))
    }
    cover = try saved(Cover("blue", of: home))
  }
}
