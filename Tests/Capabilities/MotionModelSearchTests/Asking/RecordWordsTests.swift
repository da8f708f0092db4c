import MotionModelSearch
import Testing

struct RecordWordsTests {
  @Test func `A word is found by its ordinal`() {
    let text = "walk the Dog"
    let record = RecordWords(["", text], TextAnalysis(stopWords: ["the"]))
    #expect(record.token(in: 1, at: 0)?.word == "walk")
    #expect(record.token(in: 1, at: 1) == nil)
    #expect(record.token(in: 1, at: 2)?.word == "dog")
    #expect(record.token(in: 1, at: 2)?.range == 9..<12)
    #expect(record.token(in: 1, at: 3) == nil)
    #expect(record.token(in: 0, at: 0) == nil)
  }

  @Test func `Words of an element of an array have its number`() {
    var record = RecordWords(columns: 1)
    for (element, position) in [(0, 0), (1, 101)] {
      Array("dog".utf8).withUnsafeBufferPointer {
        record.append(word: $0, column: 0, position: position, range: 0..<3, element: element)
      }
    }
    #expect(record.token(in: 0, at: 101)?.element == 1)
    #expect(record.token(in: 0, at: 0)?.element == 0)
    #expect(record.token(in: 0, at: 1) == nil)
  }
}
