import Foundation
import MotionModel
import MotionModelForms
import MotionModelValidation
import Testing

extension ValidationContext {
  fileprivate static let publishing: ValidationContext = "publishing"
}

/// A form in a context of the program's own.
struct FormContextTests {
  private struct Article: Model, Validatable, Equatable {
    var id = 0
    var title = ""
    var summary = ""
    var isPublic = false

    static let schema = Schema<Article> {
      Column(\.title)
      Column(\.summary)
      Column(\.isPublic)
    }
    struct Relations: Sendable {
      let pictures = HasMany<Picture>(\.articleID, dependent: .destroy).acceptingAttributes()
    }
    static let relations = Relations()
    static let validations = Validations<Article> {
      Presence(\.title)
      Length(\.summary, 10...200).on(.publishing)
      AcrossRecords("onlyOne") { $0.where(\.isPublic == true).count < 2 }.on(.publishing)
    }
  }

  private struct Picture: Model, Validatable, Equatable {
    var id = 0
    var caption = ""
    var articleID = 0

    static let schema = Schema<Picture> {
      Column(\.caption)
      Column(\.articleID)
    }
    struct Relations: Sendable {
      let article = BelongsTo<Article>(\.articleID)
    }
    static let relations = Relations()
    static let validations = Validations<Picture> { Presence(\.caption).on(.publishing) }
  }

  private static let form = ModelForm<Article> {
    Input(\.title)
    Input(\.summary)
    Input(\.isPublic).only(in: .publishing)
    Children(\.pictures) { Input(\.caption) }
  }
  private let store = Store()

  @Test func `rules of the context apply beside the others, and only there`() throws {
    let state = FormState(Self.form, in: store)
    try state.type("Dogs", at: "title")
    #expect(try state.submit().record != nil)

    let publishing = FormState(Self.form.checked(in: .publishing), in: store)
    try publishing.type("Dogs", at: "title")
    try publishing.type("Short", at: "summary")
    try publishing.leave("summary")
    #expect(publishing.messages(at: "summary").map(\.text) == ["is too short (at least 10 characters)"])
    let picture = try publishing.add(to: "pictures")
    try publishing.type("x", at: picture.appending("caption"))
    try publishing.type("", at: picture.appending("caption"))
    try publishing.type("", at: "title")
    #expect(
      try publishing.submit().errors.map(\.description) == ["title: blank", "summary: tooShort(count: 10)"],
      "a child in which nothing is entered is none")
    try publishing.type("Cats", at: "title")
    try publishing.type("All about cats.", at: "summary")
    #expect(try publishing.submit().record?.summary == "All about cats.")
    #expect(store.table(Article.self).count == 2)
  }

  @Test func `children are checked in it too`() throws {
    let article = try store.table(Article.self).create {
      $0.title = "Dogs"
      $0.summary = "All about dogs."
    }
    _ = try store.table(Picture.self).create {
      $0.caption = "A dog"
      $0.articleID = article.id
    }
    let state = try FormState(Self.form, editing: article, in: store)
    try state.type("", at: "pictures[0].caption")
    #expect(try state.submit().record != nil)
    let publishing = try FormState(Self.form.checked(in: .publishing), editing: article, in: store)
    try publishing.type("A big dog", at: "pictures[0].caption")
    try publishing.type("", at: "pictures[0].caption")
    try publishing.enter(.flag(true), at: "isPublic")
    #expect(
      try publishing.submit().errors.map(\.description) == ["pictures[0].caption: blank"], "also if nobody changed it")
    try publishing.type("A dog", at: "pictures[0].caption")
    #expect(try publishing.submit().record != nil)
    try publishing.type("", at: "pictures[0].caption")
    #expect(try publishing.submit().errors.map(\.description) == ["pictures[0].caption: blank"])
  }

  @Test func `a field may be there in a context only, and limits are those of the context`() {
    let plain = Self.form.description(in: store)
    let publishing = Self.form.checked(in: .publishing).description(in: store)
    #expect(plain.fields.map(\.key) == ["title", "summary"])
    #expect(publishing.fields.map(\.key) == ["title", "summary", "isPublic"])
    #expect(plain.field(at: "summary")?.limits == FormField.Limits())
    #expect(publishing.field(at: "summary")?.limits == FormField.Limits(minimumLength: 10, maximumLength: 200))
    #expect(plain.version != publishing.version, "an answer to one is none to the other")
    #expect(Self.form.checked(in: .publishing) == Self.form.checked(in: .publishing))
    #expect(Self.form.checked(in: .publishing) != Self.form)
    #expect(ModelForm<Article>().checked(in: .publishing).description(in: store).fields.count == 3)
  }

  @Test func `a field of another context is none, whatever an answer says`() throws {
    let state = FormState(Self.form, in: store)
    state.receive(FormSubmission([("title", "Dogs"), ("isPublic", .flag(true))]))
    #expect(try state.submit().errors.map(\.description) == ["Article: unknownField(name: isPublic)"])
    #expect(store.table(Article.self).count == 0)
  }

  @Test func `a rule across records that refuses the commit is an error of the form`() throws {
    for title in ["Dogs", "Cats"] {
      let state = FormState(Self.form.checked(in: .publishing), in: store)
      try state.type(title, at: "title")
      try state.type("All about them.", at: "summary")
      try state.enter(.flag(true), at: "isPublic")
      let outcome = try state.submit()
      #expect((outcome.record == nil) == (title == "Cats"))
      if title == "Cats" { #expect(outcome.errors.map(\.rule) == ["onlyOne"]) }
    }
    #expect(store.table(Article.self).count == 1)
  }
}
