import MotionModel
import MotionModelValues

extension Command {
  private static let base = Parameter(
    name: "BASE", help: "What both files were made from.", arity: .optional, completion: .file)
  private static let ours = Parameter(name: "OURS", help: "A file.", completion: .file)
  private static let theirs = Parameter(name: "THEIRS", help: "The file that is merged into it.", completion: .file)
  private static let prefer = Option(
    name: "prefer", value: "SIDE", help: "Which side wins in a conflict.", completion: .words(["ours", "theirs"]))

  static let merge = Command(
    name: "merge",
    summary: "Merges the records of two files into a new one, and reports conflicts.",
    discussion: [
      "With a base, a record or a column that one side changed is as that side has it, and one that both changed in "
        + "different ways is a conflict. Without a base, records of both files that differ are conflicts.",
      "A conflict is printed with the values of both sides. Then nothing is written and the status is 1, unless --prefer "
        + "says which side wins.",
    ],
    parameters: [base, ours, theirs],
    options: [.output, prefer, .id, .to, .force] + Option.text,
    examples: [
      .init(line: "merge base.json mine.json yours.json -O merged.json", meaning: "Merge what two people changed."),
      .init(line: "merge mine.json yours.json --prefer theirs -O merged.json", meaning: "Update a file by another."),
    ]
  ) { call in
    guard let output = call.arguments[.output] else {
      throw UsageError("Name the file that is written: --output FILE.")
    }
    let paths = [call.arguments[ours] ?? "-", call.arguments[theirs] ?? "-"]
    let files = try call.comparedFiles(paths + (call.arguments[base].map { [$0] } ?? []))
    let preferred = call.arguments[prefer].flatMap { Merge.Side(rawValue: $0) }
    let (result, hasConflicts) = try call.merged(files, preferred: preferred, reporting: true)
    if hasConflicts && preferred == nil { return .finding }
    try call.writeNew(result, to: output, of: paths + [call.arguments[base]])
    return .success
  }
}

extension Invocation {
  /// Merges files of records, model by model.
  ///
  /// - Parameters:
  ///   - files: Ours, theirs, and what both were made from, if that is known.
  ///   - preferred: The side that wins in conflicts; nil if they are only reported, and ours is in the result.
  ///   - isReporting: Whether conflicts are printed.
  func merged(
    _ files: [ComparedFile], preferred: Merge.Side?, reporting isReporting: Bool
  ) throws -> (result: StoreDocument, hasConflicts: Bool) {
    let (ours, theirs) = (files[0].document, files[1].document)
    var (result, hasConflicts) = (ours, false)
    for name in ours.models.map(\.name) + theirs.models.map(\.name).filter({ ours[$0] == nil }) {
      if Set([ours[name], theirs[name]].compactMap { $0?.version }).count > 1 {
        throw UsageError("\(name) has different versions in the files: migrate the older file first.")
      }
      let records = try comparedRecords(of: name, in: files)
      let merge = Merge(
        base: records.count > 2 ? records[2] : nil, ours: records[0], theirs: records[1], preferred: preferred)
      result[name] = merge.result
      hasConflicts = hasConflicts || !merge.conflicts.isEmpty
      // With standard output as the target, conflicts must not be part of the file.
      if isReporting { for conflict in merge.conflicts { warn(text(of: conflict, in: name)) } }
    }
    return (result, hasConflicts)
  }

  fileprivate func text(of conflict: Merge.Conflict, in model: String) -> String {
    let place = [model, conflict.id.cellText, conflict.column].compactMap(\.self).joined(separator: " ")
    return "Conflict in \(place): ours \(conflict.ours), theirs \(conflict.theirs)."
  }
}
