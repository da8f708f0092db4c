import MotionModelSearch
import Testing

struct SearchTokenTests {
  @Test func `A token has its word and place`() {
    let token = TextAnalysis.Token(word: "cafe", range: 2..<7)
    #expect(token.word == "cafe")
    #expect(token.range == 2..<7)
  }
}
