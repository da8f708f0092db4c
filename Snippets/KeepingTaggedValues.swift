// Columns hold enums with payloads, and values behind a protocol.

// snippet.hide
import Foundation
import MotionModel

// snippet.show
// snippet.enum
struct Color: Codable, Hashable {
  var red = 0.0
  var green = 0.0
}

enum Asset: OpenTaggedValue {
  case color(Color)
  case image(name: String, scale: Double)
  case nothing
  case unknown(UnknownTag)  // what a newer version of this program wrote
}

struct Slide: Model {
  var id = 0
  var asset = Asset.nothing
  var others: [Asset] = []

  static let schema = Schema<Slide> { Column(\.asset, .indexed) }
}

try Slide.create { $0.asset = .image(name: "dog.png", scale: 2) }
let images = Slide.where(\.asset == .image(name: "dog.png", scale: 2)).count  // => 1
// snippet.hide
precondition(images == 1)

// snippet.show
// snippet.protocol
protocol Sound: Sendable {
  var seconds: Double { get }
}

struct Recording: Sound, Codable, Hashable {
  var file = ""
  var seconds = 0.0
}

struct Silence: Sound, Codable, Hashable {
  var seconds = 1.0
}

enum Sounds: TaggedTypes {
  static let tags = Tags<any Sound> {
    Tag("recording", Recording.self, was: "tape") { $0 }
    Tag("silence", Silence.self) { $0 }
  }
}

struct Track: Model {
  var id = 0
  var sound = Tagged<Sounds>(Silence())
}

let track = try Track.create { $0.sound = Tagged(Recording(file: "dog.wav", seconds: 3)) }
let length = track.sound.value.seconds  // => 3
let cast = try Track(attributes: ["sound": ["type": "tape", "value": ["file": "dog.wav", "seconds": 3]]])
// snippet.hide
precondition(length == 3 && cast.sound == track.sound && track.sound.tag == "recording")
let file = URL.temporaryDirectory.appending(path: "\(UUID().uuidString).json")
defer { try? FileManager.default.removeItem(at: file) }
try Slide.save(to: file)
let text = try String(contentsOf: file, encoding: .utf8)
precondition(text.contains(#""asset": {"type": "image", "value": {"name": "dog.png", "scale": 2.0}}"#), text)
let unknown = try Slide(attributes: ["asset": ["type": "video", "length": 3]])
precondition(Slide.schema[\.asset]?[unknown] == ["type": "video", "length": 3])
