import Foundation
import MotionModel
import MotionModelREST

/// A model with a column of each kind that JSON has a form for.
struct Crate: RemoteModel, Equatable {
  var id = ""
  var name = ""
  var weight = 0.0
  var count = 0
  var price: Decimal?
  var isOpen = false
  var packedAt: Date?
  var tags: [String] = []
  var sizes: [String: Int] = [:]
  var kind = Kind.box

  enum Kind: String, ColumnValue, CaseIterable {
    case box, tube
  }

  static let schema = Schema<Crate> {
    Column(\.name)
    Column(\.weight)
    Column(\.count)
    Column(\.price)
    Column(\.isOpen)
    Column(\.packedAt)
    Column(\.tags)
    Column(\.sizes)
    Column(\.kind)
  }
}

/// A model whose names are hard to spell.
struct HTTPServer: RemoteModel, Equatable {
  var id = 0
  var apiURL = ""
  var userID = 0
  var isVIPUser = false
  var numberOfCars = 0

  static let schema = Schema<HTTPServer> {
    Column(\.apiURL)
    Column(\.userID)
    Column(\.isVIPUser)
    Column(\.numberOfCars)
  }
}

/// A model for which nothing is as the conventions have it.
struct Member: RemoteModel, Equatable {
  var id = 0
  var name = ""
  var bornAt: Date?
  var secret = ""
  var views = 0

  static let schema = Schema<Member> {
    Column(\.name)
    Column(\.bornAt)
    Column(\.secret)
    Column(\.views)
  }
  static let remote: Remote<Member> = [
    .path("/staff/"), .root("member", many: "staff"), .key(\.name, "full_name"), .dates(.seconds, \.bornAt),
    .writeOnly(\.secret), .readOnly(\.views),
  ]
}

struct Branch: RemoteModel, Equatable {
  var id = 0
  var name = ""
  static let schema = Schema<Branch> { Column(\.name) }
}
