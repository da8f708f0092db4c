import Foundation
import MotionModel
import MotionModelSQL

/// What was bought.
extension KeptShop {
  struct Invoice: Model {
    typealias Adapter = AnyAdapter

    var id = 0
    var customerID = 0
    var date = Date.distantPast
    var billingAddress = ""
    var billingCity = ""
    var billingState: String?
    var billingCountry = ""
    var billingPostalCode: String?
    var total: Decimal = 0

    static let schema = Schema<Invoice> {
      Column(\.id, name: "InvoiceId")
      Column(\.customerID, name: "CustomerId")
      Column(\.date, name: "InvoiceDate", [.ordered, .readOnly], default: .now)
      Column(\.billingAddress, name: "BillingAddress")
      Column(\.billingCity, name: "BillingCity")
      Column(\.billingState, name: "BillingState")
      Column(\.billingCountry, name: "BillingCountry", .indexed)
      Column(\.billingPostalCode, name: "BillingPostalCode")
      Column(\.total, name: "Total", .ordered)
    }

    struct Relations: Sendable {
      let customer = BelongsTo<Customer>(\.customerID)
      let lines = HasMany<InvoiceLine>(\.invoiceID, dependent: .destroy)
      let tracks = HasMany<Track>(through: \.lines, \.track)
    }
    static let relations = Relations()
  }

  struct InvoiceLine: Model {
    typealias Adapter = AnyAdapter

    var id = 0
    var invoiceID = 0
    var trackID = 0
    var unitPrice: Decimal = 0
    var quantity = 1

    static let schema = Schema<InvoiceLine> {
      Column(\.id, name: "InvoiceLineId")
      Column(\.invoiceID, name: "InvoiceId")
      Column(\.trackID, name: "TrackId")
      Column(\.unitPrice, name: "UnitPrice")
      Column(\.quantity, name: "Quantity")
    }

    struct Relations: Sendable {
      let invoice = BelongsTo<Invoice>(\.invoiceID)
      let track = BelongsTo<Track>(\.trackID)
    }
    static let relations = Relations()
  }
}
