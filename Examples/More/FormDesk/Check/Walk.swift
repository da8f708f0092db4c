import Foundation

/// A walk through the pages, as a browser without scripts makes it: fields and buttons are found in the pages
/// themselves.
struct Walk {
  private var client: Client
  private let folder: URL?
  private var count = 0

  /// What was not as it should be.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  init(port: UInt16, folder: URL?) {
    (client, self.folder) = (Client(port: port), folder)
  }

  func run() throws {
    var walk = self
    try walk.look()
    try walk.make()
    try walk.changeTracks()
    try walk.buy()
    try walk.meetSomebodyElse()
    try walk.delete()
    try walk.misbehave()
    print("\(walk.count) pages are as they should be.")
  }

  // MARK: - Steps

  private mutating func look() throws {
    _ = try page("home", "GET /", has: "Albums")
    _ = try page("artists", "GET /artists", has: "Tom &amp; Jerry&#39;s &lt;b&gt;Trio&lt;/b&gt;")
    _ = try page("albums", "GET /albums", has: "River Songs")
    _ = try page("found", "GET /albums?q=letter", has: "Letter Songs", without: "River Songs")
    _ = try page("nothing-found", "GET /albums?q=%3Cscript%3E", has: "There is nothing yet.", without: "<script>")
    _ = try page("album", "GET /albums/1", has: "Blue Harbour")
    _ = try page("customers", "GET /customers", has: "Costa")
    _ = try page("invoice", "GET /invoices/1", has: "Berg")
    _ = try page("new-artist", "GET /artists/new", has: "Where their fans find them.")
    _ = try page("new-customer", "GET /customers/new", has: "Switzerland")
  }

  /// Sends an empty form, mends it, and uploads a picture.
  private mutating func make() throws {
    let blank = try page("new-album", "GET /albums/new", has: "Released on")
    let refused = try send("new-album-wrong", "/albums/new", [("title", ""), ("releasedOn", "soon")], blank, 422)
    try expect(refused, has: "There is a problem", "<title>Error:", "value=\"soon\"", "aria-invalid=\"true\"")
    let picture: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    var fields = Self.fields(of: refused)
    Self.set([("title", "New & <old>"), ("artistID", "3"), ("releasedOn", "24/12/2025")], in: &fields)
    let saved = try client.upload("/albums/new", fields, ("cover", picture))
    guard saved.status == 303, let address = saved.headers["location"] else { throw Failure(description: "not saved") }
    let album = try page("album-saved", "GET \(address)", has: "It is saved.")
    try expect(album, has: "New &amp; &lt;old&gt;", "24/12/2025", "<img")
    let cover = try client.get("/albums/13/cover")
    guard cover.status == 200, cover.headers["content-type"] == "image/png" else {
      throw Failure(description: "no cover")
    }
    let edited = try page("album-with-cover", "GET /albums/13/edit", has: "Remove the file")
    _ = try send("album-again", "/albums/13/edit", [("notes", "One\nTwo")], edited, 303)
    _ = try page("album-kept", "GET /albums/13", has: "<img")
  }

  /// Adds, moves and removes children, each by a button that sends the whole form.
  private mutating func changeTracks() throws {
    var form = try page("edit-album", "GET /albums/2/edit", has: "Lantern Songs")
    form = try send("track-added", "/albums/2/edit", [("_action", "add tracks")], form)
    form = try send(
      "track-moved", "/albums/2/edit",
      [("tracks[10][name]", "Last & first"), ("tracks[10][seconds]", "3:75"), ("_action", "up tracks[10]")], form)
    form = try send("track-removed", "/albums/2/edit", [("_action", "remove tracks[0]")], form)
    try expect(form, has: "It is removed when the form is saved.", "Last &amp; first", "value=\"3:75\"")
    form = try send("track-wrong", "/albums/2/edit", [], form, 422)
    try expect(form, has: "must be minutes and seconds, as in 3:45")
    _ = try send(
      "track-saved", "/albums/2/edit", [("tracks[10][seconds]", "3:15"), ("tracks[10][price]", "0.99")], form, 303)
    let album = try page("album-changed", "GET /albums/2", has: "Last &amp; first")
    try expect(album, has: "3:15", "Lantern 2")
    if album.contains("River 2<") { throw Failure(description: "the removed track is still there") }
  }

  /// Searches the options of a field, of which there are too many.
  private mutating func buy() throws {
    var form = try page("new-invoice", "GET /invoices/new", has: "Customer")
    form = try send("line-added", "/invoices/new", [("customerID", "2"), ("_action", "add lines")], form)
    form = try send(
      "track-searched", "/invoices/new",
      [("lines[0][trackID][_search]", "sparrow"), ("_action", "search lines[0][trackID]")], form)
    try expect(form, has: "Sparrow 7")
    let track = try number(of: "Sparrow 7", in: form)
    _ = try send("bought", "/invoices/new", [("lines[0][trackID]", track), ("lines[0][quantity]", "3")], form, 303)
    _ = try page("invoice-saved", "GET /invoices/4", has: "Sparrow 7")
  }

  /// Two people change the same field.
  private mutating func meetSomebodyElse() throws {
    let mine = try page("edit-artist", "GET /artists/2/edit", has: "The Quiet Hours")
    _ = try send("theirs", "/artists/2/edit", [("name", "The Loud Hours")], mine, 303)
    let conflict = try send("conflict", "/artists/2/edit", [("name", "The Calm Hours")], mine, 422)
    try expect(conflict, has: "The Loud Hours", "value=\"The Calm Hours\"", "Take theirs")
    _ = try send("mine", "/artists/2/edit", [], conflict, 303)
    _ = try page("artist-saved", "GET /artists/2", has: "The Calm Hours")
  }

  private mutating func delete() throws {
    let edited = try page("edit-deleted", "GET /albums/13/edit", has: "New &amp; &lt;old&gt;")
    let question = try page("delete-album", "GET /albums/13/delete", has: "It cannot be brought back.")
    _ = try send("deleted", "/albums/13/delete", [], question, 303)
    _ = try page("albums-deleted", "GET /albums?deleted=1", has: "It is deleted.")
    let gone = try send("deleted-while-edited", "/albums/13/edit", [("title", "Typed in vain")], edited, 422)
    try expect(gone, has: "value=\"Typed in vain\"", "There is a problem")
    let needed = try page("delete-artist", "GET /artists/1/delete", has: "It cannot be brought back.")
    let refused = try send("not-deleted", "/artists/1/delete", [], needed, 409)
    try expect(refused, has: "cannot be deleted")
  }

  private mutating func misbehave() throws {
    _ = try page("no-page", "GET /nowhere", has: "There is no such page", status: 404)
    _ = try page("no-record", "GET /albums/999", has: "There is no such page", status: 404)
    _ = try page("wrong-method", "DELETE /albums/1", has: "This cannot be done here", status: 405)
    let form = try page("artist", "GET /artists/3/edit", has: "Mira Lund")
    _ = try send("forged", "/artists/3/edit", [("_token", "guessed")], form, 403)
    let stranger = try send("unknown-field", "/artists/3/edit", [("id", "1"), ("name", "Kept")], form, 422)
    try expect(stranger, has: "value=\"Kept\"")
    let broken = try client.send(
      "POST", "/artists/3/edit", type: "application/x-www-form-urlencoded", Array("a=%".utf8))
    _ = try check("broken-body", broken, 400, has: ["two hexadecimal digits"])
    let unknown = try client.send("POST", "/artists/3/edit", type: "text/plain", Array("a".utf8))
    _ = try check("unknown-body", unknown, 415, has: ["its type is unknown"])
    let many = Array(String(repeating: "a=1&", count: 5000).utf8)
    let much = try client.send("POST", "/artists/3/edit", type: "application/x-www-form-urlencoded", many)
    _ = try check("too-much", much, 413, has: ["4096 parameters"])
  }

  // MARK: - Pages

  /// Asks for a page.
  private mutating func page(
    _ name: String, _ request: String, has text: String, without other: String? = nil, status: Int = 200
  ) throws -> String {
    let words = request.split(separator: " ").map(String.init)
    let body = try check(name, try client.send(words[0], words[1]), status, has: [text])
    if let other, body.contains(other) { throw Failure(description: "\(name) has \(other)") }
    return body
  }

  /// Sends the form of a page with some fields filled in.
  private mutating func send(
    _ name: String, _ address: String, _ values: [(String, String)], _ page: String, _ status: Int = 200
  ) throws -> String {
    var fields = Self.fields(of: page)
    Self.set(values, in: &fields)
    return try check(name, try client.post(address, fields), status, has: [])
  }

  private mutating func check(_ name: String, _ answer: Client.Answer, _ status: Int, has texts: [String]) throws
    -> String
  {
    print("\(answer.status) \(name)")
    if answer.status != status { throw Failure(description: "\(name) has the status \(answer.status), not \(status)") }
    if let folder, !answer.body.isEmpty {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try Data(answer.body.utf8).write(to: folder.appending(path: "\(name).html"))
    }
    for text in texts where !answer.body.contains(text) { throw Failure(description: "\(name) lacks \(text)") }
    count += 1
    return answer.body
  }

  private func expect(_ page: String, has texts: String...) throws {
    for text in texts where !page.contains(text) { throw Failure(description: "a page lacks \(text)") }
  }

  // MARK: - Fields

  /// Returns what a browser would send of the form in a page if it was sent as it is.
  private static func fields(of page: String) -> [(String, String)] {
    var fields: [(String, String)] = []
    for match in page.matches(of: /<(input|select|textarea)([^>]*)>/) {
      let attributes = String(match.2)
      guard let name = value(of: "name", in: attributes), name != "q" else { continue }
      let rest = page[match.range.upperBound...]
      switch (match.1, value(of: "type", in: attributes)) {
      case ("textarea", _):
        fields.append((name, unescaped(rest.prefix { $0 != "<" }.drop { $0 == "\n" })))
      case ("select", _):
        let menu = rest[..<(rest.firstRange(of: "</select>")?.lowerBound ?? rest.endIndex)]
        let options = menu.matches(of: /<option([^>]*)>/).map { String($0.1) }
        guard let chosen = options.first(where: { $0.contains(" selected") }) ?? options.first else { continue }
        fields.append((name, value(of: "value", in: chosen) ?? ""))
      case (_, "file"): continue
      case (_, "checkbox"), (_, "radio"):
        if attributes.contains(" checked") { fields.append((name, value(of: "value", in: attributes) ?? "on")) }
      default: fields.append((name, value(of: "value", in: attributes) ?? ""))
      }
    }
    return fields
  }

  private static func set(_ values: [(String, String)], in fields: inout [(String, String)]) {
    for (name, value) in values {
      fields.removeAll { $0.0 == name }
      fields.append((name, value))
    }
  }

  private static func value(of name: String, in attributes: String) -> String? {
    guard let start = attributes.firstRange(of: " \(name)=\"")?.upperBound else { return nil }
    return unescaped(attributes[start...].prefix { $0 != "\"" })
  }

  private static func unescaped(_ text: some StringProtocol) -> String {
    String(text).replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&quot;", with: "\"")
      .replacing("&#39;", with: "'").replacing("&#10;", with: "\n").replacing("&#13;", with: "\r")
      .replacing("&amp;", with: "&")
  }

  /// Returns the value of the radio button or option with a label.
  private func number(of label: String, in page: String) throws -> String {
    for match in page.matches(of: /<label for="([^"]*)">([^<]*)<\/label>/) where match.2 == label {
      for input in page.matches(of: /<input([^>]*)>/) {
        let attributes = String(input.1)
        if Self.value(of: "id", in: attributes) == String(match.1) {
          return Self.value(of: "value", in: attributes) ?? ""
        }
      }
    }
    throw Failure(description: "nothing is called \(label)")
  }
}
