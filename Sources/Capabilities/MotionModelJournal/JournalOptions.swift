/// How an opened store writes its commits.
struct JournalOptions: Sendable {
  var durability = Durability.everyCommit
  var visibility = CommitVisibility.whenWritten
  var history = KeptHistory.none
  var compaction = CompactionPolicy.automatic
}
