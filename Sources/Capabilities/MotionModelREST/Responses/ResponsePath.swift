/// Where a value stands in a response: `trains[2].cars[0].length`, and `the body` for the whole.
indirect enum ResponsePath: CustomStringConvertible {
  case body
  case member(ResponsePath, String)
  case element(ResponsePath, Int)

  var description: String {
    switch self {
    case .body: "the body"
    case .member(.body, let key): key
    case .member(let object, let key): "\(object).\(key)"
    case .element(let array, let index): "\(array)[\(index)]"
    }
  }
}
