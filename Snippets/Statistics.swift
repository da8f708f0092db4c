// Percentiles, histograms, the top of each group, gaps in dates, and charts.

// snippet.hide
import Foundation
import MotionModel
import MotionModelStatistics

struct Sale: Model {
  var id = 0
  var shop = ""
  var amount = Decimal(0)
  var date = Date.distantPast

  static let schema = Schema<Sale> { Column(\.shop, .indexed) }
}

var calendar = Calendar(identifier: .gregorian)
calendar.timeZone = .gmt
let monday = Date(timeIntervalSince1970: 1_793_577_600)
for (day, shop, amount) in [
  (0, "Rome", 10), (0, "Oslo", 40), (1, "Rome", 15), (4, "Rome", 5), (4, "Oslo", 80), (5, "Rome", 30),
] {
  try Sale.create {
    ($0.shop, $0.amount) = (shop, Decimal(amount))
    $0.date = monday.addingTimeInterval(Double(day) * 86_400)
  }
}

// snippet.show
// snippet.percentiles
let middle = Sale.records.median(\.amount)  // => 22.5
let most = Sale.records.percentile(90, \.amount)  // => 60
let (low, high, count) = Sale.records.aggregate(.percentile(5, \.amount), .percentile(95, \.amount), .count)
let halfSold = Sale.records.value(atPercentile: 50, \.date)  // the day by which half of the sales were made
// snippet.hide
precondition(middle == 22.5 && most == 60 && low == 6.25 && high == 70 && count == 6)
precondition(halfSold == monday.addingTimeInterval(86_400))

// snippet.show
// snippet.histogram
let histogram = Sale.records.histogram(\.amount, .width(20))
let counts = histogram.bins.map(\.count)  // => [3, 1, 1, 0, 1]
// snippet.hide
precondition(counts == [3, 1, 1, 0, 1])

// snippet.show
// snippet.groups
let medians = Sale.group(by: \.shop).median(\.amount)  // => ["Rome": 12.5, "Oslo": 60]
let best = Sale.group(by: \.shop).top(1, by: \.amount)["Rome"]?.first?.amount  // => 30
let pauses = Sale.group(by: \.shop).gaps(in: \.date, longerThan: .seconds(2 * 86_400))["Rome"]?.count  // => 1
let total = Sale.order(by: \.date).runningSums(of: \.amount)  // => [10, 50, 65, 70, 150, 180]
// snippet.hide
precondition(medians == ["Rome": 12.5, "Oslo": 60] && best == 30 && total == [10, 50, 65, 70, 150, 180])
precondition(pauses == 1)

// snippet.show
// snippet.dates
let perDay = Sale.records.dateCounts(\.date, by: .day, in: calendar)
let days = try perDay.filled().map(\.count)  // => [2, 1, 0, 0, 2, 1]
let gaps = perDay.gaps  // Wednesday and Thursday, as one gap
// snippet.hide
precondition(days == [2, 1, 0, 0, 2, 1] && gaps.map { $0.duration / 86_400 } == [2])

// snippet.show
// snippet.charts
let line = Sparkline(days).text()  // => "█▅▁▁█▅"
let bars = BarChart(histogram).text(width: 6)
// 0 – 20   ██████ 3
// 20 – 40  ██ 1
// 40 – 60  ██ 1
// 60 – 80  0
// 80 – 100 ██ 1
let image = Sparkline(days).svg(title: "Sales per day")
// snippet.hide
precondition(line == "█▅▁▁█▅", line)
precondition(bars == "0 – 20   ██████ 3\n20 – 40  ██ 1\n40 – 60  ██ 1\n60 – 80  0\n80 – 100 ██ 1", bars)
precondition(image.contains("Sales per day"))
