import Foundation

extension JSONFormat {
  /// Appends a value as JSON that reads back as a value that casts to the same.
  ///
  /// Values that JSON has no form for are written as strings: dates, data, UUIDs, URLs, decimal numbers, and
  /// numbers that are not finite. A URL with a base is written as a dictionary.
  package static func append(_ value: AttributeValue, to text: inout String) {
    let value = value.plain
    if value.hasParts { return appendParts(of: value, to: &text) }
    switch value {
    case .bool(let value): text += value ? "true" : "false"
    case .int(let value): text += String(value)
    case .uint(let value): text += String(value)
    case .double(let value) where value.isFinite: text += value.description
    case .string(let value): appendQuoted(value, to: &text)
    case .null: text += "null"
    case .double, .decimal, .date, .uuid, .url, .data, .array, .dictionary: appendQuoted(value.plainString, to: &text)
    }
  }

  private static func appendParts(of value: AttributeValue, to text: inout String) {
    var walk = AttributeWalk(value)
    while let step = walk.next() {
      switch step {
      case .value(let value) where value.plain.hasParts:
        if case .array = value { text += "[" } else { text += "{" }
        walk.enter(value.plain)
      case .value(let value): append(value, to: &text)
      case .element(let index): text += index == 0 ? "" : ", "
      case .member(let name, let index):
        text += index == 0 ? "" : ", "
        appendQuoted(name, to: &text)
        text += ": "
      case .end(let isDictionary): text += isDictionary ? "}" : "]"
      }
    }
  }

  /// Appends the members of a dictionary in a given order. Names without a member are left out.
  package static func append(_ members: [String: AttributeValue], in order: [String], to text: inout String) {
    text += "{"
    var isFirst = true
    for name in order {
      guard let value = members[name] else { continue }
      if !isFirst { text += ", " }
      isFirst = false
      appendQuoted(name, to: &text)
      text += ": "
      append(value, to: &text)
    }
    text += "}"
  }

  package static func written(_ value: AttributeValue) -> String {
    var text = ""
    append(value, to: &text)
    return text
  }

  package static func quoted(_ value: String) -> String {
    var text = ""
    appendQuoted(value, to: &text)
    return text
  }

  private static func appendQuoted(_ value: String, to text: inout String) {
    text += "\""
    if value.utf8.allSatisfy({ $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }) {
      text += value
    } else {
      for scalar in value.unicodeScalars { text += escaped(scalar) }
    }
    text += "\""
  }

  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\"": "\\\""
    case "\\": "\\\\"
    case "\n": "\\n"
    case "\r": "\\r"
    case "\t": "\\t"
    case _ where scalar.value < 0x20:
      "\\u" + String(repeating: "0", count: scalar.value < 0x10 ? 3 : 2) + String(scalar.value, radix: 16)
    default: String(scalar)
    }
  }
}
