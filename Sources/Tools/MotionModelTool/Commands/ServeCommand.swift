import Foundation
import MotionModel
import MotionModelInspector

extension Command {
  private static let port = Option(
    name: "port", value: "NUMBER", help: "The port at the loopback address; one that is free if it is missing.")
  private static let duration = Option(
    name: "for", value: "SECONDS", help: "Ends after so many seconds; otherwise it serves until it is interrupted.")

  static let serve = Command(
    name: "serve",
    summary: "Shows the records of a file in a browser.",
    discussion: [
      "It reads the file once, prints an address, and serves pages until it is interrupted: models, tables with conditions and "
        + "orders, records with what is related to them, and all relations. The address has a random token, is of this machine "
        + "alone, and nothing is changed.",
      "A file does not say which columns refer to other models, so that is guessed: AlbumId refers to Album.",
    ],
    parameters: [.file],
    options: [port, duration, .at] + Option.text,
    examples: [
      .init(line: "serve shop.json", meaning: "Look into a file."),
      .init(line: "serve shop.motionmodel --at 120", meaning: "Look at an opened store as it was after a commit."),
    ]
  ) { call in
    let document = try call.document()
    let seconds = try call.arguments.count(duration)
    let title = call.arguments[.file].map { $0 == "-" ? "Records" : URL(filePath: $0).lastPathComponent } ?? "Records"
    let inspector = try Inspector(document, title: title, port: try call.arguments.count(port) ?? 0).start()
    try call.console.writeLine(inspector.address ?? "")
    // The caller reads the address now, so the output must not stay in a buffer.
    try call.console.flush()
    let end = seconds.map { Date(timeIntervalSinceNow: TimeInterval($0)) } ?? .distantFuture
    while Date() < end { Thread.sleep(forTimeInterval: min(1, max(0.01, end.timeIntervalSinceNow))) }
    inspector.cancel()
    return .success
  }
}
