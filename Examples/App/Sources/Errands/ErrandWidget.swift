import Foundation
import MotionModel
import MotionModelJournal
import SwiftUI
import WidgetKit

/// The next errands on the home screen. It follows the app's file, which needs no lock, and writes nothing.
public struct ErrandWidget: Widget {
  /// Creates it; the system does.
  public init() {}

  /// What the home screen offers.
  public var body: some WidgetConfiguration {
    StaticConfiguration(kind: "errands", provider: ErrandTimeline()) { entry in ErrandWidgetView(entry: entry) }
      .configurationDisplayName("Errands")
      .description("What to do next.")
  }
}

struct ErrandEntry: TimelineEntry {
  var date = Date.now
  var names: [String] = []
  var count = 0
}

struct ErrandTimeline: TimelineProvider {
  func placeholder(in context: Context) -> ErrandEntry { ErrandEntry(names: ["Walk the dog"], count: 1) }

  func getSnapshot(in context: Context, completion: @escaping @Sendable (ErrandEntry) -> Void) {
    completion((try? entry()) ?? placeholder(in: context))
  }

  /// The app says when there is something new: `WidgetCenter.shared.reloadAllTimelines()`.
  func getTimeline(in context: Context, completion: @escaping @Sendable (Timeline<ErrandEntry>) -> Void) {
    completion(Timeline(entries: [(try? entry()) ?? ErrandEntry()], policy: .never))
  }

  /// Reads the records and the commits behind them, as they are now.
  private func entry() throws -> ErrandEntry {
    let store = try Store(following: .errands, models: [Errand.self], notificationCenter: nil)
    let open = store.table(Errand.self).records.open
    return ErrandEntry(names: open.order(by: \.due).limit(3).pluck(\.name), count: open.count)
  }
}

struct ErrandWidgetView: View {
  let entry: ErrandEntry

  var body: some View {
    VStack(alignment: .leading) {
      Text(verbatim: "\(entry.count) open").font(.headline)
      ForEach(entry.names, id: \.self) { name in Text(verbatim: name) }
    }
  }
}
