import Foundation
import MotionModel
import MotionModelTestSupport
import MotionModelValidation
import Testing

private struct Member: Principal, Equatable {
  var id = 0
  var isAdmin = false
  var principalName: String { "member \(id)" }
}

private struct Robot: Principal { var principalName: String { "the robot" } }

/// A folder that counts its notes.
private struct Folder: Model, PolicyProtected {
  var id = 0
  var name = ""
  var ownerID = 0
  var noteCount = 0

  static let schema = Schema<Folder> {
    Column(\.name)
    Column(\.ownerID)
    Derived(\.noteCount, count: \.notes)
  }
  struct Relations { let notes = HasMany<Note>(\.folderID) }
  static let relations = Relations()
  static let policy = Policy<Folder, Member> {
    Permission(.read, .create, .update, .delete) { member in \.ownerID == member.id }
  }
}

private struct Note: Model, PolicyProtected, Validatable, Equatable {
  var id = 0
  var text = ""
  var ownerID = 0
  var isShared = false
  var folderID: Int?
  var updatedAt: Date?

  static let schema = Schema<Note> {
    Column(\.text)
    Column(\.ownerID, .indexed)
    Column(\.isShared)
    Column(\.folderID)
    Timestamps(updated: \.updatedAt)
  }
  struct Relations { let folder = BelongsTo<Folder>(\.folderID) }
  static let relations = Relations()
  static let policy = Policy<Note, Member> {
    Permission(.read) { member in \.ownerID == member.id || \.isShared == true }
    Permission(.create, .update, .delete) { member in \.ownerID == member.id }
    Permission(.update, only: \.isShared) { member in member.isAdmin ? .all : .none }
    Permission(.update, only: \.text) { member in member.isAdmin ? \.isShared == true : .none }
    Permission(.delete) { member in member.isAdmin ? .all : .none }
  }
  static let validations = Validations<Note> { Presence(\.text) }

  init() {}
  init(_ text: String, of owner: Int, isShared: Bool = false) {
    (self.text, ownerID, self.isShared) = (text, owner, isShared)
  }
}

/// Who may read and change which records.
@Suite(.ownStore) struct PolicyTests {
  private let ann = Member(id: 1)
  private let bob = Member(id: 2)
  private let root = Member(id: 9, isAdmin: true)

  private func fill() throws {
    try Store.withoutPolicies {
      try Note.insert(contentsOf: [
        Note("a", of: 1), Note("b", of: 2), Note("c", of: 2, isShared: true), Note("d", of: 1, isShared: true),
      ])
    }
  }

  private func denied(
    _ action: PolicyAction, _ id: Int, by member: Member, _ columns: [String] = [], model: String = "Note"
  ) -> PolicyError {
    .denied(model: model, id: "\(id)", action: action, columns: columns, principal: member.principalName)
  }

  @Test func `a finder is narrowed by the policy's condition`() throws {
    try fill()
    #expect(Note.readable(by: ann).pluck(\.text) == ["a", "c", "d"])
    #expect(Note.readable(by: bob).where(\.isShared == false).pluck(\.text) == ["b"])
    #expect(Note.records.allowing(.delete, by: bob).pluck(\.text) == ["b", "c"])
    #expect(Note.records.allowing(.delete, by: root).count == 4)
    #expect(Note.records.allowing(.update, by: ann).pluck(\.text) == ["a", "d"])
    #expect("\(Note.policy.condition(for: .read, by: ann))" == "ownerID == 1 || isShared == true")
    #expect("\(Note.policy.condition(for: .update, by: root))" == "true")
    #expect(Folder.policy.permissions.count == 1)
    #expect("\(Policy<Note, Member> {}.condition(for: .read, by: ann))" == "false")
  }

  @Test func `whoever acts reads what it may, and nobody nothing`() throws {
    try fill()
    #expect(ann.acting { Note.readable().pluck(\.text) } == ["a", "c", "d"])
    #expect(Note.readable().isEmpty && Robot().acting { Note.readable().isEmpty })
    #expect(Store.withoutPolicies { Note.readable().count } == 4)
    #expect(ann.acting { bob.acting { Note.readable().pluck(\.text) } } == ["b", "c", "d"])
  }

