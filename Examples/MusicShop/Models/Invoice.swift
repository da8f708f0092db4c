public import Foundation
public import MotionModel

/// What a customer bought on one day.
public struct Invoice: Model, Hashable {
  /// The invoice's number.
  public var id = 0
  /// The number of the customer.
  public var customerID = 0
  /// The day of the invoice. Once the invoice is written, it stays.
  public var date = Date.distantPast
  /// Street and house number to send the bill to.
  public var billingAddress = ""
  /// The city to send the bill to.
  public var billingCity = ""
  /// The state or province, where the country has them.
  public var billingState: String?
  /// The country to send the bill to.
  public var billingCountry = ""
  /// The postal code: a text, for some begin with 0.
  public var billingPostalCode: String?
  /// What is to be paid.
  public var total: Decimal = 0

  /// The columns. A new invoice has today's date, which nobody can change afterwards.
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

  /// Whom an invoice is for, and what it is about.
  public struct Relations: Sendable {
    /// The customer.
    public let customer = BelongsTo<Customer>(\.customerID)
    /// The lines, which go with the invoice.
    public let lines = HasMany<InvoiceLine>(\.invoiceID, dependent: .destroy)
    /// The tracks that were bought.
    public let tracks = HasMany<Track>(through: \.lines, \.track)
  }
  /// The relations.
  public static let relations = Relations()

  /// Makes an invoice without a customer.
  public init() {}
}

extension Invoice {
  /// The invoices of a year or of a month of one, by Greenwich's calendar.
  ///
  /// A period is a half-open range: the first moment of the next one is no longer in it.
  public static func dated(in year: Int, month: Int? = nil) -> Finder<Invoice> {
    let calendar = Calendar.shop
    let start = calendar.date(from: DateComponents(year: year, month: month ?? 1, day: 1))
    let end = start.flatMap { calendar.date(byAdding: month == nil ? .year : .month, value: 1, to: $0) }
    guard let start, let end else { return Invoice.where(.none) }
    return Invoice.where(\.date).between(start..<end)
  }
}

extension Calendar {
  /// The calendar of the shop's dates: the file's have no time zone, and are read as Greenwich's.
  static let shop: Calendar = {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    return calendar
  }()
}
