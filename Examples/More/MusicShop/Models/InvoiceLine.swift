public import Foundation
public import MotionModel

/// A line of an invoice: a track, and how often it was bought.
public struct InvoiceLine: Model, Hashable {
  /// The line's id.
  public var id = 0
  /// The id of the invoice.
  public var invoiceID = 0
  /// The id of the track.
  public var trackID = 0
  /// The price of one copy when it was bought.
  public var unitPrice: Decimal = 0
  /// The number of copies.
  public var quantity = 1

  /// The columns.
  public static let schema = Schema<InvoiceLine> {
    Column(\.id, name: "InvoiceLineId")
    Column(\.invoiceID, name: "InvoiceId")
    Column(\.trackID, name: "TrackId")
    Column(\.unitPrice, name: "UnitPrice")
    Column(\.quantity, name: "Quantity")
  }

  /// The relations of a line.
  public struct Relations: ModelRelations {
    /// The invoice.
    public let invoice = BelongsTo<Invoice>(\.invoiceID)
    /// The track.
    public let track = BelongsTo<Track>(\.trackID)

    /// Creates the relations.
    public init() {}
  }

  /// Creates a line without an invoice.
  public init() {}
}

extension InvoiceLine {
  /// The price of all copies.
  public var total: Decimal { unitPrice * Decimal(quantity) }
}
