import Foundation
@testable import MotionModel
import Testing

#if os(Linux) && canImport(Runtime)
  import Runtime
#endif

/// How the caller of the library is told from the library.
@Suite struct CallSiteTests {
  @Test(arguments: [
    ("$s11MotionModel5TableV4findyxSg2IDQzF", "MotionModel"), ("$s4Shop4ListV4rowsSaySSGyF", "Shop"),
    ("_$s4Shop4ListV4rowsSaySSGyF", "Shop"), ("$sSa3mapySayqd__Gqd__xqd_0_YKXEqd_0_YKs5ErrorRd_0_r0_lF", "Swift"),
    ("$ss5ErrorP", "Swift"), ("main", nil), ("$s", nil), ("$s99Short", "Short"), ("$s0", nil), ("", nil),
  ])
  func `the module of a function is read from its mangled name`(symbol: String, module: String?) {
    #expect(FinderLog.CallSite.module(of: symbol).map(String.init) == module)
  }

  @Test func `functions of the library and of the standard library are skipped`() {
    let library = #filePath.split(separator: "/Tests/")[0] + "/Sources/MotionModel/API/Store/Store.swift"
    #expect(FinderLog.CallSite.isSkipped("$s4Shop4ListV4rowsSaySSGyF", String(library)))
    #expect(!FinderLog.CallSite.isSkipped("$s11MotionModel5StoreC4ShopE4rowsSaySSGyF", "/shop/List.swift"))
    #expect(FinderLog.CallSite.isSkipped("$s11MotionModel5StoreC", nil) && FinderLog.CallSite.isSkipped("main", nil))
    #expect(
      FinderLog.CallSite.isSkipped("$sSa3map", "/build/Map.swift")
        && FinderLog.CallSite.isSkipped("$s10Foundation4DataV", nil))
    #expect(!FinderLog.CallSite.isSkipped("$s4Shop4ListV", nil))
    #expect(FinderLog.CallSite.isSkipped("$s11MotionModel5StoreC", "Store.swift"))
    #expect(!FinderLog.CallSite.isSkipped("$s4Shop4ListV", "List.swift"))
  }

  @Test func `its description names the file, the line and the function`() {
    #expect(
      FinderLog.CallSite(function: "rows()", file: "/shop/List.swift", line: 31).description
        == "List.swift:31 in rows()")
    #expect(FinderLog.CallSite(function: "rows()", file: nil, line: nil).description == "rows()")
  }

  #if os(Linux) && canImport(Runtime)
    @Test func `the program's files are listed while another thread gives memory of a file back`() {
      let file = URL(filePath: "/bin/sh").resolvingSymlinksInPath()
      let end = ContinuousClock.now + .milliseconds(500)
      DispatchQueue.concurrentPerform(iterations: 2) { index in
        while ContinuousClock.now < end {
          if index == 0 {
            _ = try? Data(contentsOf: file, options: .alwaysMapped)
          } else {
            _ = CallStack.loadedImages()
          }
        }
      }
      let images = CallStack.loadedImages()
      let program = URL(filePath: CommandLine.arguments[0]).lastPathComponent
      #expect(images.contains { $0.name == program } && images.allSatisfy { $0.path != file.path })
      #expect(zip(images, images.dropFirst()).allSatisfy { $0.endOfText <= $1.baseAddress })
    }
  #endif
}
