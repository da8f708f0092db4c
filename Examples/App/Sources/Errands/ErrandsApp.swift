import MotionModelTransactions
import SwiftUI
import WidgetKit

/// The app. An Xcode project has it as `@main struct Main { static func main() { ErrandsApp.main() } }`.
public struct ErrandsApp: App {
  @State private var book = ErrandBook(file: .errands)
  @Environment(\.scenePhase) private var phase

  /// Creates it; the system does.
  public init() {}

  /// A window, of which a Mac opens several.
  public var body: some Scene {
    WindowGroup { ErrandWindow(book: book) }
      .onChange(of: phase) { _, phase in
        switch phase {
        case .active: book.resume()
        case .background: leave()
        default: break
        }
      }
  }

  private func leave() {
    #if os(iOS)
      book.suspend()
    #endif
    WidgetCenter.shared.reloadAllTimelines()
  }
}

/// A window: two lists of the same store, with what is undone in this window.
struct ErrandWindow: View {
  private let book: ErrandBook
  @State private var desk: Desk

  init(book: ErrandBook) {
    self.book = book
    _desk = State(initialValue: Desk(store: book.store))
  }

  var body: some View {
    TabView {
      ErrandList(desk: desk).tabItem { Label("Errands (\(book.openCount))", systemImage: "checklist") }
      DueList().tabItem { Label("Due", systemImage: "calendar") }
    }
    .modelStore(book.store)
    .alert("It did not work", isPresented: hasProblem) {
      Button("OK") {}
    } message: {
      Text(verbatim: problem ?? "")
    }
  }

  private var problem: String? { desk.problem ?? book.problem }

  private var hasProblem: Binding<Bool> {
    Binding {
      problem != nil
    } set: { _ in
      (desk.problem, book.problem) = (nil, nil)
    }
  }
}
