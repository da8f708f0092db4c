// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The parts of SwiftUI that the library and Examples/App use, with the names of its types that are ours, too.
//
// Signatures are those that Apple's reference shows for each type and modifier, without availability
// (developer.apple.com/documentation/swiftui). Isolation and `@preconcurrency` of `View`, `Binding.init(get:set:)` and
// the actions of `Button` are those of the module's interface in Xcode 16, as far as they are remembered. The stand-in
// does not pass Dispatch on, though the original may: a file that names a queue is to import it. It passes on what only
// Apple's Foundation has, which is in the stand-in of Darwin.

@_exported public import Darwin
public import Foundation
public import Observation

@MainActor @preconcurrency public protocol View {
  associatedtype Body: View
  @ViewBuilder @MainActor @preconcurrency var body: Body { get }
}
extension Never: View { public var body: Never { fatalError() } }
public protocol DynamicProperty { mutating func update() }
extension DynamicProperty { public mutating func update() {} }
public struct EmptyView: View {
  public nonisolated init() {}
  public var body: Never { fatalError() }
}
public struct TupleView<T>: View { public var body: Never { fatalError() } }
public struct _ConditionalContent<A, B> {}
extension _ConditionalContent: View where A: View, B: View { public var body: Never { fatalError() } }
extension Optional: View where Wrapped: View { public var body: Never { fatalError() } }
@resultBuilder public enum ViewBuilder {
  public static func buildExpression<C: View>(_ c: C) -> C { c }
  public static func buildBlock() -> EmptyView { EmptyView() }
  public static func buildBlock<C: View>(_ c: C) -> C { c }
  public static func buildBlock<each C: View>(_ c: repeat each C) -> TupleView<(repeat each C)> { fatalError() }
  public static func buildIf<C: View>(_ c: C?) -> C? { c }
  public static func buildEither<A: View, B: View>(first: A) -> _ConditionalContent<A, B> { fatalError() }
  public static func buildEither<A: View, B: View>(second: B) -> _ConditionalContent<A, B> { fatalError() }
}
@propertyWrapper public struct State<Value>: DynamicProperty {
  public init(wrappedValue value: Value) { fatalError() }
  public init(initialValue value: Value) { fatalError() }
  public var wrappedValue: Value {
    get { fatalError() }
    nonmutating set {}
  }
  public var projectedValue: Binding<Value> { fatalError() }
}
extension State where Value: ExpressibleByNilLiteral { public init() { fatalError() } }
extension State: Sendable where Value: Sendable {}
public protocol EnvironmentKey {
  associatedtype Value
  static var defaultValue: Value { get }
}
public struct EnvironmentValues {
  public init() {}
  public subscript<K: EnvironmentKey>(key: K.Type) -> K.Value {
    get { K.defaultValue }
    set {}
  }
  public var undoManager: UndoManager? { nil }
  public var dismiss: DismissAction { fatalError() }
  public var scenePhase: ScenePhase { .active }
}
@propertyWrapper public struct Environment<Value>: DynamicProperty {
  public init(_ keyPath: KeyPath<EnvironmentValues, Value>) {}
  public var wrappedValue: Value { fatalError() }
}
public struct DismissAction { @MainActor @preconcurrency public func callAsFunction() {} }
public enum ScenePhase: Comparable, Hashable, Sendable { case background, inactive, active }
@propertyWrapper @dynamicMemberLookup public struct Binding<Value> {
  @preconcurrency public init(
    @_inheritActorContext get: @escaping @isolated(any) @Sendable () -> Value,
    @_inheritActorContext set: @escaping @isolated(any) @Sendable (Value) -> Void
  ) { fatalError() }
  public var wrappedValue: Value {
    get { fatalError() }
    nonmutating set {}
  }
  public var projectedValue: Binding<Value> { self }
  public subscript<S>(dynamicMember k: WritableKeyPath<Value, S>) -> Binding<S> { fatalError() }
}
@propertyWrapper public struct FocusState<Value: Hashable>: DynamicProperty {
  @propertyWrapper public struct Binding {
    public init(standIn: Void) {}
    public var wrappedValue: Value {
      get { fatalError() }
      nonmutating set {}
    }
    public var projectedValue: FocusState<Value>.Binding { self }
  }
  public var wrappedValue: Value {
    get { fatalError() }
    nonmutating set {}
  }
  public var projectedValue: FocusState<Value>.Binding { fatalError() }
  public init() where Value == Bool { fatalError() }
  public init<T>() where Value == T?, T: Hashable { fatalError() }
}
public protocol ShapeStyle: Sendable {}
public struct Color: ShapeStyle { public static let red = Color() }
public struct HierarchicalShapeStyle: ShapeStyle {}
public struct AnyShapeStyle: ShapeStyle { public init<S: ShapeStyle>(_ style: S) {} }
extension ShapeStyle where Self == Color { public static var red: Color { Color() } }
extension ShapeStyle where Self == HierarchicalShapeStyle {
  public static var secondary: HierarchicalShapeStyle { .init() }
}
public struct Font: Hashable, Sendable {
  public static let footnote = Font()
  public static let headline = Font()
}
public struct LocalizedStringKey: ExpressibleByStringInterpolation { public init(stringLiteral value: String) {} }
public struct Text: View {
  public init(verbatim: String) {}
  public init<S: StringProtocol>(_ style: S) {};
  public init(_ k: LocalizedStringKey) {}
  public var body: Never { fatalError() }
  public func font(_ f: Font?) -> Text { self }
  public func foregroundStyle<S: ShapeStyle>(_ style: S) -> Text { self }
}
extension Text {
  public struct DateStyle: Sendable { public static let date = DateStyle() }
  public init(_ date: Date, style: DateStyle) {}
}
public struct ButtonRole: Equatable, Sendable {
  public static let destructive = ButtonRole()
  public static let cancel = ButtonRole()
}
public struct Button<Label: View>: View {
  public var body: Never { fatalError() }
  @preconcurrency public init(action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label) {}
}
extension Button where Label == Text {
  @preconcurrency public init(_ k: LocalizedStringKey, action: @escaping @MainActor () -> Void) {}
  @preconcurrency public init<S: StringProtocol>(_ k: S, action: @escaping @MainActor () -> Void) {}
  @preconcurrency public init(_ k: LocalizedStringKey, role: ButtonRole?, action: @escaping @MainActor () -> Void) {}
  @preconcurrency public init<S: StringProtocol>(_ k: S, role: ButtonRole?, action: @escaping @MainActor () -> Void) {}
}
public struct Form<Content: View>: View {
  public init(@ViewBuilder content: () -> Content) {}
  public var body: Never { fatalError() }
}
public struct Table<A, B, C> {}
public struct Transaction {}
public struct Section<Parent, Content, Footer> {}
extension Section: View where Parent: View, Content: View, Footer: View {
  public var body: Never { fatalError() }
  public init(@ViewBuilder content: () -> Content, @ViewBuilder header: () -> Parent, @ViewBuilder footer: () -> Footer)
  {}
}
extension Section where Parent: View, Content: View, Footer == EmptyView {
  public init(@ViewBuilder content: () -> Content, @ViewBuilder header: () -> Parent) {}
}
extension Section where Parent == EmptyView, Content: View, Footer: View {
  public init(@ViewBuilder content: () -> Content, @ViewBuilder footer: () -> Footer) {}
}
public struct List<SelectionValue, Content: View>: View { public var body: Never { fatalError() } }
extension List where SelectionValue == Never { public init(@ViewBuilder content: () -> Content) {} }
public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content> {}
extension ForEach: View where Content: View {
  public var body: Never { fatalError() }
  public init(_ data: Data, id: KeyPath<Data.Element, ID>, @ViewBuilder content: @escaping (Data.Element) -> Content) {}
}
extension ForEach where Content: View, Data.Element: Identifiable, ID == Data.Element.ID {
  public init(_ data: Data, @ViewBuilder content: @escaping (Data.Element) -> Content) {}
}
public enum Axis { case horizontal, vertical }
public enum HorizontalAlignment { case leading }
public enum VerticalAlignment { case center }
public struct VStack<C: View>: View {
  public init(alignment: HorizontalAlignment = .leading, spacing: CGFloat? = nil, @ViewBuilder content: () -> C) {};
  public var body: Never { fatalError() }
}
public struct HStack<C: View>: View {
  public init(alignment: VerticalAlignment = .center, spacing: CGFloat? = nil, @ViewBuilder content: () -> C) {};
  public var body: Never { fatalError() }
}
public struct LabeledContent<Label, Content> {}
extension LabeledContent: View where Label: View, Content: View { public var body: Never { fatalError() } }
extension LabeledContent where Label == Text, Content: View {
  public init<S: StringProtocol>(_ t: S, @ViewBuilder content: () -> Content) {};
  public init(_ t: LocalizedStringKey, @ViewBuilder content: () -> Content) {}
}
public struct Toggle<Label: View>: View { public var body: Never { fatalError() } }
extension Toggle where Label == Text {
  public init<S: StringProtocol>(_ t: S, isOn: Binding<Bool>) {};
  public init(_ t: LocalizedStringKey, isOn: Binding<Bool>) {}
}
public struct TextField<Label: View>: View { public var body: Never { fatalError() } }
extension TextField where Label == Text {
  public init<S: StringProtocol>(_ t: S, text: Binding<String>) {}
  public init(_ t: LocalizedStringKey, text: Binding<String>) {}
  public init<S: StringProtocol>(_ t: S, text: Binding<String>, prompt: Text?) {}
  public init<S: StringProtocol>(_ t: S, text: Binding<String>, axis: Axis) {}
  public init<S: StringProtocol>(_ t: S, text: Binding<String>, prompt: Text?, axis: Axis) {}
}
public struct SecureField<Label: View>: View { public var body: Never { fatalError() } }
extension SecureField where Label == Text {
  public init<S: StringProtocol>(_ t: S, text: Binding<String>) {};
  public init(_ t: LocalizedStringKey, text: Binding<String>) {}
}
public struct Picker<Label: View, Selection: Hashable, Content: View>: View { public var body: Never { fatalError() } }
extension Picker where Label == Text {
  public init<S: StringProtocol>(_ t: S, selection: Binding<Selection>, @ViewBuilder content: () -> Content) {};
  public init(_ t: LocalizedStringKey, selection: Binding<Selection>, @ViewBuilder content: () -> Content) {}
}
public struct AccessibilityTraits: Sendable { public static let isHeader = AccessibilityTraits() }
public protocol PrimitiveButtonStyle {}
public struct BorderlessButtonStyle: PrimitiveButtonStyle {}
extension PrimitiveButtonStyle where Self == BorderlessButtonStyle {
  public static var borderless: BorderlessButtonStyle { .init() }
}
extension View {
  public func environment<V>(_ keyPath: WritableKeyPath<EnvironmentValues, V>, _ value: V) -> some View { EmptyView() }
  public func navigationTitle(_ t: Text) -> some View { EmptyView() }
  public func onChange<V: Equatable>(
    of value: V, initial: Bool = false, _ action: @escaping (_ old: V, _ new: V) -> Void
  ) -> some View { EmptyView() }
  public func onChange<V: Equatable>(of value: V, initial: Bool = false, _ action: @escaping () -> Void) -> some View {
    EmptyView()
  }
  public func focused<V: Hashable>(_ b: FocusState<V>.Binding, equals v: V) -> some View { EmptyView() }
  public func accessibilityLabel(_ t: Text) -> some View { EmptyView() }
  public func accessibilityHint(_ t: Text) -> some View { EmptyView() }
  public func accessibilityHidden(_ b: Bool) -> some View { EmptyView() }
  public func accessibilityAddTraits(_ t: AccessibilityTraits) -> some View { EmptyView() }
  public func font(_ f: Font?) -> some View { EmptyView() }
  public func foregroundStyle<S: ShapeStyle>(_ style: S) -> some View { EmptyView() }
  public func tag<V: Hashable>(_ v: V) -> some View { EmptyView() }
  public func buttonStyle<S: PrimitiveButtonStyle>(_ style: S) -> some View { EmptyView() }
}

