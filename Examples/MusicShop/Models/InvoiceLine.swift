public import Foundation
public import MotionModel

/// One position of an invoice: a track, and how often it was bought.
public struct InvoiceLine: Model, Hashable {
  /// The line's number.
  public var id = 0
  /// The number of the invoice.
  public var invoiceID = 0
  /// The number of the track.
  public var trackID = 0
  /// What one copy cost when it was bought.
  public var unitPrice: Decimal = 0
  /// How many copies were bought.
  public var quantity = 1

  /// The columns.
  public static let schema = Schema<InvoiceLine> {
    Column(\.id, name: "InvoiceLineId")
    Column(\.invoiceID, name: "InvoiceId")
    Column(\.trackID, name: "TrackId")
    Column(\.unitPrice, name: "UnitPrice")
    Column(\.quantity, name: "Quantity")
  }

  /// What a line is part of, and what it sells.
  public struct Relations: Sendable {
    /// The invoice.
    public let invoice = BelongsTo<Invoice>(\.invoiceID)
    /// The track.
    public let track = BelongsTo<Track>(\.trackID)
  }
  /// The relations.
  public static let relations = Relations()

  /// Makes a line without an invoice.
  public init() {}
}

extension InvoiceLine {
  /// What the line costs.
  public var total: Decimal { unitPrice * Decimal(quantity) }
}
