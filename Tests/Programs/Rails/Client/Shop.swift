import Foundation
import MotionModel
import MotionModelREST

struct Artist: RemoteModel, Equatable {
  var id = 0
  var name = ""
  var isActive: Bool?
  var foundedOn: Date?
  var createdAt: Date?
  var updatedAt: Date?

  static let schema = Schema<Artist> {
    Column(\.name)
    Column(\.isActive)
    Column(\.foundedOn)
    Timestamps(\.createdAt, \.updatedAt)
  }
  struct Relations {
    let albums = HasMany<Album>(\.artistID, dependent: .destroy)
  }
  static let relations = Relations()
}

struct Album: RemoteModel, Equatable {
  var id = 0
  var title = ""
  var artistID: Int?

  static let schema = Schema<Album> {
    Column(\.title)
    Column(\.artistID)
  }
  struct Relations {
    let artist = BelongsTo<Artist>(\.artistID)
    let tracks = HasMany<Track>(\.albumID, dependent: .destroy)
  }
  static let relations = Relations()
  static let remote: Remote<Album> = [.embeds(\.tracks, missing: .delete)]
}

struct Track: RemoteModel, Equatable {
  var id = 0
  var name = ""
  var milliseconds: Int?
  var unitPrice: Decimal?
  var bytes: Int?
  var albumID: Int?

  static let schema = Schema<Track> {
    Column(\.name)
    Column(\.milliseconds)
    Column(\.unitPrice)
    Column(\.bytes)
    Column(\.albumID)
  }
  struct Relations {
    let album = BelongsTo<Album>(\.albumID)
  }
  static let relations = Relations()
}

/// A customer, who is looked up by a token that is made here if it is not known whether the server has one.
struct Customer: RemoteModel, Equatable {
  var id = 0
  var firstName: String?
  var lastName = ""
  var email = ""
  var token: String?
  var height: Double?
  var bornAt: Date?
  var lockVersion = 0

  static let schema = Schema<Customer> {
    Column(\.firstName)
    Column(\.lastName)
    Column(\.email)
    Column(\.token)
    Column(\.height)
    Column(\.bornAt)
    LockVersion(\.lockVersion)
  }
  struct Relations {
    let invoices = HasMany<Invoice>(\.customerID, dependent: .destroy)
  }
  static let relations = Relations()
  static let remote: Remote<Customer> = [.lookup(by: \.token)]
}

struct Invoice: RemoteModel, Equatable {
  var id = 0
  var customerID: Int?
  var billingCity: String?
  var total: Decimal?
  var lockVersion = 0

  static let schema = Schema<Invoice> {
    Column(\.customerID)
    Column(\.billingCity)
    Column(\.total)
    LockVersion(\.lockVersion)
  }
  struct Relations {
    let customer = BelongsTo<Customer>(\.customerID)
    let lines = HasMany<InvoiceLine>(\.invoiceID, dependent: .destroy)
  }
  static let relations = Relations()
}

/// A line of an invoice, whose address is inside of that of its invoice.
struct InvoiceLine: RemoteModel, Equatable {
  var id = 0
  var invoiceID: Int?
  var trackID: Int?
  var unitPrice: Decimal?
  var quantity = 1
  var lockVersion = 0

  static let schema = Schema<InvoiceLine> {
    Column(\.invoiceID)
    Column(\.trackID)
    Column(\.unitPrice)
    Column(\.quantity)
    LockVersion(\.lockVersion)
  }
  struct Relations {
    let invoice = BelongsTo<Invoice>(\.invoiceID)
    let track = BelongsTo<Track>(\.trackID)
  }
  static let relations = Relations()
  static let remote: Remote<InvoiceLine> = [.path("invoices/:invoice_id/invoice_lines")]
}
