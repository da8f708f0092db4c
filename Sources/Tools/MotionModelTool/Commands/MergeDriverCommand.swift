import Foundation
import MotionModel

extension Command {
  private static let base = Parameter(
    name: "BASE", help: "What both versions were made from: %O.", completion: .file)
  private static let ours = Parameter(
    name: "OURS", help: "Our version, which gets the result: %A.", completion: .file)
  private static let theirs = Parameter(name: "THEIRS", help: "Their version: %B.", completion: .file)
  private static let path = Parameter(
    name: "PATH", help: "The name of the file in the repository, which says its format: %P.", arity: .optional)

  static let mergeDriver = Command(
    name: "merge-driver",
    summary: "Merges two versions of a file of records for git, by record and column.",
    discussion: [
      "Git calls it for the files that .gitattributes names with merge=motionmodel. A record or a column that one side "
        + "changed is as that side has it. The merged file replaces OURS, and the status is 0.",
      "What both changed in different ways is a conflict: it is printed, and the status is 1. In formats of text, OURS then has "
        + "both versions of these records between markers, as git writes them, and all other changes merged. In other formats, "
        + "and where a version cannot be read, OURS stays as it is.",
      "A file in the order of convert --sorted stays in that order.",
    ],
    parameters: [base, ours, theirs, path],
    options: [.id] + Option.edited,
    examples: [
      .init(
        line: "merge-driver %O %A %B %P",
        meaning: "The driver, for git config merge.motionmodel.driver 'motionmodel …'.")
    ]
  ) { call in
    let target = call.arguments[ours] ?? ""
    let path = call.arguments[path] ?? target
    guard let format = call.format(.from) ?? FileFormat(of: URL(filePath: path)) else {
      throw UsageError("The name \(path) says no format: name one with --from.")
    }
    let versions = try [target, call.arguments[theirs] ?? "", call.arguments[base] ?? ""].map {
      try call.version(at: $0, of: path, as: format)
    }
    guard let mine = versions[0], let other = versions[1] else {
      throw FileError.unreadable(file: URL(filePath: path).lastPathComponent, reason: "One of its versions is empty.")
    }
    let files = call.named(([mine, other] + (versions[2].map { [$0] } ?? [])).map(\.document), path)
    let isSorted = mine.document.sorted() == mine.document
    func ordered(_ document: StoreDocument) -> StoreDocument { isSorted ? document.sorted() : document }
    let (result, hasConflicts) = try call.merged(files, preferred: nil, reporting: true)
    if !hasConflicts {
      try mine.write(ordered(result), to: URL(filePath: target))
      return .success
    }
    if !format.isText { return .finding }
    let theirs = try call.merged(files, preferred: .theirs, reporting: false).result
    let text = ConflictMarkers.text(
      ours: try mine.text(of: ordered(result)), theirs: try mine.text(of: ordered(theirs)))
    try mine.replace(URL(filePath: target), with: Array(text.utf8))
    return .finding
  }
}

extension Invocation {
  /// Reads a version of a file, which git has in a file of another name; nil if it is empty, as the base of a file that
  /// both sides added.
  fileprivate func version(at place: String, of path: String, as format: FileFormat) throws -> RecordFile? {
    let data = try Data(contentsOf: URL(filePath: place))
    if data.isEmpty { return nil }
    let url = URL(filePath: path)
    let model = url.deletingPathExtension().lastPathComponent
    return try RecordFile(data, textForm(format), name: url.lastPathComponent, model: model)
  }

  /// Returns versions of a file as files that are compared.
  fileprivate func named(_ versions: [StoreDocument], _ path: String) -> [ComparedFile] {
    var files = versions.map { ComparedFile(path, $0) }
    for index in files.indices { files[index].takeName(from: files, wanted: nil) }
    return files
  }
}
