import Foundation
import MotionModel
import MotionModelTestSupport
import MotionModelTesting
import Testing

@testable import GeneratedSamples

@Suite(.store, .temporaryFolder)
struct GeneratedRelationsTests {
  @Test func `Parents and children find each other, and delete rules are kept`() throws {
    let author = try Author.create { $0.name = "Ada" }
    let section = try Section.create { $0.title = "News" }
    let article = try Article.create { ($0.authorID, $0.sectionID) = (author.id, section.id) }
    let second = try Remark.create { ($0.articleID, $0.articlePosition) = (article.id, 2) }
    let first = try Remark.create { ($0.articleID, $0.articlePosition) = (article.id, 1) }
    #expect(author.articles.all == [article])
    #expect(article.author == author)
    #expect(article.remarks.all == [first, second])

    // Deny, nullify, cascade.
    #expect(throws: (any Error).self) { try author.destroy() }
    try section.destroy()
    #expect(try Article.require(article.id).sectionID == nil)
    try Article.require(article.id).destroy()
    #expect(Remark.count == 0)
    try author.destroy()
    #expect(Author.count == 0)
  }

  @Test func `A required parent has to be there, and an optional one does not`() throws {
    #expect(throws: (any Error).self) { try Article.create { $0.headline = "No author" } }
    #expect(throws: (any Error).self) { try Remark.create { $0.words = "No article" } }
    let author = try Author.create { $0.name = "Ada" }
    #expect(try Article.create { $0.authorID = author.id }.section == nil)
  }

  @Test func `Many to many goes through records that are unique`() throws {
    let author = try Author.create { $0.name = "Ada" }
    let article = try Article.create { $0.authorID = author.id }
    let (red, blue) = (try Keyword.create { $0.id = "red" }, try Keyword.create { $0.id = "blue" })
    for keyword in [red, blue] { try ArticleKeyword.create { ($0.articleID, $0.keywordID) = (article.id, keyword.id) } }
    #expect(article.keywords.all == [red, blue])
    #expect(red.articles.all == [article])
    #expect(throws: (any Error).self) {
      try ArticleKeyword.create { ($0.articleID, $0.keywordID) = (article.id, "red") }
    }
    try red.destroy()
    #expect(article.keywords.all == [blue])
  }

  @Test func `One to one, and a model with itself`() throws {
    let (ada, bob) = (try Author.create { $0.name = "Ada" }, try Author.create { ($0.name, $0.mentorID) = ("Bob", 1) })
    #expect(bob.mentor == ada)
    #expect(ada.pupils.all == [bob])
    try AuthorFollowers.create { ($0.followersID, $0.followsID) = (bob.id, ada.id) }
    #expect(bob.follows.all == [ada])
    #expect(ada.followers.all == [bob])
    let profile = try Profile.create { $0.authorKey = ada.id }
    #expect(ada.profile == profile)
    #expect(throws: (any Error).self) { try Profile.create { $0.authorKey = ada.id } }
    try ada.destroy()
    #expect(Profile.count == 0)
  }

  @Test func `Records are saved and loaded`() throws {
    let author = try Author.create { $0.name = "Ada" }
    let article = try Article.create { ($0.authorID, $0.headline) = (author.id, "Hello") }
    try ArticleKeyword.create { ($0.articleID, $0.keywordID) = (article.id, try Keyword.create { $0.id = "red" }.id) }
    let file = TemporaryFolder.current.appending(path: "articles.json")
    try Store.current.save(to: file)
    let loaded = Store()
    try loaded.load(from: file, models: [Article.self, ArticleKeyword.self, Author.self, Keyword.self])
    #expect(loaded.table(Article.self).all == [article])
    #expect(loaded.of(article).keywords.all == Keyword.all)
  }

  @Test func `One record for each parent of several models, whose ids may be equal`() throws {
    let (human, pet) = (try Human.create { $0.name = "Ada" }, try Pet.create { $0.name = "Rex" })
    #expect(human.id == pet.id)
    let passport = try Passport.create { ($0.holderType, $0.holderID) = ("Human", human.id) }
    let collar = try Passport.create { ($0.holderType, $0.holderID) = ("Pet", pet.id) }
    #expect(human.passport == passport && pet.passport == collar)
    #expect(collar.holder as? Pet == pet)
    #expect(throws: (any Error).self) {
      try Passport.create { ($0.holderType, $0.holderID) = ("Pet", pet.id) }
    }
    try pet.destroy()
    #expect(Passport.all == [passport])
  }

  @Test func `Relations to an entity with heirs lead to each of them`() throws {
    let house = try House.create()
    let pet = try Pet.create { ($0.name, $0.houseID) = ("Rex", house.id) }
    let child = try Child.create { ($0.name, $0.houseID) = ("Kim", house.id) }
    #expect(house.petBeings.all == [pet])
    #expect(house.childBeings.all == [child])
    let picture = try Picture.create { ($0.beingType, $0.beingID) = ("Child", child.id) }
    #expect(picture.being as? Child == child)
    #expect(child.pictures.all == [picture])
    #expect((child as any HumanProtocol).name == "Kim")
    try child.destroy()
    #expect(Picture.count == 0)
  }
}
