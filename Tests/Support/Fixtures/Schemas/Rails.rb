# This file is auto-generated from the current state of the database. It's "quoted", and has a { bracket.
ActiveRecord::Schema[8.0].define(version: 2024_11_01_120000) do
  create_schema "auth"

  # These are extensions that must be enabled in order to support this database
  enable_extension "pg_catalog.plpgsql"

  # Custom types defined in this database.
  # Note that some types may not work with other database engines. Be careful if changing database.
  create_enum "temper", ["sad", "it's ok", "very \"good\"", "1"]

  create_table "auth.guests", force: :cascade do |t|
    t.string "email", null: false
  end

  create_table "rooms", id: { type: :string, limit: 36 }, comment: "It's a \"room\"", force: :cascade do |t|
    t.string "name", limit: 80, default: "it's \#{x} \\ \u00e9", null: false
    t.enum "temper", default: "it's ok", null: false, enum_type: "temper"
    t.enum "moods", default: [], array: true, enum_type: "temper"
    t.jsonb "settings", default: {}, null: false
    t.jsonb "rules", default: {"a"=>[1, nil, true], "b"=>{"c"=>"d"}}
    t.json "list", default: []
    t.datetime "seen_at", precision: nil, default: "2017-01-01 05:00:00"
    t.datetime "made_at", default: -> { "CURRENT_TIMESTAMP" }, null: false
    t.virtual "total", type: :integer, as: "(lo + hi)", stored: true
    t.int4range "range"
    t.integer "lo"
    t.integer "hi", default: 0
    t.binary "head", default: "abc"
    t.decimal "price", precision: 8, scale: 2, default: "9.5"
    t.geography "place", limit: {srid: 4326, type: "st_point", geographic: true}
    t.vector "embedding", limit: 3
    t.datetime "created_at", null: false
    t.datetime "updated_at", null: false
    t.index "lower((name)::text)", name: "rooms_lower"
    t.index ["name"], name: "rooms_name", unique: true, nulls_not_distinct: true
    t.index ["lo"], name: "rooms_lo", where: "(hi > 0)", include: ["hi"]
    t.index ["settings"], name: "rooms_settings", using: :gin
    t.check_constraint "lo < hi", name: "order"
    t.exclusion_constraint "int4range(lo, hi) WITH &&", using: :gist, name: "overlap"
    t.unique_constraint ["lo", "hi"], deferrable: :deferred, name: "both"
  end

  create_table "doors", primary_key: ["room_id", "number"], force: :cascade do |t|
    t.string "room_id", null: false
    t.integer "number", null: false
    t.bigint "opener_id"
  end

  create_table "parts", id: false, force: :cascade do |t|
    t.bigint "door_number"
    t.string "made_in"
  end

  create_table "parts_of_wood", id: false, options: "INHERITS (parts)", force: :cascade do |t|
    t.string "tree"
  end

  add_foreign_key "doors", "auth.guests", column: "opener_id", on_delete: :nullify
  add_foreign_key "doors", "rooms", on_delete: :cascade
  add_check_constraint "doors", "number > 0", name: "positive"

  create_view "busy", materialized: true, sql_definition: <<-SQL
      SELECT rooms.name
     FROM rooms WHERE ((rooms.name)::text <> 'it''s "x"'::text);
  SQL
  add_index "busy", ["name"], name: "busy_name", unique: true

  create_function :touch, sql_definition: <<-'SQL'
      CREATE FUNCTION touch() RETURNS trigger AS $$ BEGIN RETURN NEW; END $$
  SQL
end
