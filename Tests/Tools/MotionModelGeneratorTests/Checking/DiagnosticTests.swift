import MotionModelGenerator
import Testing

struct DiagnosticTests {
  @Test func `A diagnostic has the format of compilers`() {
    let place = SourcePlace(file: "Shop.xcdatamodel/contents", line: 12, column: 0)
    #expect(Diagnostic("It is wrong.", at: place).description == "Shop.xcdatamodel/contents:12:1: error: It is wrong.")
    #expect(Diagnostic("So.", .warning, at: SourcePlace(file: "a")).description == "a: warning: So.")
    #expect(Diagnostic("So.", .note, at: SourcePlace()).description == "note: So.")
  }
}
