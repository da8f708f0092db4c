import Foundation
import MotionModel
import MusicShop

extension Tour {
  /// Notifications of commits.
  func beingTold() throws {
    printer.chapter(
      "10 Being told",
      """
      Whoever wants to know is told of each commit after it was made, and never of what was undone: by Foundation's \
      notifications, one for each record, or by a closure or an asynchronous sequence that gets the changeset. This \
      chapter has a store of its own.
      """)
    let center = NotificationCenter()
    let workshop = Store(notificationCenter: center)
    try Store.with(workshop) {
      try notifications(center)
      try blocks(center)
    }
  }

  private func notifications(_ center: NotificationCenter) throws {
    let arrivals = Arrivals()
    let observer = arrivals.observe(center)
    defer { center.removeObserver(observer) }
    printer.code([
      "center.addObserver(forName: .motionModelDataDidChange, object: nil, queue: nil) { notification in",
      "  arrivals.add(notification.userInfo?[\"action\"], notification.object)",
      "}",
    ])
    var artist = try Artist.create { $0.name = "Ann" }
    printer.examples((#"try Artist.create { $0.name = "Ann" }"#, arrivals.take()))
    try artist.update { $0.name = "Anna" }
    printer.examples((#"try artist.update { $0.name = "Anna" }"#, arrivals.take()))
    try artist.albums.create { $0.title = "First" }
    try artist.albums.create { $0.title = "Second" }
    _ = arrivals.take()
    printer.note("A call for many records tells of them together, and what is refused tells nothing:")
    try Album.deleteAll()
    printer.examples(("try Album.deleteAll()", arrivals.take()))
    _ = refusal { try Album.create { $0.artistID = 77 } }
    printer.examples(("try Album.create { $0.artistID = 77 }", arrivals.take()))
  }

  private func blocks(_ center: NotificationCenter) throws {
    let arrivals = Arrivals()
    let observer = arrivals.observe(center)
    defer { center.removeObserver(observer) }
    let store = Store.current
    printer.note("A block can be silent, or told of at its end, as if it were one commit:")
    try store.silenced { _ = try Artist.create { $0.name = "Bob" } }
    printer.examples((#"try store.silenced { try Artist.create { $0.name = "Bob" } }"#, arrivals.take()))
    try store.coalesced {
      var artist = try Artist.create { $0.name = "Carl" }
      try artist.update { $0.name = "Carla" }
    }
    printer.code(["try store.coalesced {", "  var artist = try Artist.create { $0.name = \"Carl\" }"])
    printer.examples((#"  try artist.update { $0.name = "Carla" } }"#, arrivals.take()))
  }
}

/// Records notifications as they arrive.
private final class Arrivals: Sendable {
  private let texts = Latest<[String]>()

  func observe(_ center: NotificationCenter) -> any NSObjectProtocol {
    center.addObserver(forName: .motionModelDataDidChange, object: nil, queue: nil) { [self] notification in
      let action = notification.userInfo?["action"] as? String ?? ""
      texts.value = (texts.value ?? []) + ["\(action) \(Self.names(of: notification.object))"]
    }
  }

  /// Returns the notifications since the last call.
  func take() -> [String] {
    defer { texts.value = [] }
    return texts.value ?? []
  }

  private static func names(of object: Any?) -> String {
    switch object {
    case let artist as Artist: artist.name
    case let album as Album: album.title
    case let albums as [Album]: "\(albums.map(\.title))"
    default: "\(object ?? "nothing")"
    }
  }
}
