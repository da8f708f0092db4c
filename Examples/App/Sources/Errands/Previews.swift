import MotionModel
import SwiftUI

extension Store {
  /// A store in memory with a few errands, for previews and tests. Each call makes another one.
  static func sample() -> Store {
    let store = Store()
    let names = [("Walk the dog", Place.home), ("Buy milk", .town), ("Return the books", .town)]
    do {
      try store.table(Errand.self).insert(contentsOf: names.map { Errand(name: $0.0, place: $0.1) })
    } catch {
      preconditionFailure("\(error)")
    }
    return store
  }
}

/// With Xcode's macro: `#Preview { DueList().modelStore(.sample()) }`.
struct ErrandPreviews: PreviewProvider {
  static var previews: some View {
    let store = Store.sample()
    ErrandList(desk: Desk(store: store)).modelStore(store)
    DueList().modelStore(.sample())
  }
}
