import MotionModelTestSupport
import Testing

@testable import MotionModelInspector

/// Boxes and lines of random diagrams.
struct DiagramLayoutTests {
  private typealias Link = DiagramLayout.Link

  /// A part of a line between two corners.
  private struct Segment {
    let link: Int
    let x, y: ClosedRange<Int>

    init(_ link: Int, _ first: DiagramLayout.Point, _ second: DiagramLayout.Point) {
      self.link = link
      x = min(first.x, second.x)...max(first.x, second.x)
      y = min(first.y, second.y)...max(first.y, second.y)
    }

    /// Whether some of it is inside of a box, and not on its border.
    func isBehind(_ box: DiagramLayout.Frame) -> Bool {
      x.upperBound > box.x && x.lowerBound < box.x + box.width && y.upperBound > box.y
        && y.lowerBound < box.y + box.height
    }

    /// Whether both have more than a point in common, so that they look like one line.
    func liesUpon(_ other: Segment) -> Bool {
      guard x.overlaps(other.x) && y.overlaps(other.y) else { return false }
      return x.clamped(to: other.x).count > 1 || y.clamped(to: other.y).count > 1
    }
  }

  private func sizes(_ count: Int, _ random: inout SplitMix64) -> [(width: Int, rows: Int)] {
    (0..<count).map { _ in (random.number(70...320), random.number(2...16)) }
  }

  private func links(_ sizes: [(width: Int, rows: Int)], _ random: inout SplitMix64) -> [Link] {
    (0..<random.number(0...sizes.count * 2)).map { _ in
      let source = random.pick(Array(sizes.indices))
      return Link(
        source: source, row: random.number(1...sizes[source].rows - 1), target: random.pick(Array(sizes.indices)))
    }
  }

  private func segments(_ layout: DiagramLayout) -> [Segment] {
    layout.lines.enumerated().flatMap { link, points in
      zip(points, points.dropFirst()).map { Segment(link, $0, $1) }
    }
  }

  @Test(arguments: 0..<60) func `no line is behind a box, and none lies upon one to another box`(run: Int) {
    var random = TestSeed.generator(run)
    let sizes = sizes(random.number(1...30), &random)
    let links = links(sizes, &random)
    let layout = DiagramLayout.filling(sizes, links)
    let segments = segments(layout)
    #expect(layout.lines.count == links.count)
    #expect(segments.allSatisfy { $0.x.count == 1 || $0.y.count == 1 }, "All lines are level or upright.")
    for segment in segments {
      #expect(!layout.frames.contains { segment.isBehind($0) }, "\(segment), seed \(TestSeed.current)")
      #expect(segment.x.lowerBound >= 0 && segment.x.upperBound <= layout.width)
      #expect(segment.y.lowerBound >= 0 && segment.y.upperBound <= layout.height)
    }
    for (place, first) in segments.enumerated() {
      for second in segments[(place + 1)...] where first.liesUpon(second) {
        let (one, other) = (links[first.link], links[second.link])
        let isOneKey = one.source == other.source && one.row == other.row
        #expect(isOneKey || one.target == other.target, "\(first), \(second), seed \(TestSeed.current)")
      }
    }
  }

  @Test(arguments: 0..<60) func `a line begins at its row and ends at the title of its target`(run: Int) {
    var random = TestSeed.generator(run)
    let sizes = sizes(random.number(1...12), &random)
    let links = links(sizes, &random)
    let layout = DiagramLayout.filling(sizes, links)
    for (link, points) in zip(links, layout.lines) {
      for (box, row, point) in [(link.source, link.row, points[0]), (link.target, 0, points[points.count - 1])] {
        let frame = layout.frames[box]
        #expect(point.x == frame.x || point.x == frame.x + frame.width)
        #expect((point.y - frame.y) / DiagramLayout.pitch == row && point.y > frame.y)
      }
    }
  }

  @Test(arguments: 0..<60) func `boxes have the room that they need, and lie apart in the diagram`(run: Int) {
    var random = TestSeed.generator(run)
    let sizes = sizes(random.number(1...30), &random)
    let layout = DiagramLayout.filling(sizes, links(sizes, &random))
    let frames = layout.frames
    for (place, (frame, size)) in zip(frames, sizes).enumerated() {
      #expect(frame.width >= size.width && frame.height == size.rows * DiagramLayout.pitch)
      #expect(frame.x > 0 && frame.y > 0)
      #expect(frame.x + frame.width < layout.width && frame.y + frame.height < layout.height)
      for other in frames[(place + 1)...] {
        let isBeside = frame.x + frame.width < other.x || other.x + other.width < frame.x
        #expect(isBeside || frame.y + frame.height < other.y || other.y + other.height < frame.y)
      }
    }
  }

  @Test(arguments: 8..<40) func `boxes fill more than a third of the page`(count: Int) {
    var random = TestSeed.generator(count)
    let sizes = sizes(count, &random)
    let layout = DiagramLayout.filling(sizes, links(sizes, &random))
    #expect(layout.fill > 1 / 3, "\(layout.width) × \(layout.height), seed \(TestSeed.current)")
    let aspect = Double(layout.width) / Double(layout.height)
    #expect((0.6...4).contains(aspect), "\(layout.width) × \(layout.height), seed \(TestSeed.current)")
  }

  private func corners(_ layout: DiagramLayout) -> [[[Int]]] { layout.lines.map { $0.map { [$0.x, $0.y] } } }

  @Test func `small boxes are above each other, and lines beside them share their way`() {
    let layout = DiagramLayout.filling(
      [(100, 3), (80, 2)], [Link(source: 0, row: 1, target: 1), Link(source: 0, row: 2, target: 1)])
    #expect((layout.width, layout.height) == (148, 160))
    #expect(layout.frames.map { [$0.x, $0.y, $0.width, $0.height] } == [[20, 80, 100, 60], [20, 20, 100, 40]])
    #expect(
      corners(layout) == [
        [[120, 112], [134, 112], [134, 28], [120, 28]], [[120, 132], [134, 132], [134, 28], [120, 28]],
      ])
  }

  @Test func `high boxes are side by side, and lines between them`() {
    let layout = DiagramLayout.filling([(100, 12), (100, 12)], [Link(source: 0, row: 1, target: 1)])
    #expect((layout.width, layout.height) == (268, 280))
    #expect(layout.frames.map { [$0.x, $0.y, $0.width, $0.height] } == [[148, 20, 100, 240], [20, 20, 100, 240]])
    #expect(corners(layout) == [[[148, 50], [134, 50], [134, 28], [120, 28]]])
  }

  @Test func `what has no boxes, or one that refers to itself, is drawn too`() {
    let none = DiagramLayout.filling([], [])
    #expect(none.frames.isEmpty && none.lines.isEmpty)
    let one = DiagramLayout.filling([(100, 2)], [Link(source: 0, row: 1, target: 0)])
    #expect(corners(one) == [[[120, 52], [134, 52], [134, 28], [120, 28]]])
    #expect((one.width, one.height) == (148, 80))
  }

  /// Each model refers to the next one, far deeper than calls could be nested.
  @Test func `a long chain of models is drawn`() {
    let count = 400
    let links = (1..<count).map { Link(source: $0 - 1, row: 1, target: $0) }
    let layout = DiagramLayout.filling(Array(repeating: (80, 2), count: count), links)
    #expect(layout.lines.count == count - 1)
    #expect(layout.fill > 0.2)
  }
}
