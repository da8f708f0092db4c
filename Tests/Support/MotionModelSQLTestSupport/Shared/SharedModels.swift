package import Foundation
package import MotionModel
package import MotionModelValidation

/// The models of a database that several programs write at once: each has one promise that others could break.

/// A seat that one may take: a rule over several records, one over a record and those beside it, and a unique name
/// without a unique column.
package struct Seat<Adapter: StorageAdapter>: Model {
  package var id = UUID()
  package var room = 0
  package var hour = 0
  /// Where it stands; two in an hour are apart.
  package var place = 0
  package var name = ""

  package init() {}

  package static var schema: Schema<Self> { .once { Schema { Column(\.room, .indexed) } } }
}

extension Seat: Validatable {
  package static var validations: Validations<Self> {
    Schemas.once {
      Validations {
        AcrossRecords("free", by: \.room, \.hour) { try $0.count <= 1 }
        ChangeRule("apart") { change in
          guard let seat = change.new else { return true }
          let beside = Seat.where(\.hour == seat.hour && \.place > seat.place - 2 && \.place < seat.place + 2)
          return try !beside.where(\.id != seat.id).exists
        }
        Uniqueness(\.name)
      }
    }
  }
}

/// A number to which all add, and a version that says whether a copy is old.
package struct Stock<Adapter: StorageAdapter>: Model {
  package var id = 0
  package var added = 0
  /// How many saves of whole copies were accepted.
  package var saves = 0
  package var version = 0

  package init() {}

  package static var schema: Schema<Self> { .once { Schema { LockVersion(\.version) } } }
}

/// A parent that counts its children and adds them up.
package struct Order<Adapter: StorageAdapter>: Model {
  package var id = 0
  package var linesCount = 0
  package var total = 0

  package init() {}

  package static var schema: Schema<Self> {
    .once {
      Schema {
        Derived(\.linesCount, count: \.lines)
        Derived(\.total, sum: \.lines, \.amount)
      }
    }
  }
  package struct Relations: Sendable {
    package let lines = HasMany<Line<Adapter>>(\.orderID, dependent: .destroy)
  }
  package static var relations: Relations { Schemas.once { Relations() } }
}

/// A child that needs its parent.
package struct Line<Adapter: StorageAdapter>: Model {
  package var id = 0
  package var orderID = 0
  package var amount = 0

  package init() {}

  package static var schema: Schema<Self> { .once { Schema { Column(\.orderID) } } }
  package struct Relations: Sendable { package let order = BelongsTo<Order<Adapter>>(\.orderID) }
  package static var relations: Relations { Schemas.once { Relations() } }
}

/// Work that one worker does.
package struct Chore<Adapter: StorageAdapter>: Model {
  package var id = 0
  package var claims = 0
  package var worker: Int?

  package init() {}
}

/// What was done in the same transaction: it is there if and only if the rest is.
package struct Deed<Adapter: StorageAdapter>: Model {
  package var id = UUID()
  package var isSave = false

  package init() {}
}
