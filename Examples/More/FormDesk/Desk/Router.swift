import Foundation
import MotionModel
import MotionModelForms
import MotionModelFormsHTML
import MotionModelLoopback

/// Which page answers which request.
struct Router: Sendable {
  let store: Store
  let port: UInt16
  private let desks: [any Desk]

  init(store: Store, port: UInt16) {
    (self.store, self.port) = (store, port)
    desks = [
      RecordDesk(
        "artists", "Artists", Artist.form, columns: Artist.form, named: \.name,
        found: { Artist.where(\.name).contains($0, caseSensitive: false) }, ordered: { $0.order(by: \.name) }),
      RecordDesk(
        "albums", "Albums", Album.form, columns: Album.columns, named: \.title,
        found: { Album.where(\.title).contains($0, caseSensitive: false) }, ordered: { $0.order(by: \.title) }),
      RecordDesk(
        "customers", "Customers", Customer.form, columns: Customer.columns, named: \.lastName,
        found: { Customer.where(\.lastName).contains($0, caseSensitive: false) },
        ordered: { $0.order(by: \.lastName) }),
      RecordDesk(
        "invoices", "Invoices", Invoice.form, columns: Invoice.columns, named: { "Invoice \($0.id)" },
        found: { text in
          Invoice.where { $0.customer.lastName.contains(text, caseSensitive: false) }
        }, ordered: { $0.order(by: \.date, .descending) }),
    ]
  }

  /// Reads a request and answers it.
  @Sendable func serve(_ connection: Connection) {
    connection.serve(always: Reply.pageHeaders) {
      failure($0.status)
    } _: {
      answer($0, connection)
    }
  }

  /// Answers a request. Whatever goes wrong is a page.
  private func answer(_ request: Request, _ connection: Connection) -> Reply {
    guard isFromHere(request) else { return failure(403) }
    let session = Session(request)
    do {
      var reply = try Store.with(store) { try page(request, session, connection) }
      if session.isNew { reply.headers.append(session.header) }
      return reply
    } catch let error as BodyError {
      return failure(error.status, "\(error)")
    } catch let error as Request.Malformed {
      return failure(error.status, error.sentence)
    } catch let error as PageError {
      return failure(error.status, error.message)
    } catch {
      return failure(500)
    }
  }

  /// Whether a request is for this server and from its own pages. A foreign page has another name, even if its name is
  /// made to lead to this machine.
  private func isFromHere(_ request: Request) -> Bool {
    let hosts = ["127.0.0.1:\(port)", "localhost:\(port)"]
    guard let host = request.headers["host"], hosts.contains(host) else { return false }
    guard let origin = request.headers["origin"], request.method == "POST" else { return true }
    return origin == "http://\(host)"
  }

  private func page(_ request: Request, _ session: Session, _ connection: Connection) throws -> Reply {
    switch (request.method, request.path.first) {
    case ("GET", nil), ("HEAD", nil): return home()
    case ("GET", "style.css"), ("HEAD", "style.css"): return Reply("text/css", Array(Page.styles.utf8))
    default: break
    }
    guard let desk = desks.first(where: { $0.path == request.path.first }) else { throw PageError(404) }
    let place = Array(request.path.dropFirst())
    switch request.method {
    case "GET", "HEAD": return try desk.show(place, try BodyParameters(query: request.query), session)
    case "POST":
      let parameters = try parameters(of: request, connection)
      guard parameters[Session.field] == session.token, !session.isNew else {
        throw PageError(403, "The form was not sent by a page of this desk. Open it again, and send it again.")
      }
      return try desk.post(place, parameters, session)
    default: throw PageError(405)
    }
  }

  /// Reads the body of a request, piece by piece: files may be large.
  private func parameters(of request: Request, _ connection: Connection) throws -> BodyParameters {
    let length = try request.bodyLength(limit: .max)
    let reader = try BodyReader(contentType: request.headers["content-type"], length: length)
    _ = try connection.receiveBody(of: request, length: length) { try reader.receive($0) }
    return try reader.finish()
  }

  private func home() -> Reply {
    Reply(
      page: Page.html("The desk of a music shop") { writer in
        writer.block("ul") { writer in
          for desk in desks {
            writer.element("li") { $0.element("a", [HTMLAttribute("href", "/\(desk.path)")], text: desk.title) }
            writer.line()
          }
        }
      })
  }

  /// Returns the page of an error.
  func failure(_ status: Int, _ message: String? = nil) -> Reply {
    Reply(
      status,
      page: Page.html(Page.title(of: status)) { writer in
        writer.block("p", text: message ?? Page.advice)
      })
  }
}

/// An error that is a page of its own.
struct PageError: Error {
  let status: Int
  let message: String?

  init(_ status: Int, _ message: String? = nil) { (self.status, self.message) = (status, message) }
}
