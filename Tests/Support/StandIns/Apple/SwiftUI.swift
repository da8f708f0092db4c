// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The parts of SwiftUI that the library and Examples/App use, with the names of its types that are ours, too.
//
// Signatures are those that Apple's reference shows for each type and modifier, without availability
// (developer.apple.com/documentation/swiftui). Isolation and `@preconcurrency` of `View`, `Binding.init(get:set:)` and
// the actions of `Button` are those of the module's interface in Xcode 16, as far as they are remembered. The stand-in
// does not pass Dispatch on, though the original may: a file that names a queue is to import it.

public import Foundation

// Foundation's, which Linux does not have; see Darwin.swift.
@MainActor open class UndoManager {
  public init() {}
  public var canUndo: Bool { false }
  public var canRedo: Bool { false }
  public func undo() {}
  public func redo() {}
}

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
public struct ButtonRole: Equatable, Sendable { public static let destructive = ButtonRole() }
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
