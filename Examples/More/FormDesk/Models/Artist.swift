import MotionModel
import MotionModelForms
import MotionModelValidation

/// Who makes music. An artist with albums cannot be deleted.
struct Artist: Model, Validatable {
  var id = 0
  var name = ""
  var website: String?

  static let schema = Schema<Artist> { Column(\.name, .unique) }
  struct Relations: ModelRelations { let albums = HasMany<Album>(\.artistID, dependent: .restrict) }

  static let validations = Validations<Artist> {
    Presence(\.name)
    Length(\.name, max: 80)
    WebAddress(\.website).allowNil()
  }

  static let form = ModelForm<Artist>("Artist") {
    Input(\.name)
    Input(\.website).placeholder("https://band.example").help("Where their fans find them.")
  }
}
