import Foundation
import MotionModel
import MotionModelForms
import MotionModelValidation

/// What a customer has bought on a day.
struct Invoice: Model, Validatable {
  var id = 0
  var customerID = 0
  var date = Date(timeIntervalSince1970: 1_795_564_800)

  static let schema = Schema<Invoice> { Column(\.date, .ordered) }
  struct Relations: ModelRelations {
    let customer = BelongsTo<Customer>(\.customerID)
    let lines = HasMany<InvoiceLine>(\.invoiceID, dependent: .destroy).acceptingAttributes(allowingRemoval: true)
  }

  static let validations = Validations<Invoice> { Presence(\.customerID) }

  static let form = ModelForm<Invoice>("Invoice") {
    Input(\.customer, showing: \.lastName) { $0.order(by: \.lastName) }
    Input(\.date)
    Children(\.lines) {
      Input(\.track, showing: \.name) { $0.order(by: \.name) }
      Input(\.quantity)
    }
    .limit(1...50)
  }

  static let columns = ModelForm<Invoice>("Invoices") {
    Input(\.date)
    Input(\.customer, showing: \.lastName)
  }
}

/// A track, and how often it was bought. There are too many tracks to list them, so they are searched.
struct InvoiceLine: Model, Validatable {
  var id = 0
  var invoiceID = 0
  var trackID = 0
  var quantity = 1

  struct Relations: ModelRelations {
    let invoice = BelongsTo<Invoice>(\.invoiceID)
    let track = BelongsTo<Track>(\.trackID)
  }

  static let validations = Validations<InvoiceLine> { Numericality(\.quantity, .greaterThan(0), .lessOrEqual(100)) }
}
