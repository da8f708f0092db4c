import Foundation
import MotionModel
import MotionModelStatistics
import MotionModelTestSupport
import Testing

struct ChartTests {
  @Test func `a sparkline has a block for each number`() {
    #expect(Sparkline([1, 5, 22, 13, 5, 3]).text() == "▁▂█▅▂▁")
    #expect(Sparkline([0, nil, 7, .nan, .infinity, -.infinity]).text() == "▁ █ █▁")
    #expect(Sparkline([3, 3]).text() == "▅▅" && Sparkline([Double?]()).text() == "")
    #expect(Sparkline([.infinity, -.infinity]).text() == "█▁" && Sparkline([nil]).text() == " ")
    #expect(Sparkline([-1e308, 0, 1e308]).text() == "▁▅█")
  }

  @Test func `a narrow sparkline has means of neighbours`() {
    #expect(Sparkline([0, 2, 4, 6, 8, 10]).text(width: 3) == "▁▅█")
    #expect(Sparkline(Array(0..<100)).text(width: 0) == "▅")
    #expect(Sparkline([nil, nil, 1, 2]).text(width: 2) == " ▅")
  }

  @Test func `a sparkline is drawn with gaps, and titled`() {
    let svg = Sparkline([0, 1, nil, 2]).svg(width: 32, height: 12, title: "<visits> & \"more\"")
    #expect(
      svg
        == """
        <svg xmlns="http://www.w3.org/2000/svg" width="32" height="12" viewBox="0 0 32 12" role="img">\
        <title>&lt;visits&gt; &amp; &quot;more&quot;</title><path d="M1 11L11 6M31 1h0" fill="none" \
        stroke="currentColor" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round"/></svg>
        """)
    let smallest = Sparkline([Double?]()).svg(width: -3, height: 0)
    #expect(smallest.contains("width=\"1\""))
  }

  @Test func `bars are exact to an eighth of a character`() {
    let chart = BarChart([("Rock", 16), ("Jazz", 5), ("Polka", 0)])
    #expect(chart.text(width: 8) == "Rock  ████████ 16\nJazz  ██▌ 5\nPolka 0")
  }

  @Test func `negative bars go to the left`() {
    #expect(BarChart([("up", 2), ("down", -2)]).text(width: 4) == "up     ██ 2\ndown ██ -2")
    #expect(BarChart([("a", -1)]).text(width: 2) == "a ██ -1")
  }

  @Test func `charts take any numbers and labels`() {
    #expect(BarChart([("a", .nan), ("b", .infinity), ("c", 0)]).text(width: 2) == "a NaN\nb ██ ∞\nc 0")
    #expect(BarChart([("a", -.infinity), ("b", .infinity)]).text(width: 2) == "a █ -∞\nb  █ ∞")
    #expect(BarChart([]).text() == "" && BarChart([("x", 0)]).text() == "x 0")
    #expect(BarChart([("a\u{1B}[2J\nb", 1)]).text(width: 1) == "a [2J b █ 1")
    #expect(BarChart([("a\u{202E}b\u{9B}\u{2028}c\u{200F}\r\n", 1)]).text(width: 1) == "a b  c   █ 1")
    #expect(BarChart([("👨‍👩‍👧 e\u{301}", 1)]).text(width: 1) == "👨‍👩‍👧 e\u{301} █ 1")
    #expect(BarChart([("l", 1.7e308), ("m", -1.7e308)]).text(width: 2) == "l  █ 1.7e+308\nm █ -1.7e+308")
    #expect(BarChart([2: 3, 1: 4]).text(width: 4) == "1 ████ 4\n2 ███ 3")
  }

  @Test func `labels of a drawn chart cannot end it`() {
    let svg = BarChart([("</text><script>'\u{0}", 3), ("b", 0.125)]).svg(width: 100, title: "a & b")
    #expect(
      svg
        == """
        <svg xmlns="http://www.w3.org/2000/svg" width="100" height="40" viewBox="0 0 100 40" role="img" \
        fill="currentColor" font-size="12" font-family="sans-serif"><title>a &amp; b</title>\
        <text x="24" y="14" text-anchor="end">&lt;/text&gt;&lt;script&gt;&#39; </text>\
        <rect x="30" y="3" width="50" height="14"/><text x="86" y="14">3</text>\
        <text x="24" y="34" text-anchor="end">b</text>\
        <rect x="30" y="23" width="2.08" height="14"/><text x="86" y="34">0.13</text></svg>
        """)
  }

  @Test(.ownStore) func `counted dates and histograms are drawn`() throws {
    for count in [1, 2, 12] { try Sale.create { $0.count = count } }
    let histogram = Sale.records.histogram(\.count, .bounds([0, 5, 10]))
    #expect(BarChart(histogram).text(width: 2) == "0 – 5  ██ 2\n5 – 10 0\nabove  █ 1")
    #expect(Sparkline(histogram.bins.map(\.count)).text() == "█▁")
    try Sale.records.updateAll { $0.count = -1 }
    #expect(BarChart(Sale.records.histogram(\.count, .bounds([0, 1]))).text(width: 2) == "below ██ 3\n0 – 1 0")
    let start = Date(timeIntervalSince1970: 0)
    let counts = [3, 1].map { DateCounts.Count(start: start, end: start, count: $0) }
    #expect(Sparkline(counts).text() == "█▁")
  }
}
