/// A place in a file that was read, from 1; 0 where it is not known.
package struct SourcePlace: Hashable, Sendable {
  package var file: String
  package var line: Int
  package var column: Int

  package init(file: String = "", line: Int = 0, column: Int = 0) {
    self.file = file
    self.line = line
    self.column = column
  }
}
