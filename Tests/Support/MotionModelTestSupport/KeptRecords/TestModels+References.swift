import MotionModel
import MotionModelTesting
import MotionModelTransactions

extension TestModels {
  /// Writes keys that must lead to stored records, and deletes the records to which they lead.
  func refer(_ transcript: inout Transcript) {
    transcript.note("teams") { try Team.insert(contentsOf: ["a", "b", "c"].map { Team($0) }) }
    transcript.note("members") {
      let mentors: [Int?] = [nil, 1, 2, 4, nil, nil]
      return try Member.insert(contentsOf: mentors.enumerated().map { Member(of: $0 / 2 + 1, mentor: $1) })
    }
    transcript.note("lockers") { try Locker.insert(contentsOf: [2, 2, 3, 5].map { Locker(of: $0) }) }
    transcript.note("remarks") {
      let (team, member) = try (Team.require(1), Member.require(3))
      return try [
        team.remarks.create { $0.text = "of a team" },
        Remark.create { ($0.subjectType, $0.subjectID, $0.text) = ("\(Member.self)", member.id, "of a member") },
        Remark.create { $0.text = "of nobody" },
      ]
    }
    transcript.note("with what they are about") {
      let remarks = Remark.order(by: \.id).including(\.subject)
      return try remarks.including(\.subject, as: Team.self) { $0.order(by: \.id).including(\.members) }.all.map {
        ($0.text, ($1 as? Team)?.name, ($1 as? Member)?.teamID, $2?.1.map(\.id))
      }
    }
    transcript.note("the same, in one call") {
      try Remark.order(by: \.id).including(\.subject).all.map { ($0.id, ($1 as? Team)?.id, ($1 as? Member)?.id) }
    }
    refuse(&transcript)
    delete(&transcript)
  }

  private func refuse(_ transcript: inout Transcript) {
    // The records have ids, because an adapter may give other ones after a refused save.
    transcript.note("to nothing") { try Member.create { ($0.id, $0.teamID) = (20, 9) } }
    transcript.note("changed to nothing") {
      var member = try Member.require(1)
      try member.update { $0.mentorID = 77 }
    }
    transcript.note("all to nothing") { try Member.updateAll { $0.teamID = 8 } }
    transcript.note("some to nothing") {
      let members = [1, 9].map { team in
        var member = Member(of: team)
        member.id = 20 + team
        return member
      }
      try Member.insert(contentsOf: members)
    }
    for (type, id) in [("\(Team.self)", 99), ("Project", 1)] {
      transcript.note("about nothing") {
        try Remark.create { ($0.id, $0.subjectType, $0.subjectID) = (20, type, id) }
      }
    }
    transcript.note("a mentor") { try Member.delete(1) }
    transcript.note("several mentors") { try Member.where(\.id < 3).deleteAll() }
    transcript.note("within a transaction") {
      try store.transaction { _ in
        try Member.create { ($0.id, $0.mentorID) = (30, 31) }
        try Member.create { ($0.id, $0.mentorID, $0.teamID) = (31, 30, 1) }
      }
      return try Team.order(by: \.id).pluck(\.membersCount)
    }
    noteTeams(in: &transcript)
  }

  private func delete(_ transcript: inout Transcript) {
    transcript.note("undone") {
      try store.transaction { transaction in
        try Team.deleteAll()
        let teamless = try (Member.where(\.teamID).isNil.count, Remark.count)
        transaction.rollback()
        return teamless
      }
    }
    transcript.note("a preview") { "\(store.preview { try Team.delete(2) }.changeset)" }
    noteTeams(in: &transcript)
    transcript.note("a team") { try Team.delete(1) }
    noteTeams(in: &transcript)
    transcript.note("a member with its locker") {
      let undo = UndoHistory(of: store)
      let isDeleted = try Member.delete(5)
      let lockers = try Locker.count
      try undo.undo()
      return try (isDeleted, lockers, Locker.count, Member.find(5))
    }
    transcript.note("a member with a remark") {
      var pupil = try Member.require(4)
      try pupil.update { $0.mentorID = nil }
      return try Member.delete(3)
    }
    noteTeams(in: &transcript)
    transcript.note("all others") { try Member.deleteAll() }
    noteTeams(in: &transcript)
  }

  private func noteTeams(in transcript: inout Transcript) {
    transcript.note("teams") { try Team.order(by: \.id).all }
    transcript.note("members") { try Member.order(by: \.id).all }
    transcript.note("lockers") { try Locker.order(by: \.id).all }
    transcript.note("remarks") { try Remark.order(by: \.id).all }
  }
}
