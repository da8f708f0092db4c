import Foundation
import MotionModelGenerator
import Testing

struct DataModelBundleTests {
  @Test func `The versions are in natural order, and one is in use`() throws {
    let bundle = try DataModelBundle(at: Fixture.path("Reading/Staff.xcdatamodeld"))
    #expect(bundle.name == "Staff")
    #expect(bundle.versions.map(\.name) == ["Staff", "Staff 2", "Staff 10"])
    #expect(bundle.current.name == "Staff 10")
    #expect(try bundle.dataModel(bundle.versions[0]).entities.map(\.name) == ["Person"])
  }

  @Test func `An earlier version that cannot be read is no reason to refuse the one in use`() throws {
    let bundle = try DataModelBundle(at: Fixture.path("Reading/Grown.xcdatamodeld"))
    #expect(bundle.current.name == "Grown 2")
    #expect(bundle.versions.map(\.name) == ["Grown 2"])
    #expect(throws: Diagnostic.self) {
      try DataModelBundle(at: Fixture.path("Reading/Grown.xcdatamodeld"), version: "Grown")
    }
  }

  @Test func `The history ends with the version that was named`() throws {
    let diagnostics = Diagnostics()
    let bundle = try DataModelBundle(at: Fixture.path("Reading/Staff.xcdatamodeld"), version: "Staff 2")
    #expect(try bundle.history(diagnostics).map(\.version) == ["Staff", "Staff 2"])
    #expect(diagnostics.all == [])
  }

  @Test(arguments: ["Staff 2.xcdatamodel", "Staff 2.xcdatamodel/contents"])
  func `One version is read by its folder or its file`(path: String) throws {
    let bundle = try DataModelBundle(at: Fixture.path("Reading/Staff.xcdatamodeld/" + path))
    #expect(bundle.name == "Staff 2")
    #expect(bundle.versions == [bundle.current])
    #expect(try bundle.dataModel().entities.map(\.name) == ["Person"])
  }

  @Test(arguments: [
    (
      "Undecided.xcdatamodeld",
      "It has 2 versions and no file .xccurrentversion, so none is in use: choose the model version in Xcode's file "
        + "inspector, or name one of A.xcdatamodel, B.xcdatamodel."
    ),
    (
      "Lost.xcdatamodeld",
      "The version in use is \"Gone.xcdatamodel\", which is not among Lost.xcdatamodel: choose the model version in "
        + "Xcode's file inspector."
    ),
    ("Old.xcdatamodel", "There is no such file."),
    ("Empty.xcdatamodeld", "There is no version of a data model (.xcdatamodel) in it."),
    ("None.xcdatamodeld", "There is no such file."),
    ("None.xcdatamodel", "There is no such file."),
    ("none", "There is no such file."),
    (
      "", "It is a folder, but no data model: give an .xcdatamodeld, an .xcdatamodel or a file \"contents\"."
    ),
  ])
  func `What is no data model is refused in one sentence`(path: String, message: String) {
    let diagnostic = #expect(throws: Diagnostic.self) {
      _ = try DataModelBundle(at: Fixture.path("Reading/" + path)).dataModel()
    }
    #expect(diagnostic?.message == message)
  }

  @Test func `A version that is named and not there is refused with those that are`() {
    let diagnostic = #expect(throws: Diagnostic.self) {
      _ = try DataModelBundle(at: Fixture.path("Reading/Staff.xcdatamodeld"), version: "Staff 3")
    }
    #expect(diagnostic?.message == "There is no version \"Staff 3\": there are Staff, Staff 2, Staff 10.")
  }

  @Test func `Names are compared as people count`() {
    #expect(["a10", "A2", "a1", "b", "a2"].sorted { $0.isNaturallyBefore($1) } == ["a1", "A2", "a2", "a10", "b"])
  }
}
