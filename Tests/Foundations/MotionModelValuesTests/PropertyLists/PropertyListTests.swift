import Foundation
import MotionModelTestSupport
import Testing

@testable import MotionModelValues

/// The readers and writers of property lists, compared with Foundation's, and with damaged files.
@Suite struct PropertyListTests {
  // MARK: - Foundation

  /// Returns a random value that a property list can hold without escapes.
  private static func value(_ depth: Int, using random: inout SplitMix64) -> AttributeValue {
    switch random.number(0...(depth > 0 ? 8 : 6)) {
    case 0: .bool(.nasty(using: &random))
    case 1: .int(.nasty(using: &random))
    case 2: .double(random.pick([0.1, -1.5, 1e300, .leastNonzeroMagnitude, 3]))
    case 3:
      .string(
        random.pick([
          "", "a", "caf\u{E9}", "日本語", "👍🏽", "<&>\"'", "line\nbreak", " a ", String(repeating: "x", count: 300),
        ]))
    case 4: .data(.nasty(using: &random))
    case 5: .date(Date(timeIntervalSinceReferenceDate: Double(random.number(-1_000_000...1_000_000))))
    case 6: .uint(.max)
    case 7: .array((0..<random.pick([0, 1, 3, 20])).map { _ in value(depth - 1, using: &random) })
    default:
      .dictionary(
        Dictionary(
          (0..<random.pick([0, 1, 3, 20])).map { ("key \($0)", value(depth - 1, using: &random)) },
          uniquingKeysWith: { $1 }))
    }
  }

  private func written(_ value: AttributeValue, isXML: Bool) -> Data {
    if isXML {
      var writer = XMLPlistWriter()
      writer.write(value)
      return writer.finish()
    }
    var writer = BinaryPlistWriter()
    writer.write(value)
    return writer.finish()
  }

  private func read(_ data: Data, isXML: Bool) throws -> AttributeValue {
    isXML ? try XMLPlistReader.value(in: data, depthLimit: 506) : try BinaryPlistReader.value(in: data, depthLimit: 506)
  }

  /// Replaces dates by strings, as XML is read; a column casts them back to dates.
  private func datesAsStrings(_ value: AttributeValue) -> AttributeValue {
    switch value {
    case .date: .string(value.plainString)
    case .array(let values): .array(values.map(datesAsStrings))
    case .dictionary(let members): .dictionary(members.mapValues(datesAsStrings))
    default: value
    }
  }

  @Test(arguments: [true, false]) func `the written list is read again, also by Foundation`(isXML: Bool) throws {
    var random = TestSeed.generator(isXML ? 3_400 : 3_401)
    for _ in 0..<200 {
      let value = Self.value(3, using: &random)
      let expected = isXML ? datesAsStrings(value) : value
      let data = written(value, isXML: isXML)
      #expect(try read(data, isXML: isXML) == expected, "seed \(TestSeed.current)")
      let object = try PropertyListSerialization.propertyList(from: data, format: nil)
      #expect(try AttributeValue(any: object) == expected, "seed \(TestSeed.current)")
    }
  }

  @Test(arguments: [true, false]) func `a list that Foundation wrote is read`(isXML: Bool) throws {
    let format: PropertyListSerialization.PropertyListFormat = isXML ? .xml : .binary
    var random = TestSeed.generator(isXML ? 3_402 : 3_403)
    func object(_ value: AttributeValue) -> Any {
      switch value {
      case .bool(let value): value
      case .int(let value): value
      case .double(let value): value
      case .string(let value): value
      case .data(let value): Data(value)
      case .date(let value): value
      case .uint: 7
      case .array(let values): values.map(object)
      case .dictionary(let members): members.mapValues(object)
      default: ""
      }
    }
    func withoutUInt(_ value: AttributeValue) -> AttributeValue {
      switch value {
      case .uint: 7
      case .array(let values): .array(values.map(withoutUInt))
      case .dictionary(let members): .dictionary(members.mapValues(withoutUInt))
      default: value
      }
    }
    for _ in 0..<200 {
      let value = withoutUInt(Self.value(3, using: &random))
      let data = try PropertyListSerialization.data(fromPropertyList: object(value), format: format, options: 0)
      #expect(try read(data, isXML: isXML) == value, "seed \(TestSeed.current)")
    }
  }

  // MARK: - XML

