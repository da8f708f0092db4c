import MotionModel
import MotionModelValidation

/// A person who works in the shop.
private struct Clerk: Principal {
  let name: String
  var isManager = false
  var principalName: String { name }
}

/// A price that belongs to a clerk.
private struct Offer: Model, PolicyProtected {
  var id = 0
  var clerk = ""
  var price = 0
  var isPublic = false
  static let policy = Policy<Offer, Clerk> {
    Permission(.read) { clerk in clerk.isManager ? .all : \.clerk == clerk.name || \.isPublic == true }
    Permission(.create, .update, .delete) { clerk in \.clerk == clerk.name }
    Permission(.update, only: \.isPublic) { clerk in clerk.isManager ? .all : .none }
  }
}

extension Tour {
  /// Who may read and change which records.
  func policies() throws {
    printer.chapter(
      "23 Policies by row",
      """
      A policy says who may read and change which records. Every commit is asked, however the records are written, and the same \
      conditions narrow finders.
      """)
    try Store.with(Store()) {
      let (ann, bob, zoe) = (Clerk(name: "ann"), Clerk(name: "bob"), Clerk(name: "zoe", isManager: true))
      try ann.acting { try Offer.create { ($0.clerk, $0.price) = ("ann", 10) } }
      try bob.acting { try Offer.create { ($0.clerk, $0.price, $0.isPublic) = ("bob", 12, true) } }
      printer.examples(
        ("Offer.policy.condition(for: .read, by: ann)", Offer.policy.condition(for: .read, by: ann)),
        ("Offer.readable(by: ann).pluck(\\.price)", Offer.readable(by: ann).pluck(\.price)),
        ("bob.acting { Offer.readable().count }", bob.acting { Offer.readable().count }))
      printer.refusals(
        (
          "try bob.acting { try Offer.updateAll { $0.price += 1 } }",
          refusal { _ = try bob.acting { try Offer.updateAll { $0.price += 1 } } }
        ),
        (
          "try zoe.acting { try Offer.updateAll { ($0.price, $0.isPublic) = (9, true) } }",
          refusal { _ = try zoe.acting { try Offer.updateAll { ($0.price, $0.isPublic) = (9, true) } } }
        ),
        ("try Offer.deleteAll()", refusal { try Offer.deleteAll() }))
      try zoe.acting { try Offer.updateAll { $0.isPublic = true } }
      printer.examples(("Offer.readable(by: ann).pluck(\\.price)   // now", Offer.readable(by: ann).pluck(\.price)))
    }
  }
}
