import MotionModelGenerator
import MotionModelSchemaReading
import Testing

struct RailsSchemaReaderTests {
  private func summary(_ ruby: String) throws -> String {
    try RailsSchemaReader.dataModel(of: ruby, file: "schema.rb", named: "App").summary
  }

  @Test func `a schema becomes entities with relationships at both ends`() throws {
    #expect(
      try summary(
        #"""
        # This file is auto-generated.
        ActiveRecord::Schema[7.1].define(version: 2024_01_02_030405) do
          enable_extension "plpgsql"
          create_enum "mood", ["sad", "ok"]

          create_table "line_items", id: :uuid, default: -> { "gen_random_uuid()" }, comment: "What was bought", force: :cascade do |t|
            t.string "name", limit: 80, default: "it \"is\"", null: false
            t.integer :amount, :rest, default: -1_000
            t.decimal "price", precision: 8, scale: 2
            t.boolean "open", default: true, null: false, comment: "Whether it may change"
            t.enum "mood", default: "sad", enum_type: "mood"
            t.string "tags", default: [], array: true
            t.jsonb "data", default: {}
            t.datetime "due_at", precision: nil, default: -> { "now()" }
            t.bigint "order_id", null: false
            t.belongs_to "seller", null: false, foreign_key: { to_table: "users" }, index: { unique: true }
            t.references "subject", polymorphic: true
            t.bigint "user_id"
            t.timestamps
            t.index ["order_id", "name"], name: "index_1", unique: true
            t.index ["due_at"], name: "index_2"
            t.index "lower((name)::text)", name: "index_3"
            t.index ["price"], name: "index_4", where: "(open)"
            t.check_constraint "amount > 0", name: "positive"
          end

          create_table "orders", primary_key: "number", :force => true do |t|
            t.text "note"
          end
          create_table "users", id: false do |t|
            t.primary_key :id
          end
          create_table("pairs", primary_key: ["a", "b"]) do |t|
            t.integer "a"
            t.integer "b"
          end

          add_foreign_key "line_items", "orders", primary_key: "number", on_delete: :cascade
          add_index "orders", "note"
        end
        """#) == """
          Mood
            MotionModel.Enum=YES
            MotionModel.Type=String
            sad: String MotionModel.Value=sad
            ok: String MotionModel.Value=ok
          LineItem // What was bought ? The index index_4 has a condition, and is not taken over. ? The rule is not taken over: amount > 0 ? The index index_3 has expressions, and is not taken over.
            id: UUID
            name: String = it "is" max 80
            amount: Integer 64? = -1000
            rest: Integer 64? = -1000
            price: Decimal?
            open: Boolean = YES // Whether it may change
            mood: Mood? = sad
            tags: [String]?
            data: String? = {} // ? The column has JSON: give it a Codable type, or keep it as a string.
            dueAt: Date? column due_at // ? The default is not taken over: -> { "now()" }
            subjectID: Integer 64? column subject_id
            subjectType: String? column subject_type
            createdAt: Date column created_at storeColumn created
            updatedAt: Date column updated_at storeColumn updated
            order → Order ↔ lineItems column order_id
            seller → User ↔ sellerLineItem column seller_id
            user → User? ↔ userLineItems column user_id // ? Only its name says that it refers to users.
            unique(seller)
            unique(order, name)
            index index_2(dueAt)
          Order
            id: Integer 64 column number
            note: String?
            lineItems → [LineItem]? ↔ order Cascade
            index (note)
          User
            id: Integer 64
            sellerLineItem → LineItem? ↔ seller Deny
            userLineItems → [LineItem]? ↔ user Deny
          Pair // ? The primary key is a, b; records get an id, and these are unique together.
            a: Integer 64?
            b: Integer 64?
            unique(a, b)
          """)
  }

  @Test(arguments: [
    ("class A; end", "schema.rb: error: There is no create_table in the file: give the schema.rb of a Rails app."),
    (
      "create_table \"a\" do |t|\n  t.string \"x, null: false\nend",
      "schema.rb:2:12: error: The quotation mark has no second one: add it."
    ),
    ("create_table \"a\" do |t|\n  t.index [\"x\"", "schema.rb:2:11: error: The bracket has no second one: add it."),
    (
      "create_table \"a\" do |t|\n  t.string \"x\" \"y\"\nend",
      "schema.rb:2:16: error: Expected a comma or the end of the line behind an argument of t.string."
    ),
    ("add_foreign_key \"a\", \"b\"", "schema.rb:1:1: error: There is no table a before this: create it first."),
    ("create_table \"a\" do |t|\n  t.string ,\nend", "schema.rb:2:12: error: Expected a value."),
    (
      "create_table \"a\" do |t|\nend\ncreate_table \"a\" do |t|\nend",
      "schema.rb:3:1: error: The table a is declared twice: remove one."
    ),
  ])
  func `what cannot be read is a diagnostic with its place`(_ ruby: String, _ message: String) {
    #expect {
      try RailsSchemaReader.dataModel(of: ruby, file: "schema.rb", named: "App")
    } throws: { "\($0)" == message }
  }

  @Test func `deep and damaged files end in a data model or a diagnostic`() {
    for text in ["[", "{ a: ", "-> { ", "("] {
      let deep = String(repeating: text, count: 100_000)
      #expect(throws: Diagnostic.self) { try summary("create_table \"a\" do |t|\n  t.x \"a\", b: \(deep)") }
    }
    let ruby =
      "create_table \"a\", id: :uuid do |t|\n  t.string :b, default: -> { \"x\" }, c: [1, {d: nil}]\nend\n"
    ruby.forEachDamage("()[]{}\":,\n#") { _ = try? summary($0) }
  }
}
