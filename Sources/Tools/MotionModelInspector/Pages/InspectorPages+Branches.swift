import MotionModel
import MotionModelLoopback
import MotionModelTransactions

/// The branches that an inspector shows, as long as the program has them.
final class ShownBranches: Sendable {
  private struct Shown: Sendable {
    let name: String
    weak let branch: Branch?
  }

  private let list = Locked([Shown]())

  func add(_ branch: Branch, as name: String) {
    list.withLock { list in
      list.removeAll { $0.branch == nil || $0.name == name }
      list.append(Shown(name: name, branch: branch))
    }
  }

  /// The branches that there are.
  var all: [(name: String, branch: Branch)] {
    list.withLock { $0.compactMap { shown in shown.branch.map { (shown.name, $0) } } }
  }
}

extension InspectorPages {
  /// The branches with what was changed in each.
  func branchList() -> Reply {
    page("Branches", section: "branches") { page in
      let all = branches?.all ?? []
      if all.isEmpty {
        return page.block(
          "p",
          text:
            "No branch is shown. A program shows one by inspector.show(branch, as: \"draft\"); a store does not know its branches."
        )
      }
      page.block("ul") { page in
        for (name, branch) in all {
          page.block("li") { page in
            page.link(name, address("branches", name))
            page.text(": \(branch.changes)")
          }
        }
      }
    }
  }

  /// What was changed in a branch since it was created, updated or merged.
  func branch(_ name: String) -> Reply {
    guard let branch = branches?.all.first(where: { $0.name == name })?.branch else {
      return refusal(404, "There is no branch of this name any more.")
    }
    return page("Branch \(name)", section: "branches") { page in
      let changes = branch.changes
      page.block("p", text: "\(changes), beside the store as it was when the branch was created, updated or merged.")
      self.changes(changes.recordedChanges(limit: 500), total: changes.count, &page)
    }
  }
}
