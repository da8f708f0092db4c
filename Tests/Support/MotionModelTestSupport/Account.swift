package import Foundation
package import MotionModel

/// A record with constraints of every kind.
package struct Account: Model, Equatable {
  package var id = 0
  package var email: String?
  package var team = ""
  package var balance = 0
  package var code = ""
  package var createdAt: Date?
  package var updatedAt: Date?

  package static let schema = Schema<Account> {
    Column(\.email, .unique)
    Column(\.team, .indexed)
    Column(\.balance)
    Column(\.code, .readOnly)
    Timestamps(\.createdAt, \.updatedAt)
  }

  package init() {}

  package init(email: String?, code: String) { (self.email, self.code) = (email, code) }
}
