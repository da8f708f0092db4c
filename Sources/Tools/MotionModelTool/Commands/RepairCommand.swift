import Foundation
import MotionModel
import MotionModelInspector
import MotionModelJournal
import MotionModelValues

extension Command {
  static let repair = Command(
    name: "repair",
    summary: "Writes what can be read of a damaged file to a new one.",
    discussion: [
      "The damaged file is not changed. What cannot be read is reported with its place: up to 1,024 records of a "
        + "compact file. A record whose id an earlier one has, or that has none, is left out, and the next number is "
        + "raised above all ids. Of the journals of an opened store, what precedes damage is used. JSON has to be "
        + "whole; property lists and CSV cannot be repaired. The status is 1 if something was lost."
    ],
    parameters: [.file],
    options: [.output, .id, .from, .to, .force],
    examples: [.init(line: "repair shop.motionmodel -O repaired.motionmodel", meaning: "Save what is left.")]
  ) { call in
    guard let output = call.arguments[.output] else {
      throw UsageError("Name the file that is written: --output FILE.")
    }
    let path = call.arguments[.file] ?? "-"
    if path != "-", output != "-", let file = try FileIdentity(path), try FileIdentity(output) == file {
      throw UsageError("The damaged file is the only evidence of what it had: name another one for --output.")
    }
    let (recovered, name) = try call.recovered(path)
    var document = recovered.document
    var losses = recovered.losses
    let idColumn = try call.idColumn(in: [document])
    for index in document.models.indices {
      losses += document.models[index].removeUnusableRows(idColumn)
      if let note = Records(document.models[index], idColumn: idColumn).noteOnIDs { call.warn("\(name): \(note)") }
    }
    // With standard output as the target, the report must not be part of the file.
    for loss in losses { call.warn("\(name): \(loss)") }
    try call.writeNew(document, to: output, of: [path])
    if !losses.isEmpty { call.console.writeError("Written: \(document.counts).\n") }
    return losses.isEmpty ? .success : .finding
  }
}

extension Invocation {
  fileprivate func recovered(_ path: String) throws -> (RecoveredDocument, name: String) {
    if path == "-" {
      let name = "on standard input"
      return (try RecoveredDocument(try console.readInput(), as: format(.from), name: name), name)
    }
    let url = URL(filePath: path)
    do {
      if try JournalDocument.isNeeded(for: url) {
        let content = try JournalDocument.recovered(from: url)
        var recovered = RecoveredDocument(content)
        if content.failure != nil, let commits = try JournalDocument.commitsBehindDamage(of: url) {
          let numbers =
            commits.count == 1
            ? "The commit \(commits.lowerBound)" : "The commits \(commits.lowerBound) to \(commits.upperBound)"
          recovered.lose("\(numbers) behind the damage \(commits.count == 1 ? "is" : "are") left out.")
        }
        if let sentence = try JournalDocument.unfinishedCommit(of: url) {
          warn("\(url.lastPathComponent): \(sentence)")
        }
        return (recovered, url.lastPathComponent)
      }
    } catch {
      // The file of the store is damaged, or a journal is missing, so the commits do not fit.
      var recovered = try RecoveredDocument(contentsOf: url, as: format(.from))
      recovered.lose("The commits of the journals are left out: \(error)")
      return (recovered, url.lastPathComponent)
    }
    return (try RecoveredDocument(contentsOf: url, as: format(.from)), url.lastPathComponent)
  }
}

extension StoreDocument.Table {
  /// Removes records without an id and those with the id of an earlier one, and raises the next number.
  ///
  /// - Returns: What was removed, in sentences.
  fileprivate mutating func removeUnusableRows(_ idColumn: String?) -> [String] {
    let records = Records(self, idColumn: idColumn)
    // In JSON of another program, any column may have them.
    if records.idPlace == nil { return [] }
    let unusable = records.unusableIDs()
    let left = Set(unusable.map(\.number))
    for number in 0..<records.count where !left.contains(number) {
      guard case .int(let id)? = records.comparedID(of: records.row(number)) else { continue }
      if id >= nextNumber, id < .max { nextNumber = Int(id) + 1 }
    }
    if !left.isEmpty { keepRows { !left.contains($0) } }
    return unusable.map { _, id in
      let fault = id.map { "the id of an earlier one, \($0.cellText)" } ?? "no id"
      return "A record of \(name) has \(fault), and is left out."
    }
  }
}
