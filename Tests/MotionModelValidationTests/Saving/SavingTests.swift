import Foundation
import MotionModel
import MotionModelTestSupport
import MotionModelValidation
import Testing

@Suite(.ownStore) struct ValidatedSavingTests {
  @Test func `save throws the record and its errors, and leaves no trace`() throws {
    let store = Store.current
    var task = Job("Dog")
    let invalid = try #require(throws: RecordInvalid.self) { try task.save() }
    #expect(invalid.record as? Job == task && invalid.errors == task.errors)
    #expect("\(invalid.errors)" == "[name: tooShort(count: 5)]")
    #expect(task == Job("Dog") && Job.isEmpty && store.commitCount == 0)
    task.name = "Walk the dog"
    try task.save()
    #expect(task.id == 1)
    task.priority = 10
    #expect(throws: RecordInvalid.self) { try task.save() }
    #expect(Job.first?.priority == 0)
  }
}
