import Foundation
import MotionModel
import MotionModelSearch
import MotionModelValidation

/// Something to do, at a place.
struct Errand: Model, Validatable {
  var id = 0
  var name = ""
  var notes = ""
  var place = Place.home
  var isDone = false
  var due: Date?

  static let schema = Schema<Errand> {
    Column(\.place, .indexed)
    Searchable(\.name, \.notes, weights: [3, 1])
  }

  static let validations = Validations<Errand> {
    Presence(\.name)
    Length(\.name, max: 80)
  }
}

enum Place: String, ColumnValue, CaseIterable {
  case home, town, work

  var title: String { rawValue.capitalized }
}

extension FinderChain<Errand> {
  var open: Finder<Errand> { self.where(\.isDone == false) }

  /// Those that a person looks for, and all while nothing is typed.
  func matching(_ text: String) -> Finder<Errand> { text.isEmpty ? finder : search(text) }
}
