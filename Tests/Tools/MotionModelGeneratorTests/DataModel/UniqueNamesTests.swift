import MotionModelGenerator
import Testing

struct UniqueNamesTests {
  @Test func `A name that is taken gets the first number that is free`() {
    var names = UniqueNames(taken: ["b", "a2"])
    #expect(["a", "a", "a", "b", "b2", "b"].map { names.take($0) } == ["a", "a3", "a4", "b2", "b22", "b3"])
  }

  @Test func `The first free one of several is taken`() {
    var names = UniqueNames(taken: ["a"])
    #expect((0..<4).map { _ in names.take(firstOf: ["a", "b", "c"]) } == ["b", "c", "c2", "c3"])
    #expect(names.take(firstOf: []).isEmpty)
  }

  @Test func `Names that count as the same are not taken twice`() {
    var names = UniqueNames(key: SwiftName.folded)
    let taken = ["projectID", "project_id", "PROJECTID"].map { names.take($0) }
    #expect(taken == ["projectID", "project_id2", "PROJECTID3"])
  }

  @Test func `Many equal names take no long time`() {
    var names = UniqueNames()
    #expect(Set((0..<100_000).map { _ in names.take("a") }).count == 100_000)
  }
}
