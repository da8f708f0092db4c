public import Foundation

extension LivePlace {
  /// The place as an index path of a table or collection view: the section, then the index in it.
  public var indexPath: IndexPath { [section, index] }
}