  @Test func `a write that is not allowed is refused with record, action and who`() throws {
    try fill()
    let before = Note.all
    #expect(throws: denied(.create, 5, by: ann)) { try ann.acting { try Note.create { $0.text = "x" } } }
    #expect(throws: denied(.delete, 2, by: ann)) { try ann.acting { try Note.require(2).delete() } }
    #expect(throws: denied(.update, 2, by: ann)) {
      try ann.acting {
        var note = try Note.require(2)
        try note.update { $0.text = "x" }
      }
    }
    #expect(Note.all == before)
    let error = denied(.update, 2, by: ann, ["text", "isShared"])
    #expect("\(error)" == #"member 1 may not update Note 2 in "text", "isShared", by the policy of Note."#)
    #expect("\(denied(.delete, 2, by: ann))" == "member 1 may not delete Note 2, by the policy of Note.")
    #expect(error.localizedDescription == "\(error)")
    try ann.acting {
      try Note.create { ($0.text, $0.ownerID) = ("mine", 1) }
      try Note.require(1).delete()
    }
    #expect(Note.where(\.ownerID == 1).pluck(\.text) == ["d", "mine"])
  }

  @Test func `nobody, and a principal of another type, may write nothing`() throws {
    #expect(throws: PolicyError.nobody(model: "Note", id: "1", action: .create)) { try Note.create { $0.text = "a" } }
    #expect(throws: PolicyError.otherPrincipal(model: "Note", expected: "Member", found: "Robot")) {
      try Robot().acting { try Note.create { $0.text = "a" } }
    }
    #expect(
      "\(PolicyError.nobody(model: "Note", id: "1", action: .create))".hasPrefix(
        "Nobody may create Note 1 without acting as a principal: write inside principal.acting"))
    #expect(
      "\(PolicyError.otherPrincipal(model: "Note", expected: "Member", found: "Robot"))".hasPrefix(
        "The policy of Note is about Member, and Robot acts"))
  }

  @Test func `a record may neither be taken nor given away`() throws {
    try fill()
    #expect(throws: denied(.update, 2, by: ann)) {
      try ann.acting { try Note.where(\.id == 2).updateAll { $0.ownerID = 1 } }
    }
    #expect(throws: denied(.update, 1, by: ann)) {
      try ann.acting { try Note.where(\.id == 1).updateAll { $0.ownerID = 2 } }
    }
  }

  @Test func `permissions of columns add up, and others are named`() throws {
    try fill()
    try root.acting {
      try Note.where(\.id == 1).updateAll { $0.isShared = true }
      try Note.where(\.id == 1).updateAll { $0.text = "A" }
      try Note.where(\.id == 3).updateAll { $0.text = "C" }
    }
    #expect(throws: denied(.update, 2, by: root, ["text"])) {
      try root.acting { try Note.where(\.id == 2).updateAll { $0.text = "B" } }
    }
    #expect(throws: denied(.update, 3, by: root, ["ownerID"])) {
      try root.acting { try Note.where(\.id == 3).updateAll { ($0.text, $0.ownerID) = ("CC", 9) } }
    }
  }

  @Test func `every way of writing is asked`() throws {
    try fill()
    let store = Store.current
    var note = try Note.require(2)
    note.text = "x"
    let branch = store.snapshot()
    let changes = try Store.withoutPolicies { () -> Changeset in
      try note.save()
      return Changeset.difference(from: branch, to: store)
    }
    let text = try store.string(as: .json)
    try Store.withoutPolicies { _ = try store.apply(changes.inverted) }
    let ways: [(String, () throws -> Void)] = [
      (
        "save",
        {
          var copy = note; try copy.save()
        }
      ), ("updateAll", { try Note.updateAll { $0.text += "!" } }),
      ("apply", { try store.apply(changes) }), ("merge", { try store.merge(changes) }),
      ("load", { try store.load(from: .string(text), policy: .replace) }),
      ("deleteAll", { try Note.where(\.id == 2).deleteAll() }),
      (
        "without hooks",
        {
          try Note.withoutHooks {
            var copy = note; try copy.save()
          }
        }
      ),
      (
        "without rules",
        {
          var copy = note; try copy.save(validate: false)
        }
      ),
    ]
    for (name, write) in ways {
      #expect(throws: PolicyError.self, "\(name)") { try ann.acting(write) }
      #expect(Note.pluck(\.text) == ["a", "b", "c", "d"], "\(name)")
    }
  }

  @Test func `counters and times of saving belong to nobody`() throws {
    var folder = try bob.acting { try Folder.create { ($0.name, $0.ownerID) = ("Bob's", 2) } }
    try ann.acting { try Note.create { ($0.text, $0.ownerID, $0.folderID) = ("a", 1, folder.id) } }
    folder = try Folder.require(folder.id)
    #expect(folder.noteCount == 1)
    #expect(throws: denied(.update, 1, by: ann, model: "Folder")) {
      try ann.acting { try Folder.updateAll { $0.name = "Ann's" } }
    }
  }

  @Test func `the policy is asked before the rules of a commit, and rules hold besides`() throws {
    #expect(throws: RecordInvalid.self) { try ann.acting { try Note.create { $0.ownerID = 1 } } }
    #expect(throws: PolicyError.self) { try ann.acting { try Note.create { $0.text = "a" } } }
  }

  @Test func `a record says what is allowed with it`() throws {
    try fill()
    let note = try Note.require(3)
    #expect(Note.policy.actions(on: note, by: ann) == [.read])
    #expect(Note.policy.actions(on: note, by: bob) == [.read, .create, .update, .delete])
    #expect(note.allows(.read, by: ann) && !note.allows(.delete, by: ann) && note.allows(.delete, by: root))
    try note.authorize(.read, by: ann)
    #expect(throws: denied(.delete, 3, by: ann)) { try note.authorize(.delete, by: ann) }
  }

  @Test func `the innermost principal counts, also in tasks`() async throws {
    #expect(throws: denied(.create, 1, by: bob)) {
      try ann.acting { try bob.acting { _ = try Note.create { ($0.text, $0.ownerID) = ("a", 1) } } }
    }
    try bob.acting { try ann.acting { _ = try Note.create { ($0.text, $0.ownerID) = ("a", 1) } } }
    await #expect(throws: PolicyError.self) {
      try await bob.acting {
        await Task.yield()
        try await Task { _ = try Note.create { ($0.text, $0.ownerID) = ("b", 1) } }.value
      }
    }
    try await Store.withoutPolicies {
      await Task.yield()
      try Note.create { $0.text = "c" }
    }
    #expect(Note.pluck(\.text) == ["a", "c"])
  }

  /// A model whose policy is its commit check, without ``PolicyProtected``.
  private struct Plain: Model {
    var id = 0
    var ownerID = 0
    static let schema = Schema<Plain> { Column(\.ownerID) }
    static let commitCheck: CommitCheck<Plain>? =
      Policy<Plain, Member> { Permission(.create) { member in \.ownerID == member.id } }.commitCheck
  }

  @Test func `a policy is a commit check`() throws {
    try ann.acting { try Plain.create { $0.ownerID = 1 } }
    #expect(throws: denied(.create, 2, by: ann, model: "Plain")) {
      try ann.acting { try Plain.create { $0.ownerID = 2 } }
    }
    #expect(throws: denied(.update, 1, by: ann, model: "Plain")) {
      try ann.acting { try Plain.updateAll { $0.ownerID = 3 } }
    }
  }

  @Test(arguments: 0..<20) func `random writes are refused as a plain rule refuses them`(_ run: Int) throws {
    var random = TestSeed.generator(run)
    try fill()
    for _ in 0..<60 {
      let member = [ann, bob, root].randomElement(using: &random) ?? ann
      let notes = Note.all
      guard let old = notes.randomElement(using: &random) else { return }
      var new = old
      if Bool.random(using: &random) { new.text += "x" }
      if Bool.random(using: &random) { new.isShared.toggle() }
      if Int.random(in: 0..<4, using: &random) == 0 { new.ownerID = Int.random(in: 1...2, using: &random) }
      let isDeleting = Int.random(in: 0..<6, using: &random) == 0
      let owns = old.ownerID == member.id
      let isAllowed: Bool
      if isDeleting {
        isAllowed = owns || member.isAdmin
      } else if owns && new.ownerID == member.id || new == old {
        isAllowed = true
      } else {
        let mayText = old.text == new.text || member.isAdmin && old.isShared && new.isShared
        isAllowed = member.isAdmin && old.ownerID == new.ownerID && mayText
      }
      let record = new
      let isDone =
        (try? member.acting {
          if isDeleting { try old.delete() } else { try Note.where(\.id == old.id).updateAll { $0 = record } }
        }) != nil
      #expect(isDone == isAllowed, "\(member) \(old) → \(isDeleting ? "deleted" : "\(new)"), seed \(TestSeed.current)")
    }
  }
}
