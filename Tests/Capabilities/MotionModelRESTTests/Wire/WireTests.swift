import Foundation
import MotionModel
import Testing

@testable import MotionModelREST

struct RESTHeadersTests {
  @Test func `names are compared without regard to case`() {
    var headers: RESTHeaders = ["Accept": "a", "X-One": "1"]
    headers.add("accept", "b")
    #expect(headers["ACCEPT"] == "a, b")
    #expect(headers.values(of: "accept") == ["a", "b"])
    headers["aCCept"] = "c"
    #expect(headers.all.map(\.name) == ["aCCept", "X-One"])
    headers["x-one"] = nil
    #expect(headers["X-One"] == nil)
  }

  @Test func `values are not in the description`() {
    let headers: RESTHeaders = ["Authorization": "Bearer secret"]
    #expect("\(headers)" == #"["Authorization"]"#)
  }

  @Test(arguments: [("A b", "x"), ("", "x"), ("A:", "x"), ("Ä", "x"), ("A", "x\r\nB: y"), ("A", "x\ny"), ("A", "\0")])
  func `what would break a request is found`(_ name: String, _ value: String) {
    var headers: RESTHeaders = ["Accept": "a"]
    headers.add(name, value)
    #expect(headers.firstUnsendable == name)
  }
}

struct RESTQueryTests {
  @Test func `parameters keep their order and are encoded`() {
    let query: RESTQuery = ["b": "x y&z", "a": true, "c": nil, "ü": 1.5]
    #expect(query.encoded == "b=x%20y%26z&a=true&c=&%C3%BC=1.5")
  }

  @Test func `arrays and dictionaries are nested with brackets`() {
    let query: RESTQuery = [
      "ids": [1, 2], "speed": ["to": 200, "from": 100], "rows": [["a": 1], ["a": 2]], "none": [],
    ]
    #expect(
      query.encoded.removingPercentEncoding
        == "ids[]=1&ids[]=2&speed[from]=100&speed[to]=200&rows[][a]=1&rows[][a]=2")
    #expect(query.encoded.hasPrefix("ids%5B%5D=1"))
  }

  @Test func `a parameter can be replaced and removed`() {
    var query: RESTQuery = ["a": 1, "b": 2]
    query["a"] = 3
    query["c"] = 4
    query["b"] = nil
    #expect(query.encoded == "a=3&c=4")
    #expect(query["c"] == 4 && query["b"] == nil)
  }
}

struct RESTRequestTests {
  @Test func `a description has no query, no header and no body`() throws {
    let url = URL.example("/trains/1?token=secret")
    let request = RESTRequest(.get, url, headers: ["Authorization": "secret"], body: Data("secret".utf8))
    #expect("\(request)" == "GET /trains/1")
    #expect("\(RESTResponse(status: 404, body: Data("secret".utf8)))" == "404 Not Found, 6 bytes")
    #expect("\(RESTResponse(status: 799))" == "799, 0 bytes")
  }
}
