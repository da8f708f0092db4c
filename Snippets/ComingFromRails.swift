// Models of Rails, as they are here: associations, validations, callbacks, scopes, a counter cache.

// snippet.program
import Foundation
import MotionModel
import MotionModelTransactions
import MotionModelValidation

struct Author: Model, Validatable {  // class Author < ApplicationRecord
  var id = 0
  var name = ""
  var email = ""
  var postsCount = 0

  static let schema = Schema<Author> {
    Column(\.email, .unique)  // add_index :authors, :email, unique: true
    Derived(\.postsCount, count: \.posts)  // counter_cache: true
  }
  static let validations = Validations<Author> {
    Presence(\.name)  // validates :name, presence: true
    Email(\.email)
  }
  static let hooks: Hooks<Author> = [
    .beforeSave("downcase") { author, _ in author.email = author.email.lowercased() }  // before_save :downcase
  ]
  struct Relations: ModelRelations {
    let posts = HasMany<Post>(\.authorID, dependent: .destroy)  // has_many :posts, dependent: :destroy
  }
}

struct Post: Model {
  var id = 0
  var title = ""
  var publishedAt: Date?
  var authorID = 0

  static let schema = Schema<Post> { Column(\.authorID, .indexed) }
  struct Relations: ModelRelations { let author = BelongsTo<Author>(\.authorID) }  // belongs_to :author

  static var published: Finder<Post> { Post.where(\.publishedAt).isNotNil }  // scope :published, -> { where.not(…) }
}

let invalid = Author.new()
let messages = invalid.errors.fullMessages  // => ["Name can't be blank", "Email is not an email address"]

var ann = try Author.create { ($0.name, $0.email) = ("Ann", "Ann@Example.org") }  // Author.create!
try ann.posts.create { $0.title = "Draft" }
try ann.posts.create { ($0.title, $0.publishedAt) = ("Hello", .now) }
try ann.reload()
let email = ann.email  // => "ann@example.org"

let titles = Post.published.order(by: \.title).limit(10).pluck(\.title)  // => ["Hello"]
let busy = Author.where(\.postsCount > 1).exists  // => true
let authors = Author.where { $0.posts.any { $0.title == "Draft" } }.count  // joins(:posts).where(posts: { … }).distinct
let loaded = Author.including(\.posts).all.map { $1.count }  // includes(:posts)

try Store.current.transaction {  // ActiveRecord::Base.transaction do
  try Post.where(\.publishedAt).isNil.destroyAll()
  try ann.update { $0.name = "Anna" }
}
let found = try Author.where(\.email == "bob@example.org").firstOrCreate { $0.name = "Bob" }  // find_or_create_by!
// snippet.hide
precondition(messages == ["Name can't be blank", "Email is not an email address"] && email == "ann@example.org")
precondition(titles == ["Hello"] && busy && authors == 1 && loaded == [2] && found.name == "Bob")
precondition(Post.count == 1 && Author.pluck(\.postsCount) == [1, 0])