// MARK: - Programs and windows

@MainActor @preconcurrency public protocol Scene {
  associatedtype Body: Scene
  @SceneBuilder @MainActor @preconcurrency var body: Body { get }
}
extension Never: Scene {}
@resultBuilder public enum SceneBuilder {
  public static func buildExpression<C: Scene>(_ c: C) -> C { c }
  public static func buildBlock<C: Scene>(_ c: C) -> C { c }
}
@MainActor @preconcurrency public protocol App {
  associatedtype Body: Scene
  @SceneBuilder @MainActor @preconcurrency var body: Body { get }
  @MainActor @preconcurrency init()
}
extension App { @MainActor @preconcurrency public static func main() {} }
public struct WindowGroup<Content: View>: Scene {
  public init(@ViewBuilder content: () -> Content) {}
  public var body: Never { fatalError() }
}
extension Scene {
  public func onChange<V: Equatable>(
    of value: V, initial: Bool = false, _ action: @escaping (_ old: V, _ new: V) -> Void
  ) -> some Scene { WindowGroup { EmptyView() } }
}
@MainActor @preconcurrency public protocol PreviewProvider {
  associatedtype Previews: View
  @ViewBuilder @MainActor @preconcurrency static var previews: Previews { get }
}

@MainActor @preconcurrency public protocol WidgetConfiguration {
  associatedtype Body: WidgetConfiguration
  @MainActor @preconcurrency var body: Body { get }
}
extension Never: WidgetConfiguration {}
@MainActor @preconcurrency public protocol Widget {
  associatedtype Body: WidgetConfiguration
  @MainActor @preconcurrency var body: Body { get }
  @MainActor @preconcurrency init()
}
extension WidgetConfiguration {
  public func configurationDisplayName(_ displayNameKey: LocalizedStringKey) -> some WidgetConfiguration { self }
  public func description(_ descriptionKey: LocalizedStringKey) -> some WidgetConfiguration { self }
}

