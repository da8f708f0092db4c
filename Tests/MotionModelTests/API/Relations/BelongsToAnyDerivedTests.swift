import Foundation
import MotionModel
import MotionModelTestSupport
import Testing

private struct Gallery: Model, Equatable {
  var id = 0
  var name = ""
  var commentsCount = 0
  var stars = 0
  var updatedAt: Date?

  static let schema = Schema<Gallery> {
    Column(\.name)
    Derived(\.commentsCount, count: \.comments)
    Derived(\.stars, sum: \.comments, \.stars)
    Timestamps(updated: \.updatedAt)
  }
  struct Relations {
    let comments = HasMany<Comment>(as: \.subject)
  }
  static let relations = Relations()
}

private struct Photo: Model, Equatable {
  var id = 0
  var size = 0
  var commentsCount = 0
  var updatedAt: Date?

  static let schema = Schema<Photo> {
    Column(\.size)
    Derived(\.commentsCount, count: \.comments)
    Timestamps(updated: \.updatedAt)
  }
  struct Relations {
    let comments = HasMany<Comment>(as: \.subject, dependent: .destroy)
  }
  static let relations = Relations()
}

private struct Comment: Model, Equatable {
  var id = 0
  var stars = 0
  var subjectType: String?
  var subjectID: Int?

  static let schema = Schema<Comment> {
    Column(\.stars)
    Column(\.subjectType)
    Column(\.subjectID)
  }
  struct Relations {
    let subject = BelongsToAny<Int>(
      type: \.subjectType, id: \.subjectID, Gallery.self, Photo.self, touch: true)
  }
  static let relations = Relations()
}

@Suite struct BelongsToAnyDerivedTests {
  private let time = Counter()
  private let store: Store
  private let gallery: Gallery
  private let photo: Photo

  init() throws {
    let time = time
    store = Store(clock: { Date(timeIntervalSince1970: Double(time.value)) })
    (gallery, photo) = try Store.with(store) { () throws in
      (try Gallery.create { $0.name = "Works" }, try Photo.create { $0.size = 3 })
    }
    time.add()
  }

  private var times: [Int] {
    let dates = [Gallery.find(gallery.id)?.updatedAt, Photo.find(photo.id)?.updatedAt]
    return dates.map { Int($0?.timeIntervalSince1970 ?? -1) }
  }

  @Test func `the parent is touched, whichever model it is of`() throws {
    try Store.with(store) { () throws in
      #expect(gallery.id == photo.id)
      var comment = try gallery.comments.create()
      #expect(times == [1, 0])
      time.add()
      comment.subject = photo
      try comment.save()
      #expect(times == [2, 2])
      time.add()
      try store.withoutTouching(Photo.self) { try comment.update { $0.stars = 1 } }
      #expect(times == [2, 2])
      try comment.delete()
      #expect(times == [2, 3])
    }
  }

  @Test func `counts and sums are those of the children of each model`() throws {
    try Store.with(store) { () throws in
      var comment = try gallery.comments.create { $0.stars = 4 }
      try photo.comments.create { $0.stars = 2 }
      #expect(Gallery.pluck(\.commentsCount, \.stars).map { [$0, $1] } == [[1, 4]])
      #expect(Photo.pluck(\.commentsCount) == [1])
      comment.subject = photo
      try comment.save()
      #expect(Gallery.pluck(\.commentsCount, \.stars).map { [$0, $1] } == [[0, 0]])
      #expect(Photo.pluck(\.commentsCount) == [2])
      #expect(try store.verify() == [])
    }
  }

  @Test func `conditions are on a parent of one model`() throws {
    try Store.with(store) { () throws in
      let first = try gallery.comments.create()
      let second = try photo.comments.create()
      let free = try Comment.create()
      #expect(Comment.where { $0.subject.as(Gallery.self).name == "Works" }.all == [first])
      #expect(Comment.where { $0.subject.as(Photo.self).size > 2 }.all == [second])
      #expect(Comment.where { $0.subject.as(Photo.self).exists }.all == [second])
      #expect(Comment.where { $0.subject.as(Photo.self).isMissing }.all == [first, free])
      #expect(
        Comment.where { $0.subject.as(Gallery.self).name == "" || $0.subject.as(Photo.self).size == 3 }.all == [second])
      #expect(Comment.order(by: { $0.subject.as(Photo.self).size }).first == second)
    }
  }

  @Test func `records are read with their parents, in one state of the store`() throws {
    try Store.with(store) { () throws in
      let comments = [try gallery.comments.create(), try photo.comments.create(), try Comment.create()]
      let found = Comment.including(\.subject).all
      #expect(found.map(\.0) == comments)
      #expect(found[0].1 as? Gallery == Gallery.find(gallery.id) && found[1].1 as? Photo == Photo.find(photo.id))
      #expect(found[2].1 == nil)
      try store.inTransaction {
        try Photo.delete(photo.id)
        #expect(Comment.where(\.id == comments[1].id).including(\.subject).all.map { $0.1 == nil } == [true])
      }
    }
  }

  @Test func `random writes keep the columns of all parents`() throws {
    var random = TestSeed.generator()
    try Store.with(store) { () throws in
      for _ in 0..<5 {
        try Gallery.create()
        try Photo.create()
      }
      for step in 0..<300 {
        let id: Int? = random.number(0...5) == 0 ? nil : random.number(1...7)
        let type: String? = random.pick(["Gallery", "Photo", "Other", nil])
        func change(_ comment: inout Comment) {
          (comment.subjectType, comment.subjectID, comment.stars) = (type, id, random.number(0...5))
        }
        switch random.number(0...9) {
        case 0...3: try Comment.create { change(&$0) }
        case 4...6:
          guard var comment = Comment.find(random.number(1...60)) else { continue }
          try comment.update { change(&$0) }
        case 7: try Comment.delete(random.number(1...60))
        case 8: try Comment.where(\.stars == random.number(0...5)).updateAll { $0.subjectType = type }
        default: try Photo.destroy(random.number(1...6))
        }
        let comments = Comment.all
        for gallery in Gallery.all {
          let own = comments.filter { $0.subjectType == "Gallery" && $0.subjectID == gallery.id }
          #expect(gallery.commentsCount == own.count && gallery.stars == own.reduce(0) { $0 + $1.stars }, "\(step)")
        }
        for photo in Photo.all {
          let own = comments.filter { $0.subjectType == "Photo" && $0.subjectID == photo.id }
          #expect(photo.commentsCount == own.count, "\(step)")
        }
        #expect(
          Comment.where { $0.subject.as(Photo.self).commentsCount > 1 }.all
            == comments.filter { comment in
              comment.subjectType == "Photo" && (Photo.find(comment.subjectID ?? 0)?.commentsCount ?? 0) > 1
            })
      }
      #expect(try store.verify() == [])
    }
  }
}
