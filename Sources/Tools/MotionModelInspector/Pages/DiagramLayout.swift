/// Boxes in columns, and lines between them that run beside the boxes.
///
/// A line leaves its box at a row, runs up or down beside the column, and through a gap between the boxes of each
/// column on its way: it passes behind no box. Lines to one box share their way. Lines to different boxes cross, and
/// never lie upon each other: upright ones have lanes, and level ones an offset of their kind in a grid of ``pitch``.
struct DiagramLayout {
  /// A line of text in one box that refers to another box.
  struct Link {
    let source: Int
    /// The number of the line of text, below the title, which is 0.
    let row: Int
    let target: Int
  }

  struct Point: Equatable { let x, y: Int }

  struct Frame {
    fileprivate(set) var x = 0
    let y, width, height: Int
  }

  /// The height of a line of text.
  static let pitch = 20
  /// The width of a page for each unit of its height.
  static let aspect = 1.6

  /// Where a line may run: left of a column, or above a box of a column.
  private enum Channel: Hashable { case beside(Int), above(Int, column: Int) }

  /// Where each box is.
  private(set) var frames: [Frame] = []
  /// The corners of each link's line, from the source to the target.
  private(set) var lines: [[Point]] = []
  private(set) var (width, height) = (0, 0)

  private let links: [Link]
  private let columns: [[Int]]
  /// The column of each box, and its place there.
  private var places: [(column: Int, place: Int)]
  /// The lane in which the lines to a target run, in each channel.
  private var lanes: [Channel: [Int: Int]] = [:]
  /// Where each channel begins.
  private var starts: [Channel: Int] = [:]

  /// Returns the layout that fills a page best.
  ///
  /// - Parameter sizes: The width of each box, and its number of lines of text.
  /// - Complexity: O((*n* + *m* √*n*) log *n*) in the numbers of boxes and links.
  static func filling(_ sizes: [(width: Int, rows: Int)], _ links: [Link]) -> DiagramLayout {
    let order = order(sizes.indices, links)
    var best = DiagramLayout(sizes, links, columns(of: order, sizes, atMost: 1))
    var count = 2
    while count <= sizes.count {
      let next = DiagramLayout(sizes, links, columns(of: order, sizes, atMost: count))
      if next.fill > best.fill { best = next }
      if Double(next.width) > Double(next.height) * aspect { break }
      // Among many columns, one more or less makes little difference.
      count += max(1, count / 4)
    }
    return best
  }

  /// Which part of a page that the diagram just fits on has boxes.
  var fill: Double {
    let page = max(Double(width), Double(height) * Self.aspect)
    return Double(frames.reduce(0) { $0 + $1.width * $1.height }) * Self.aspect / max(1, page * page)
  }

  // MARK: - Columns

  /// Returns the boxes with each behind those to which it refers, as far as these do not refer to each other.
  private static func order(_ boxes: Range<Int>, _ links: [Link]) -> [Int] {
    let targets = Dictionary(grouping: links, by: \.source)
    var (order, begun, done) = ([Int](), Set<Int>(), Set<Int>())
    var waiting = Array(boxes.reversed())
    while let box = waiting.last {
      if begun.insert(box).inserted {
        waiting += targets[box, default: []].map(\.target).filter { !begun.contains($0) }.reversed()
      } else {
        waiting.removeLast()
        if done.insert(box).inserted { order.append(box) }
      }
    }
    return order
  }

  /// Returns the boxes in columns as even as possible.
  private static func columns(
    of order: [Int], _ sizes: [(width: Int, rows: Int)], atMost count: Int
  ) -> [[Int]] {
    var room = max(sizes.map(\.rows).max() ?? 0, sizes.reduce(0) { $0 + $1.rows + 1 } / count)
    while true {
      var (columns, used) = ([[Int]](), Int.max)
      for box in order {
        let needed = sizes[box].rows + 1
        if used > room + 1 - needed { (columns, used) = (columns + [[]], 0) }
        columns[columns.count - 1].append(box)
        used += needed
      }
      if columns.count <= count { return columns }
      room += 1
    }
  }

  private init(_ sizes: [(width: Int, rows: Int)], _ links: [Link], _ columns: [[Int]]) {
    (self.links, self.columns) = (links, columns)
    places = Array(repeating: (0, 0), count: sizes.count)
    for (column, boxes) in columns.enumerated() {
      for (place, box) in boxes.enumerated() { places[box] = (column, place) }
    }
    let rows = columns.map { boxes in boxes.reduce(into: [0]) { $0.append($0[$0.count - 1] + sizes[$1].rows + 1) } }
    let ways = links.map { way(of: $0, rows) }
    for (link, way) in zip(links, ways) {
      for case .above(let place, let column) in way {
        let channel = Channel.above(place, column: column)
        if lanes[channel]?[link.target] == nil { lanes[channel, default: [:]][link.target] = laneCount(channel) }
      }
    }
    placeRows(sizes)
    lines = zip(links, ways).map { line(of: $0, $1) }
    shareLanes(ways)
    placeColumns()
    lines = zip(links, ways).map { line(of: $0, $1) }
  }