// MARK: - Lists and sheets

@dynamicMemberLookup @propertyWrapper public struct Bindable<Value> {
  public var wrappedValue: Value
  public var projectedValue: Bindable<Value> { self }
  public init(wrappedValue: Value) where Value: AnyObject & Observable { self.wrappedValue = wrappedValue }
  public subscript<Subject>(dynamicMember keyPath: ReferenceWritableKeyPath<Value, Subject>) -> Binding<Subject> {
    fatalError()
  }
}
extension Bindable: Sendable where Value: Sendable {}
public struct NavigationStack<Root: View>: View {
  public init(@ViewBuilder root: () -> Root) {}
  public var body: Never { fatalError() }
}
public struct TabView<SelectionValue: Hashable, Content: View>: View { public var body: Never { fatalError() } }
extension TabView where SelectionValue == Int { public init(@ViewBuilder content: () -> Content) {} }
public struct Label<Title: View, Icon: View>: View { public var body: Never { fatalError() } }
public struct Image: View { public var body: Never { fatalError() } }
extension Label where Title == Text, Icon == Image {
  public init(_ titleKey: LocalizedStringKey, systemImage name: String) {}
}
public struct ContentUnavailableView<Label: View, Description: View, Actions: View>: View {
  public var body: Never { fatalError() }
}
extension ContentUnavailableView where Label == SwiftUI.Label<Text, Image>, Description == Text?, Actions == EmptyView {
  public init(_ title: LocalizedStringKey, systemImage name: String, description: Text? = nil) {}
}
public struct DatePickerComponents: OptionSet, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }
  public static let date = DatePickerComponents(rawValue: 1)
  public static let hourAndMinute = DatePickerComponents(rawValue: 2)
}
public struct DatePicker<Label: View>: View { public var body: Never { fatalError() } }
extension DatePicker where Label == Text {
  public init(
    _ titleKey: LocalizedStringKey, selection: Binding<Date>,
    displayedComponents: DatePickerComponents = [.hourAndMinute, .date]
  ) {}
}
public struct ToolbarItemPlacement: Sendable {
  public static let primaryAction = ToolbarItemPlacement()
  public static let confirmationAction = ToolbarItemPlacement()
  public static let cancellationAction = ToolbarItemPlacement()
}
@MainActor @preconcurrency public protocol ToolbarContent {}
public struct ToolbarItem<Content: View>: ToolbarContent {
  public init(placement: ToolbarItemPlacement = .primaryAction, @ViewBuilder content: () -> Content) {}
}
public struct TupleToolbarContent<T>: ToolbarContent {}
@resultBuilder public enum ToolbarContentBuilder {
  public static func buildExpression<C: ToolbarContent>(_ c: C) -> C { c }
  public static func buildBlock<C: ToolbarContent>(_ c: C) -> C { c }
  public static func buildBlock<each C: ToolbarContent>(_ c: repeat each C) -> TupleToolbarContent<(repeat each C)> {
    TupleToolbarContent()
  }
}
public enum HorizontalEdge: Sendable { case leading, trailing }
public struct SearchFieldPlacement: Sendable { public static let automatic = SearchFieldPlacement() }
public struct Alignment: Equatable, Sendable { public static let center = Alignment() }
extension View {
  public func swipeActions<T: View>(
    edge: HorizontalEdge = .trailing, allowsFullSwipe: Bool = true, @ViewBuilder content: () -> T
  ) -> some View { EmptyView() }
  public func searchable(
    text: Binding<String>, placement: SearchFieldPlacement = .automatic, prompt: LocalizedStringKey
  ) -> some View { EmptyView() }
  public func toolbar<Content: ToolbarContent>(@ToolbarContentBuilder content: () -> Content) -> some View {
    EmptyView()
  }
  public func sheet<Item: Identifiable, Content: View>(
    item: Binding<Item?>, onDismiss: (() -> Void)? = nil, @ViewBuilder content: @escaping (Item) -> Content
  ) -> some View { EmptyView() }
  public func alert<A: View, M: View>(
    _ titleKey: LocalizedStringKey, isPresented: Binding<Bool>, @ViewBuilder actions: () -> A,
    @ViewBuilder message: () -> M
  ) -> some View { EmptyView() }
  public func overlay<V: View>(alignment: Alignment = .center, @ViewBuilder content: () -> V) -> some View {
    EmptyView()
  }
  public func tabItem<V: View>(@ViewBuilder _ label: () -> V) -> some View { EmptyView() }
}
extension Text {
  public func strikethrough(_ isActive: Bool = true) -> Text { self }
}
