// Types with the names of SwiftUI's, as a program meets them, for a test that imports them beside the library.

package protocol View {}
package protocol App { init() }

@resultBuilder
package enum ViewBuilder {
  package static func buildBlock(_ parts: any View...) -> [any View] { parts }
}

package struct Form: View { package init(@ViewBuilder _ content: () -> [any View]) { _ = content() } }
package struct Section: View {
  package init(_ title: String, @ViewBuilder _ content: () -> [any View]) { _ = content() }
}
package struct List<Data: Sequence>: View {
  package init(_ data: Data, row: (Data.Element) -> any View) { _ = data.map(row) }
}
package struct Table<Row>: View {
  package init(_ rows: [Row], columns: () -> TableColumn<Row>) { _ = columns() }
}
package struct TableColumn<Row>: View {
  package init(_ title: String, value: KeyPath<Row, String>) {}
}
package struct TableRow<Row>: View { package init(_ row: Row) {} }
package struct Text: View { package init(_ text: String) {} }
package struct Label: View { package init(_ title: String, image: String) {} }
package struct Button: View { package init(_ title: String, action: () -> Void) {} }
package struct Toggle: View { package init(_ title: String, isOn: Binding<Bool>) {} }
package struct Picker: View { package init(_ title: String, selection: Binding<Int>) {} }
package struct Group: View { package init(@ViewBuilder _ content: () -> [any View]) { _ = content() } }
package struct Transaction {
  package var animation: Animation?
  package init(animation: Animation?) { self.animation = animation }
}
package struct Animation: Sendable { package static let easeIn = Animation() }
package protocol Transition {}
package struct OpacityTransition: Transition { package init() {} }
package struct Preview { package init(_ title: String) {} }
package struct Color: View { package static var red: Color { Color() } }
package struct Image: View { package init(_ name: String) {} }

@propertyWrapper
package struct Binding<Value> {
  package var wrappedValue: Value
  package init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
  package static func constant(_ value: Value) -> Binding { Binding(wrappedValue: value) }
}

@propertyWrapper
package struct State<Value> {
  package var wrappedValue: Value
  package init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
}
