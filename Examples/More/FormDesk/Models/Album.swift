import Foundation
import MotionModel
import MotionModelForms
import MotionModelValidation

/// What an artist sells, with its tracks in order.
struct Album: Model, Validatable {
  var id = 0
  var title = ""
  var artistID = 0
  var releasedOn: Date?
  var inStock = true
  var notes: String?
  var cover: Data?

  static let schema = Schema<Album> { Column(\.title, .ordered) }
  struct Relations: ModelRelations {
    let artist = BelongsTo<Artist>(\.artistID)
    let tracks = HasMany<Track>(\.albumID, dependent: .destroy).acceptingAttributes(allowingRemoval: true)
  }

  static let validations = Validations<Album> {
    Presence(\.title)
    Length(\.title, 2...120)
  }

  static let form = ModelForm<Album>("Album") {
    Input(\.title)
    Input(\.artist, showing: \.name) { $0.order(by: \.name) }
    Fieldset("In the shop") {
      Input(\.releasedOn, "Released on").help("The day on which it could be bought first.")
      Input(\.inStock, "In stock")
      Input(\.notes).control(.longText)
      Input(\.cover).help("A picture of at most 16 MiB.")
    }
    Children(\.tracks, orderedBy: \.position) {
      Input(\.name)
      Input(\.genre)
      Input(\.seconds, "Duration", shown: Duration.text, read: Duration.seconds)
        .placeholder("3:45").help("Minutes and seconds.")
      Input(\.price)
    }
    .limit(0...30)
  }

  static let columns = ModelForm<Album>("Albums") {
    Input(\.title)
    Input(\.artist, showing: \.name)
    Input(\.releasedOn, "Released on")
    Input(\.inStock, "In stock")
  }
}

/// A piece of music.
struct Track: Model, Validatable {
  var id = 0
  var name = ""
  var albumID = 0
  var position = 0
  var genre = Genre.rock
  var seconds = 0
  var price: Decimal = 0

  static let schema = Schema<Track> { Column(\.name, .ordered) }
  struct Relations: ModelRelations {
    let album = BelongsTo<Album>(\.albumID)
    let sales = HasMany<InvoiceLine>(\.trackID, dependent: .restrict)
  }

  static let validations = Validations<Track> {
    Presence(\.name)
    Uniqueness(\.name, scope: \.albumID)
    Numericality(\.seconds, .greaterThan(0))
    Numericality(\.price, .greaterOrEqual(0), .lessOrEqual(100))
  }
}

/// A kind of music.
enum Genre: String, ColumnValue, CaseIterable {
  case rock, jazz, classical, folk, electronic, soul, opera
}

/// Durations as people write them.
enum Duration {
  static func text(_ seconds: Int) -> String {
    seconds == 0 ? "" : "\(seconds / 60):\(seconds % 60 < 10 ? "0" : "")\(seconds % 60)"
  }

  static func seconds(_ text: String) throws -> Int {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, let minutes = Int(parts[0]), let seconds = Int(parts[1]), (0..<600).contains(minutes),
      (0..<60).contains(seconds)
    else { throw FormReadingError("must be minutes and seconds, as in 3:45") }
    return minutes * 60 + seconds
  }
}
