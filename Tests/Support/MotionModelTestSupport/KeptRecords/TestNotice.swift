import Foundation
import MotionModel
import MotionModelTesting

/// A record that finders leave out when it is old, with hooks at the end of transactions.
struct TestNotice<Adapter: StorageAdapter>: Model, Equatable {
  var id = 0
  var text = ""
  var level = 0
  var isOld = false
  var updatedAt: Date?

  static var schema: Schema<Self> { Declared.once { Schema { Timestamps(updated: \.updatedAt) } } }
  static var defaultScope: RecordPredicate<Self>? { Declared.once { \Self.isOld == false } }
  static var hooks: Hooks<Self> {
    Declared.once {
      [
        .afterInitialize { notice in if notice.text.isEmpty { notice.text = "new" } },
        .afterTouch { notice, _ in try TestTag<Adapter>.where(\.id).eq("touched \(notice.text)").firstOrCreate() },
        .beforeCommit { change, context in
          if change.new?.level == 99 { throw context.halt("It is too high.") }
          if change.new?.level == 50 { try TestTag<Adapter>.create { $0.id = "high" } }
        },
      ]
    }
  }

  init() {}
  init(_ text: String, _ level: Int, isOld: Bool = false) { (self.text, self.level, self.isOld) = (text, level, isOld) }
}

extension TestModels {
  typealias Notice = TestNotice<Adapter>
}
