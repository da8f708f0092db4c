// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The parts of WidgetKit that Examples/App uses, as Apple's reference shows them
// (developer.apple.com/documentation/widgetkit).

public import Foundation
public import SwiftUI

public protocol TimelineEntry { var date: Date { get } }
public struct TimelineReloadPolicy: Equatable, Sendable {
  public static let never = TimelineReloadPolicy()
  public static let atEnd = TimelineReloadPolicy()
}
public struct Timeline<EntryType: TimelineEntry> {
  public init(entries: [EntryType], policy: TimelineReloadPolicy) {}
}
public struct TimelineProviderContext { init() {} }
public protocol TimelineProvider {
  associatedtype Entry: TimelineEntry
  typealias Context = TimelineProviderContext
  func placeholder(in context: Context) -> Entry
  @preconcurrency func getSnapshot(in context: Context, completion: @escaping @Sendable (Entry) -> Void)
  @preconcurrency func getTimeline(in context: Context, completion: @escaping @Sendable (Timeline<Entry>) -> Void)
}
@MainActor @preconcurrency public struct StaticConfiguration<Content: View>: WidgetConfiguration {
  public init<Provider: TimelineProvider>(
    kind: String, provider: Provider, @ViewBuilder content: @escaping (Provider.Entry) -> Content
  ) {}
  public var body: Never { fatalError() }
}
public final class WidgetCenter: Sendable {
  public static let shared = WidgetCenter()
  public func reloadAllTimelines() {}
}
