public import Foundation
public import MotionModel

/// A purchase of a customer on one day.
public struct Invoice: Model, Hashable {
  /// The invoice's id.
  public var id = 0
  /// The id of the customer.
  public var customerID = 0
  /// The date of the invoice, which never changes after the invoice was created.
  public var date = Date.distantPast
  /// Street and house number of the billing address.
  public var billingAddress = ""
  /// The city of the billing address.
  public var billingCity = ""
  /// The state or province of the billing address, if the country has them.
  public var billingState: String?
  /// The country of the billing address.
  public var billingCountry = ""
  /// The postal code: a string, because some begin with 0.
  public var billingPostalCode: String?
  /// The total amount.
  public var total: Decimal = 0

  /// The columns. A new invoice has today's date, which cannot be changed afterwards.
  public static let schema = Schema<Invoice> {
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

  /// The relations of an invoice.
  public struct Relations: ModelRelations {
    /// The customer.
    public let customer = BelongsTo<Customer>(\.customerID)
    /// The lines, which are destroyed with the invoice.
    public let lines = HasMany<InvoiceLine>(\.invoiceID, dependent: .destroy)
    /// The tracks that were bought.
    public let tracks = HasMany<Track>(through: \.lines, \.track)

    /// Creates the relations.
    public init() {}
  }

  /// Creates an invoice without a customer.
  public init() {}
}

extension Invoice {
  /// Returns the invoices of a year, or of a month of a year, in UTC.
  ///
  /// A period is a half-open range: it does not contain the beginning of the next period.
  public static func dated(in year: Int, month: Int? = nil) -> Finder<Invoice> {
    let calendar = Calendar.shop
    let start = calendar.date(from: DateComponents(year: year, month: month ?? 1, day: 1))
    let end = start.flatMap { calendar.date(byAdding: month == nil ? .year : .month, value: 1, to: $0) }
    guard let start, let end else { return Invoice.where(.none) }
    return Invoice.where(\.date).between(start..<end)
  }
}

extension Calendar {
  /// The calendar of the shop's dates. The dates of the file have no time zone, and are read as UTC.
  static let shop: Calendar = {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    return calendar
  }()
}
