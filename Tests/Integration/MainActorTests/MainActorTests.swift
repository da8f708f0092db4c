import Foundation
import MotionModel
import Testing

/// This module is isolated to the main actor by default, as in Xcode's templates. Models are declared in it as in any
/// other module.
struct Project: Model {
  var id = 0
  var name = ""

  static let schema = Schema<Project> { Column(\.name, .unique) }
  struct Relations {
    let tasks = HasMany<Step>(\.projectID, dependent: .destroy)
  }
  static let relations = Relations()
  static let hooks: Hooks<Project> = [.beforeSave { project, _ in project.name = project.name.uppercased() }]
}

struct Step: Model {
  var id = 0
  var name = ""
  var projectID = 0

  static let schema = Schema<Step> {
    Column(\.name)
    Column(\.projectID)
  }
  struct Relations {
    let project = BelongsTo<Project>(\.projectID)
  }
  static let relations = Relations()
}

@Suite struct MainActorTests {
  @Test func `models of a module that is isolated to the main actor can be used on and off the main actor`()
    async throws
  {
    let store = Store(notificationCenter: nil)
    try Store.with(store) {
      let project = try Project.create { $0.name = "house" }
      try project.tasks.create { $0.name = "Paint the door" }
      #expect(Step.first?.project?.name == "HOUSE")
    }
    let names = try await Task.detached {
      try Store.with(store) {
        try Project.updateAll { $0.name += "!" }
        return Project.pluck(\.name)
      }
    }
    .value
    #expect(names == ["HOUSE!"])
    #expect(store.table(Project.self).records.where { $0.tasks.count == 1 }.count == 1)
  }
}