  private func laneCount(_ channel: Channel) -> Int { lanes[channel].map { ($0.values.max() ?? 0) + 1 } ?? 0 }

  /// Places the boxes in their columns, and the gaps between them as high as the lines there need.
  private mutating func placeRows(_ sizes: [(width: Int, rows: Int)]) {
    var placed: [Int: Frame] = [:]
    for (column, boxes) in columns.enumerated() {
      let width = boxes.map { sizes[$0].width }.max() ?? 0
      var y = 0
      for place in 0...boxes.count {
        let channel = Channel.above(place, column: column)
        starts[channel] = y
        y += max(1, (laneCount(channel) + 1) / 2) * Self.pitch
        guard place < boxes.count else { break }
        let size = sizes[boxes[place]]
        placed[boxes[place]] = Frame(y: y, width: width, height: size.rows * Self.pitch)
        y += size.rows * Self.pitch
      }
      height = max(height, y)
    }
    frames = sizes.indices.compactMap { placed[$0] }
  }

  /// Gives lanes to the upright parts of lines: one lane to those that are above each other.
  private mutating func shareLanes(_ ways: [[Channel]]) {
    var spans: [Channel: [Int: ClosedRange<Int>]] = [:]
    for (number, way) in ways.enumerated() {
      for (step, channel) in way.enumerated() where step % 2 == 0 {
        let (first, second, target) = (lines[number][step + 1].y, lines[number][step + 2].y, links[number].target)
        let known = spans[channel]?[target] ?? first...first
        spans[channel, default: [:]][target] =
          min(known.lowerBound, first, second)...max(known.upperBound, first, second)
      }
    }
    for (channel, spans) in spans {
      var ends: [Int] = []
      for (target, span) in spans.sorted(by: { ($0.value.lowerBound, $0.key) < ($1.value.lowerBound, $1.key) }) {
        let lane = ends.firstIndex { $0 + Self.pitch <= span.lowerBound } ?? ends.count
        if lane == ends.count { ends.append(0) }
        ends[lane] = span.upperBound
        lanes[channel, default: [:]][target] = lane
      }
    }
  }

  /// Places the columns, with room for the lanes between them.
  private mutating func placeColumns() {
    for column in 0...columns.count {
      starts[.beside(column)] = width
      width += 20 + 8 * laneCount(.beside(column))
      guard column < columns.count else { break }
      for box in columns[column] { frames[box].x = width }
      width += columns[column].first.map { frames[$0].width } ?? 0
    }
  }

  // MARK: - Lines

  /// Returns the channels through which a link's line runs.
  ///
  /// - Parameter rows: The first row of each place of a column, without the room that lines need.
  private func way(of link: Link, _ rows: [[Int]]) -> [Channel] {
    let (first, last) = sides(of: link)
    let (column, place) = places[link.target]
    var way = [Channel.beside(first)]
    for side in stride(from: first, to: last, by: first < last ? 1 : -1) {
      let crossed = first < last ? side : side - 1
      // All lines to one box take the same gap.
      let gap = rows[crossed].indices.min {
        abs(rows[crossed][$0] - rows[column][place]) < abs(rows[crossed][$1] - rows[column][place])
      }
      way += [.above(gap ?? 0, column: crossed), .beside(first < last ? side + 1 : side - 1)]
    }
    return way
  }

  /// Beside which columns a link's line leaves its source and reaches its target: where these face each other, or else
  /// at their right.
  private func sides(of link: Link) -> (Int, Int) {
    let (source, target) = (places[link.source].column, places[link.target].column)
    return (target < source ? source : source + 1, target > source ? target : target + 1)
  }

  private func line(of link: Link, _ way: [Channel]) -> [Point] {
    let (source, target) = (frames[link.source], frames[link.target])
    let (first, last) = sides(of: link)
    let (leaves, enters) = (first == places[link.source].column, last == places[link.target].column)
    var points = [
      Point(x: source.x + (leaves ? 0 : source.width), y: source.y + link.row * Self.pitch + (leaves ? 10 : 12))
    ]
    for channel in way {
      let lane = lane(of: link.target, in: channel)
      switch channel {
      case .beside: points.append(Point(x: lane, y: points[points.count - 1].y))
      case .above: points.append(Point(x: points[points.count - 1].x, y: lane))
      }
    }
    let y = target.y + (enters ? 6 : 8)
    return points + [
      Point(x: points[points.count - 1].x, y: y), Point(x: target.x + (enters ? 0 : target.width), y: y),
    ]
  }

  /// Where the line to a box runs in a channel: the x of one beside a column, and the y of one above a box.
  private func lane(of target: Int, in channel: Channel) -> Int {
    let (start, number) = (starts[channel] ?? 0, lanes[channel]?[target] ?? 0)
    return switch channel {
    case .beside: start + 14 + 8 * number
    case .above(_, let column): start + number / 2 * Self.pitch + number % 2 * 12 + column % 2 * 2 + 2
    }
  }
}
