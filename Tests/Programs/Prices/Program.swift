import MotionModel

/// Makes one call as often as it is told: `MotionModelPrices NAME COUNT [--told]`. `Scripts/Support/prices.py` runs it, with two counts, where
/// instructions are counted. Stores have no notification center unless `--told` gives them the default one.
@main enum Program {
  static func main() throws {
    let arguments = CommandLine.arguments
    guard arguments.count >= 3, let count = Int(arguments[2]) else {
      return print("usage: MotionModelPrices NAME COUNT [--told]")
    }
    let store = arguments.contains("--told") ? Store() : Store(notificationCenter: nil)
    try Store.with(store) {
      guard let sum = try Calls(store).run(arguments[1], count) else { fatalError("no call is named \(arguments[1])") }
      print(sum & 1)
    }
  }
}