  @Test(
    arguments: [
      ("<string>a &lt;&#65;&#x1F600;<![CDATA[<b>&amp;]]><!-- c --> d</string>", "a <A😀<b>&amp; d"),
      ("<string>\r\na\rb</string>", "\na\nb"), ("<integer> -0x1F </integer>", -31), ("<integer>+7</integer>", 7),
      ("<integer>18446744073709551615</integer>", .uint(.max)), ("<real>-0.0</real>", -0.0),
      ("<real>+infinity</real>", .double(.infinity)), ("<real>1e3</real>", 1000.0), ("<true></true>", true),
      ("<false />", false), ("<string/>", ""), ("<dict/>", [:]), ("<array></array>", []),
      ("<data> AQID\n\tBA== </data>", .data(Data([1, 2, 3, 4]))),
      ("<date>2012-09-15T10:20:30Z</date>", .date(Date(timeIntervalSinceReferenceDate: 369_397_230))),
      (
        "<dict><key>a</key><array><integer>1</integer><dict><key/><true/></dict></array></dict>",
        ["a": [1, ["": true]]]
      ),
      ("<dict><key>_json</key><string>[null]</string></dict>", [nil]),
    ] as [(String, AttributeValue)]) func `property lists in XML are read`(text: String, expected: AttributeValue)
    throws
  {
    let head = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!-- > --><!DOCTYPE plist PUBLIC \"x\" \"y\">"
    for list in ["<plist version=\"1.0\">\(text)</plist>", "\(head)<plist>\n\(text)\n</plist>\n<!-- end -->"] {
      #expect(exactText(try read(Data(list.utf8), isXML: true)) == exactText(expected))
    }
  }

  @Test(arguments: [
    "", "<plist>", "<plist></plist>", "<plist/>", "<string>a</string>", "<plist><string>a</plist>",
    "<plist><true/><true/></plist>",
    "<plist><dict><true/></dict></plist>", "<plist><dict><key>a</key></dict></plist>",
    "<plist><array><key>a</key></array></plist>",
    "<plist><dict><key>a</key><key>b</key><true/></dict></plist>", "<plist><array></dict></plist>",
    "<plist><dict><key>a</key><true/><key>a</key><true/></dict></plist>", "<plist><set/></plist>",
    "<plist>a<true/></plist>",
    "<plist><integer></integer></plist>", "<plist><integer>+-1</integer></plist>",
    "<plist><integer>1.0</integer></plist>", "<plist><integer>0x-5</integer></plist>",
    "<plist><integer>-0x+5</integer></plist>", "<plist><string>&#+65;</string></plist>",
    "<plist><string>&#x-0041;</string></plist>",
    "<plist><integer>18446744073709551616</integer></plist>", "<plist><real>0x1p3</real></plist>",
    "<plist><real>1e400</real></plist>",
    "<plist><real>a</real></plist>", "<plist><date>today</date></plist>", "<plist><data>A</data></plist>",
    "<plist><true>a</true></plist>", "<plist><string>&nbsp;</string></plist>",
    "<plist><string>&#xD800;</string></plist>",
    "<plist><string>&lt</string></plist>", "<plist><string><b>a</b></string></plist>", "<plist><true/></plist><plist/>",
    "<!DOCTYPE plist [<!ENTITY a \"b\">]><plist><string>a</string></plist>", "<plist><true/><!-- </plist>",
    "<?xml version=\"1.0\" encoding=\"UTF-16\"?><plist><true/></plist>",
    "<plist><dict><key>_json</key><string>[</string></dict></plist>",
    "<plist></true></plist>",
  ]) func `XML that is not a property list is refused`(text: String) {
    #expect(throws: XMLPlistReader.Failure.self) { try XMLPlistReader.value(in: Data(text.utf8), depthLimit: 506) }
  }

  @Test(arguments: [506, 507, 100_000]) func `lists nested deep are read up to a limit, on a small stack`(depth: Int)
    throws
  {
    let text =
      "<plist>" + String(repeating: "<array>", count: depth) + String(repeating: "</array>", count: depth) + "</plist>"
    // Each array contains the next one; the last one is empty.
    let binary = Self.binary(
      (0..<min(depth, 60_000)).map {
        $0 == min(depth, 60_000) - 1 ? [0xA0] : [0xA1, UInt8(($0 + 1) >> 8), UInt8(($0 + 1) & 0xFF)]
      }, referenceSize: 2)
    try onSmallStack { () throws in
      for (data, isXML) in [(Data(text.utf8), true), (binary, false)] {
        if depth <= 506 {
          #expect(try read(data, isXML: isXML).isNested(deeperThan: 505))
        } else {
          #expect(throws: (any Error).self) { try read(data, isXML: isXML) }
        }
      }
    }
  }

