import MotionModelGenerator
import Testing

struct LineDifferenceTests {
  @Test func `Equal texts have no difference`() {
    #expect(LineDifference.lines("a", "x\ny\n", "x\ny\n") == [])
  }

  @Test func `A new file is all added`() {
    #expect(LineDifference.lines("a", nil, "x\ny\n") == ["--- /dev/null", "+++ a", "@@ -0,0 +1,2 @@", "+x", "+y"])
  }

  @Test func `Changes have three lines around them, and those that are far apart are parts of their own`() {
    let old = (1...20).map { "\($0)" }.joined(separator: "\n")
    let new = old.replacing("\n5\n", with: "\nfive\n").replacing("\n20", with: "")
    #expect(
      LineDifference.lines("a", old, new) == [
        "--- a", "+++ a", "@@ -2,7 +2,7 @@", " 2", " 3", " 4", "-5", "+five", " 6", " 7", " 8", "@@ -17,4 +17,3 @@",
        " 17",
        " 18", " 19", "-20",
      ])
  }
}
