# The schema of a harbour, as Rails writes it.
ActiveRecord::Schema[7.1].define(version: 2024_05_01_120000) do
  create_table "harbours", force: :cascade do |t|
    t.string "name", limit: 80, null: false
    t.decimal "depth", precision: 6, scale: 2
    t.datetime "created_at", null: false
    t.datetime "updated_at", null: false
    t.index ["updated_at"], name: "index_harbours_on_updated_at"
    t.index ["name"], name: "index_harbours_on_name", unique: true
  end

  create_table "ships", force: :cascade do |t|
    t.bigint "harbour_id", null: false
    t.string "name", default: "Nameless", null: false
    t.boolean "afloat", default: true, null: false
    t.integer "lock_version", default: 0, null: false
    t.index ["harbour_id"], name: "index_ships_on_harbour_id"
  end

  add_foreign_key "ships", "harbours"
end