  // MARK: - Damage

  /// Returns a binary list of objects, the first of which is the root.
  private static func binary(_ objects: [[UInt8]], referenceSize: UInt8 = 1) -> Data {
    func number(_ value: Int) -> [UInt8] { (0..<8).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) } }
    var (bytes, offsets) = (Array("bplist00".utf8), [UInt8]())
    for object in objects {
      offsets += number(bytes.count).suffix(4)
      bytes += object
    }
    let trailer = [0, 0, 0, 0, 0, 0, 4, referenceSize] + number(objects.count) + number(0) + number(bytes.count)
    return Data(bytes + offsets + trailer)
  }

  @Test(
    arguments: [
      [[0xD1, 1, 2], [0x51, 0x61], [0xC1, 1]], [[0xA1, 0]], [[0xA1, 1]], [[0x80, 1]], [[0x70]], [[0xF0]], [[0x15]],
      [[0x13, 0]],
      [[0xAF, 0x13, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]],
      [[0xAF, 0x13, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]],
      [[0xAF, 0x51]], [[0x5F, 0x13, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]], [[0x51, 0x80]],
      [[0x61, 0xD8, 0x00]],
      [[0xD1, 1, 1], [0x09]], [[0xD2, 1, 1, 1, 1], [0x51, 0x61]], [[0xD1, 1, 0], [0x51, 0x61]],
      [[0x14, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0]],
    ] as [[[UInt8]]]) func `a damaged binary list is refused`(objects: [[UInt8]])
  {
    #expect(throws: BinaryPlistReader.Failure.self) {
      try BinaryPlistReader.value(in: Self.binary(objects), depthLimit: 506)
    }
  }

  @Test func `containers that share others are refused before they exhaust memory`() {
    let objects = (0..<40).map { [0xA2, UInt8($0 + 1), UInt8($0 + 1)] as [UInt8] } + [[0x09]]
    #expect(throws: BinaryPlistReader.Failure.self) {
      try BinaryPlistReader.value(in: Self.binary(objects), depthLimit: 506)
    }
    // One string that is referenced a thousand times as often as the file has bytes.
    let text = [0x5F, 0x11, 0xFF, 0xFF] + [UInt8](repeating: 0x61, count: 0xFFFF)
    let list = [0xAF, 0x12, 0, 1, 0, 0] + [UInt8](repeating: 1, count: 0x10000)
    #expect(throws: BinaryPlistReader.Failure.self) {
      try BinaryPlistReader.value(in: Self.binary([list, text]), depthLimit: 506)
    }
    #expect(throws: Never.self) {
      try BinaryPlistReader.value(in: Self.binary([[0xA3, 1, 1, 1], [0x51, 0x61]]), depthLimit: 506)
    }
  }

  @Test(arguments: [true, false], 0..<2) func `a list with bytes changed at random is read or refused`(
    isXML: Bool, part: Int
  ) throws {
    var random = TestSeed.generator(3_410 + part)
    for _ in 0..<600 {
      var data = written(Self.value(3, using: &random), isXML: isXML)
      for _ in 0..<random.number(1...4) where !data.isEmpty {
        data[random.number(0...data.count - 1)] = .random(in: .min ... .max, using: &random)
      }
      guard let value = try? read(data, isXML: isXML) else { continue }
      let again = try read(written(value, isXML: isXML), isXML: isXML)
      let isSame = exactText(isXML ? asStrings(again) : again) == exactText(isXML ? asStrings(value) : value)
      #expect(isSame, "seed \(TestSeed.current): \(value.description.prefix(300))")
    }
  }

  /// Replaces values by their strings in XML, including the JSON of dictionaries whose keys XML cannot represent.
  private func asStrings(_ value: AttributeValue) -> AttributeValue {
    switch value {
    case .date, .data: .string(value.plainString)
    case .double(let number) where !number.isFinite: .string(value.plainString)
    case .array(let values): .array(values.map(asStrings))
    case .dictionary(let members): .dictionary(members.mapValues(asStrings))
    default: value
    }
  }
}
