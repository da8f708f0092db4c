import MotionModel
import MotionModelForms
import MotionModelValidation

/// Who buys.
struct Customer: Model, Validatable {
  var id = 0
  var firstName = ""
  var lastName = ""
  var email = ""
  var phone: String?
  var country = ""
  var interests: [Genre] = []
  var wantsNews = false

  static let schema = Schema<Customer> {
    Column(\.lastName, .ordered)
    Column(\.email, .unique)
  }
  struct Relations: ModelRelations { let invoices = HasMany<Invoice>(\.customerID, dependent: .restrict) }

  static let validations = Validations<Customer> {
    Presence(\.firstName)
    Presence(\.lastName)
    Email(\.email)
    Presence(\.country)
  }

  static let form = ModelForm<Customer>("Customer") {
    Input(\.firstName)
    Input(\.lastName)
    Input(\.email).autocomplete("email")
    Input(\.phone)
    Input(\.country, options: countries.map { ($0, $0) })
    Input(\.interests)
    Input(\.wantsNews, "Wants our news")
  }

  static let columns = ModelForm<Customer>("Customers") {
    Input(\.lastName)
    Input(\.firstName)
    Input(\.email)
    Input(\.country)
  }

  private static let countries = [
    "Brazil", "Canada", "Chile", "Denmark", "France", "Germany", "India", "Portugal", "Switzerland",
  ]
}
