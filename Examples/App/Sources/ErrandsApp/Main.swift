import Errands

/// The app on a Mac: `swift run ErrandsApp`, or *Run* in Xcode.
@main
struct Main {
  static func main() { ErrandsApp.main() }
}
