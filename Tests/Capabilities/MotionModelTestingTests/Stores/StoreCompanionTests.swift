import MotionModel
import MotionModelTesting
import Testing

@Suite struct StoreCompanionTests {
  @Test func `the numbers of a store end with it`() throws {
    // Addresses of freed stores are used again, soon.
    for _ in 0..<500 {
      #expect(try Project.sample.new(in: Store(notificationCenter: nil)).name == "Project 1")
    }
  }

  @Test func `many stores keep their numbers`() throws {
    let stores = (0..<300).map { _ in Store(notificationCenter: nil) }
    for store in stores { _ = try Project.sample.new(in: store) }
    #expect(try stores.allSatisfy { try Project.sample.new(in: $0).name == "Project 2" })
  }

  @Test func `tests do not keep a store`() throws {
    weak var store: Store?
    try {
      let own = Store(notificationCenter: nil)
      store = own
      try Project.sample.create(in: own)
    }()
    #expect(store == nil)
  }
}
