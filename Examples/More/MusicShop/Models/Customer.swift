public import MotionModel

/// A customer of the shop.
public struct Customer: Model, Hashable {
  /// The customer's id.
  public var id = 0
  /// The given name.
  public var firstName = ""
  /// The family name.
  public var lastName = ""
  /// The company that the customer buys for. Nil means that it is unknown, and an empty string that there is none.
  public var company: String?
  /// Street and house number.
  public var address = ""
  /// The city.
  public var city = ""
  /// The state or province, if the country has them.
  public var state: String?
  /// The country.
  public var country = ""
  /// The postal code: a string, because some begin with 0.
  public var postalCode: String?
  /// The telephone number.
  public var phone: String?
  /// The fax number.
  public var fax: String?
  /// The email address; no two customers share one.
  public var email = ""
  /// The id of the employee who looks after the customer.
  public var supportRepID: Int?

  /// The columns.
  public static let schema = Schema<Customer> {
    Column(\.id, name: "CustomerId")
    Column(\.firstName, name: "FirstName")
    Column(\.lastName, name: "LastName")
    Column(\.company, name: "Company")
    Column(\.address, name: "Address")
    Column(\.city, name: "City")
    Column(\.state, name: "State")
    Column(\.country, name: "Country", .indexed)
    Column(\.postalCode, name: "PostalCode")
    Column(\.phone, name: "Phone")
    Column(\.fax, name: "Fax")
    Column(\.email, name: "Email", .unique)
    Column(\.supportRepID, name: "SupportRepId")
  }

  /// The relations of a customer.
  public struct Relations: ModelRelations {
    /// The employee who looks after the customer.
    public let supportRep = BelongsTo<Employee>(\.supportRepID)
    /// The customer's invoices, which are destroyed with the customer.
    public let invoices = HasMany<Invoice>(\.customerID, dependent: .destroy)
    /// The lines of all these invoices.
    public let lines = HasMany<InvoiceLine>(through: \.invoices, \.lines)
    /// The tracks that the customer bought, each once.
    public let tracks = HasMany<Track>(through: \.lines, \.track)

    /// Creates the relations.
    public init() {}
  }

  /// Creates a customer without a name.
  public init() {}
}

extension Customer {
  /// The customers who buy for a company.
  public static var companies: Finder<Customer> { Customer.where(\.company).notIn([nil, ""]) }

  /// The given and the family name.
  public var fullName: String { "\(firstName) \(lastName)" }
}
