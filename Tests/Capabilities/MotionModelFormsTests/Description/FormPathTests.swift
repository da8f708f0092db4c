import Foundation
import MotionModelForms
import MotionModelTestSupport
import MotionModelValidation
import Testing

struct FormPathTests {
  @Test func `a path is read as it is written`() {
    let path: FormPath = "tracks[2].name"
    #expect(path.steps == [.field("tracks"), .index(2), .field("name")])
    #expect(path.description == "tracks[2].name")
    #expect(FormPath.form.appending("tracks").appending(2).appending("name") == path)
    #expect(FormPath(parsing: "home.zipCode")?.steps == [.field("home.zipCode")])
  }

  @Test func `numbers and paths can be in a path`() {
    let item: FormPath = "tracks[\(7)]"
    let field: FormPath = "\(item).name"
    #expect([item, field] == [FormPath(parsing: "tracks[7]"), FormPath(parsing: "tracks[7].name")])
  }

  #if os(macOS) || os(Linux)  // where exit tests are available
    @Test func `a literal that is no path traps`() async {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let path: FormPath = "tracks[\(-1)].name"
        print(path)
      }
      expectSentence("\"tracks[-1].name\" is not the path of a field: write it as in \"tracks[2].name\".", result)
    }
  #endif

  @Test(arguments: [
    "", "[", "[1]", "a[", "a[]", "a[-1]", "a[01]", "a[x]", "a]b", "a[1", "a[1]b", "a[1].", "a[9007199254740992]",
    "a[99999999999999999999]", String(repeating: "a[1].", count: 40) + "a", "a[٣]",
  ])
  func `a text that is no path is none`(text: String) { #expect(FormPath(parsing: text) == nil) }

  @Test func `random paths come back from their text`() {
    var random = TestSeed.generator(1)
    for _ in 0..<500 {
      var path = FormPath.form.appending(
        random.pick(["name", "due date", "é", "a.b", "_x", "1", "a[0]", "%5B", "[\u{301}"]))
      for _ in 0..<random.number(0...6) {
        path = path.appending(random.number(0...1_000_000)).appending(
          random.pick(["name", "größe", "x-y", "]%", "%25"]))
      }
      #expect(FormPath(parsing: path.description) == path)
    }
  }

  @Test func `a bracket or a percent sign of a name is escaped in the text`() {
    #expect(FormPath([.field("a[0]"), .index(1), .field("5%")]).description == "a%5B0%5D[1].5%25")
  }

  @Test func `the form as a whole can be a key of an encoded dictionary`() throws {
    let dictionary: [FormPath: Int] = [.form: 1, "a[0].b": 2]
    let data = try JSONEncoder().encode(dictionary)
    #expect(try JSONDecoder().decode([FormPath: Int].self, from: data) == dictionary)
  }
}
