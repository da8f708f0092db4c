public import Foundation
public import MotionModel

/// An employee of the shop.
public struct Employee: Model, Hashable {
  /// The employee's id.
  public var id = 0
  /// The family name.
  public var lastName = ""
  /// The given name.
  public var firstName = ""
  /// The job title.
  public var title = ""
  /// The id of the employee's manager, who is an employee too; nil if there is none.
  public var reportsTo: Int?
  /// The day of birth.
  public var birthDate: Date?
  /// The day of hiring.
  public var hireDate: Date?
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
  /// The email address; no two employees share one.
  public var email = ""

  /// The columns.
  public static let schema = Schema<Employee> {
    Column(\.id, name: "EmployeeId")
    Column(\.lastName, name: "LastName")
    Column(\.firstName, name: "FirstName")
    Column(\.title, name: "Title")
    Column(\.reportsTo, name: "ReportsTo")
    Column(\.birthDate, name: "BirthDate")
    Column(\.hireDate, name: "HireDate", .ordered)
    Column(\.address, name: "Address")
    Column(\.city, name: "City")
    Column(\.state, name: "State")
    Column(\.country, name: "Country")
    Column(\.postalCode, name: "PostalCode")
    Column(\.phone, name: "Phone")
    Column(\.fax, name: "Fax")
    Column(\.email, name: "Email", .unique)
  }

  /// The relations. Destroying an employee destroys nobody else.
  public struct Relations: ModelRelations {
    /// The employee's manager, who is an employee too.
    public let manager = BelongsTo<Employee>(\.reportsTo)
    /// The employees who report to the employee.
    public let reports = HasMany<Employee>(\.reportsTo, dependent: .nullify)
    /// The customers that the employee looks after.
    public let customers = HasMany<Customer>(\.supportRepID, dependent: .nullify)
    /// The invoices of these customers.
    public let invoices = HasMany<Invoice>(through: \.customers, \.invoices)

    /// Creates the relations.
    public init() {}
  }

  /// Creates an employee without a name.
  public init() {}
}

extension Employee {
  /// The given and the family name. It is computed from two columns, and is not a column itself.
  public var fullName: String { "\(firstName) \(lastName)" }
}
