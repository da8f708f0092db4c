import Foundation
import MotionModel
import MotionModelSQL

/// Those who buy, and those who sell.
extension KeptShop {
  struct Employee: Model {
    typealias Adapter = AnyAdapter

    var id = 0
    var lastName = ""
    var firstName = ""
    var title = ""
    var reportsTo: Int?
    var birthDate: Date?
    var hireDate: Date?
    var address = ""
    var city = ""
    var state: String?
    var country = ""
    var postalCode: String?
    var phone: String?
    var fax: String?
    var email = ""

    static let schema = Schema<Employee> {
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

    struct Relations: Sendable {
      let manager = BelongsTo<Employee>(\.reportsTo)
      let reports = HasMany<Employee>(\.reportsTo, dependent: .nullify)
      let customers = HasMany<Customer>(\.supportRepID, dependent: .nullify)
      let invoices = HasMany<Invoice>(through: \.customers, \.invoices)
    }
    static let relations = Relations()
  }

  struct Customer: Model {
    typealias Adapter = AnyAdapter

    var id = 0
    var firstName = ""
    var lastName = ""
    var company: String?
    var address = ""
    var city = ""
    var state: String?
    var country = ""
    var postalCode: String?
    var phone: String?
    var fax: String?
    var email = ""
    var supportRepID: Int?

    static let schema = Schema<Customer> {
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

    struct Relations: Sendable {
      let supportRep = BelongsTo<Employee>(\.supportRepID)
      let invoices = HasMany<Invoice>(\.customerID, dependent: .destroy)
      let lines = HasMany<InvoiceLine>(through: \.invoices, \.lines)
      let tracks = HasMany<Track>(through: \.lines, \.track)
    }
    static let relations = Relations()
  }
}
