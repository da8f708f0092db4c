import Foundation

/// Where files were last written to or read from, for calls that do not say.
struct FilePlaces: Sendable {
  /// The file of the whole store.
  var store: FilePlace?
  /// The files of single models, by the models' numbers.
  var models: [Int: FilePlace] = [:]
}

/// A file and the form it is in.
struct FilePlace: Sendable {
  let url: URL
  let format: FileFormat
}

enum FileFormat: Sendable {}
