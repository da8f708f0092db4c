import Foundation
import MotionModel
import Testing

struct ImportErrorTests {
  private static let sentences: [(ImportError, String)] = [
    (
      .notAColumn(model: "Book", property: "\\Book.x"),
      "The mapping names the property \\Book.x, which is not a column of Book: declare it in the schema."
    ),
    (
      .mappedTwice(model: "Book", column: "title"),
      "The mapping has two rules for the column \"title\" of Book: remove one."
    ),
    (
      .severalKeys(model: "Book"),
      "The mapping has two keys for Book: name all columns that identify a record in one."
    ),
    (
      .emptyKey(model: "Book"),
      "The mapping has a key of no columns for Book: name the columns that identify a record."
    ),
    (
      .columnsNotFound(model: "Book", names: ["Yaer"]),
      """
      No row has the column "Yaer", which the mapping for Book names: correct the spelling, or make the rule optional.
      """
    ),
    (
      .parentAmbiguous(model: "Book", relation: "author", parent: "Author", column: "name"),
      """
      The Book cannot be imported, because several Author records have the value given for its relation "author" in the \
      column "name": find the parent by a column whose values are unique.
      """
    ),
    (
      .parentInCircle(model: "Category", relation: "parent"),
      """
      The Category cannot be imported, because the parents that the rows give for its relation "parent" lead back to a row \
      that waits for them: import one of these rows without its parent.
      """
    ),
    (
      .severalParents(model: "Note", relation: "subject"),
      "The Note cannot be imported, because its row gives several parents for its relation \"subject\": give one."
    ),
    (
      .keyMissing(model: "Book", columns: ["isbn", "title"]),
      "The Book cannot be imported, because its row has no value for the key \"isbn\", \"title\": give one."
    ),
    (
      .keyAmbiguous(model: "Book", columns: ["isbn"]),
      """
      The Book cannot be imported, because several stored records have its key "isbn": name columns whose values are unique \
      together.
      """
    ),
  ]

  @Test(arguments: sentences.indices) func `an error is one sentence`(index: Int) {
    let (error, sentence) = Self.sentences[index]
    #expect(error.description == sentence)
    #expect(error.localizedDescription == sentence)
  }
}
