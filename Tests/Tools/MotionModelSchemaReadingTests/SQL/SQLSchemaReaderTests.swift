import MotionModelGenerator
import MotionModelSchemaReading
import Testing

struct SQLSchemaReaderTests {
  private func summary(_ sql: String) throws -> String {
    try SQLSchemaReader.dataModel(of: sql, file: "shop.sql", named: "Shop").summary
  }

  // MARK: - Dialects

  @Test func `a schema of SQLite becomes entities with relationships at both ends`() throws {
    #expect(
      try summary(
        """
        -- What somebody wrote.
        CREATE TABLE artists (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL UNIQUE COLLATE NOCASE);
        CREATE TABLE IF NOT EXISTS "main"."albums" (
          [id] integer primary key, `title` VARCHAR(160) NOT NULL DEFAULT 'it''s', /* the /* inner */ one */
          artist_id INTEGER NOT NULL REFERENCES artists(id) ON DELETE CASCADE ON UPDATE NO ACTION,
          cover blob, rating REAL DEFAULT -1.5, anything, sold boolean not null default 0,
          price DECIMAL(10,2) CHECK (price > 0), made datetime default CURRENT_TIMESTAMP,
          UNIQUE (artist_id, title) ON CONFLICT REPLACE, CHECK (length(title) > 0)
        ) WITHOUT ROWID;
        CREATE UNIQUE INDEX one ON albums (made) WHERE sold = 1;
        CREATE INDEX byRating ON albums(rating DESC);
        CREATE TABLE sqlite_sequence(name,seq);
        INSERT INTO artists VALUES (1, 'a;b');
        """) == """
          Artist
            id: Integer 64
            name: String
            albums → [Album]? ↔ artist Cascade
            unique(name)
          Album // ? The rule is not taken over: length(title) > 0 ? The index one has a condition, and is not taken over.
            id: Integer 64
            title: String = it's max 160
            cover: Binary?
            rating: Double? = -1.5
            anything: String? // ? The column has no type. It was taken for a string.
            sold: Boolean = NO
            price: Decimal? // ? The rule is not taken over: price > 0
            made: Date? // ? The default is not taken over: CURRENT_TIMESTAMP
            artist → Artist ↔ albums column artist_id
            unique(artist, title)
            index byRating(rating)
          """)
  }

  @Test func `a dump of PostgreSQL has its constraints and comments behind the tables`() throws {
    #expect(
      try summary(
        #"""
        SET statement_timeout = 0;
        \connect shop
        CREATE TYPE public.mood AS ENUM ('sad', 'very ok');
        CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS $body$ BEGIN; RETURN 'x'; END; $body$;
        CREATE TABLE public.line_items (
            id bigint DEFAULT nextval('public.x'::regclass) NOT NULL,
            quantity smallint DEFAULT '1'::smallint NOT NULL,
            note character varying(255) DEFAULT NULL::character varying,
            mood public.mood DEFAULT 'sad'::public.mood NOT NULL,
            tags text[] DEFAULT '{}'::text[] NOT NULL, grid integer[][],
            created_at timestamp(6) without time zone NOT NULL, due timestamp with time zone,
            data jsonb, order_id uuid NOT NULL, key double precision, total numeric(12,0), open time without time zone
        );
        COPY public.line_items (id, note) FROM stdin;
        1	it's
        \.
        CREATE TABLE public.orders (id uuid DEFAULT gen_random_uuid() NOT NULL, parent uuid);
        COMMENT ON TABLE public.orders IS 'What was bought';
        COMMENT ON COLUMN public.line_items.quantity IS 'How many';
        ALTER TABLE ONLY public.orders ADD CONSTRAINT orders_pkey PRIMARY KEY (id);
        ALTER TABLE ONLY public.line_items ADD CONSTRAINT items_pkey PRIMARY KEY (id);
        ALTER TABLE ONLY public.line_items
            ADD CONSTRAINT fk FOREIGN KEY (order_id) REFERENCES public.orders(id) ON DELETE SET NULL DEFERRABLE INITIALLY DEFERRED;
        ALTER TABLE ONLY public.orders ADD CONSTRAINT own FOREIGN KEY (parent) REFERENCES public.orders(id);
        ALTER TABLE public.orders OWNER TO shop;
        CREATE INDEX CONCURRENTLY by_lower ON public.line_items USING btree (lower((note)::text));
        """#) == """
          Mood
            MotionModel.Enum=YES
            MotionModel.Type=String
            sad: String MotionModel.Value=sad
            veryOk: String MotionModel.Value=very ok
          LineItem // ? The index by_lower has expressions, and is not taken over.
            id: Integer 64
            quantity: Integer 16 = 1 // How many
            note: String? max 255
            mood: Mood = sad
            tags: [String]
            grid: [[Int]]?
            createdAt: Date column created_at storeColumn created
            due: Date?
            data: String? // ? The column has JSON: give it a Codable type, or keep it as a string.
            key: Double?
            total: Integer 64?
            open: String? // ? There is no type for time without time zone, so it is a string.
            order → Order ↔ lineItems column order_id
          Order // What was bought
            id: UUID
            parentOrder → Order? ↔ parentOrderOrders column parent
            lineItems → [LineItem]? ↔ order
            parentOrderOrders → [Order]? ↔ parentOrder Deny
          """)
  }

  @Test func `a dump of MySQL has keys and enums in its tables`() throws {
    #expect(
      try summary(
        """
        # a dump
        CREATE TABLE `users` (
          `id` int(10) unsigned NOT NULL AUTO_INCREMENT,
          `active` tinyint(1) NOT NULL DEFAULT '1' COMMENT 'May log in',
          `kind` enum('a','b') CHARACTER SET utf8 COLLATE utf8_bin NOT NULL DEFAULT 'a',
          `boss_id` int unsigned DEFAULT NULL, `profile_id` int NOT NULL,
          `changed` timestamp NOT NULL DEFAULT CURRENT_TIMESTAMP ON UPDATE CURRENT_TIMESTAMP,
          `name_length` int GENERATED ALWAYS AS (length(`kind`)) VIRTUAL,
          PRIMARY KEY (`id`), UNIQUE KEY `one` (`profile_id`), KEY `by_kind` (`kind`(10)), FULLTEXT KEY `ft` (`kind`),
          CONSTRAINT `fk` FOREIGN KEY (`boss_id`) REFERENCES `users` (`id`) ON DELETE RESTRICT,
          CONSTRAINT `fk2` FOREIGN KEY `name` (`profile_id`) REFERENCES `profiles` (`id`)
        ) ENGINE=InnoDB DEFAULT CHARSET=utf8 COMMENT='People';
        CREATE TABLE profiles (id int primary key, `key` varchar(20), `index` int);
        """) == """
          UsersKind
            MotionModel.Enum=YES
            MotionModel.Type=String
            a: String MotionModel.Value=a
            b: String MotionModel.Value=b
          User // People ? The index ft is FULLTEXT, and is not taken over.
            id: Integer 64
            active: Boolean = YES // May log in
            kind: UsersKind = a
            changed: Date // ? The default is not taken over: CURRENT_TIMESTAMP The database sets it: ON UPDATE CURRENT_TIMESTAMP
            nameLength: Integer 64? column name_length // ? The database computes the column, and here nothing does: length("kind")
            boss → User? ↔ bossUsers column boss_id
            profile → Profile ↔ user column profile_id
            bossUsers → [User]? ↔ boss Deny
            unique(profile)
            index by_kind(kind)
          Profile
            id: Integer 64
            key: String? max 20
            index: Integer 64?
            user → User? ↔ profile Deny
          """)
  }

  @Test func `keys of several columns, and tables without a primary key, are marked`() throws {
    #expect(
      try summary(
        """
        CREATE TABLE members (club INT, person INT, since DATE, PRIMARY KEY (club, person));
        CREATE TABLE visits (club INT, person INT, FOREIGN KEY (club, person) REFERENCES members (club, person));
        """) == """
          Member // ? The primary key is club, person; records get an id, and these are unique together.
            club: Integer 64?
            person: Integer 64?
            since: Date?
            unique(club, person)
          Visit // ? The table has no primary key; records get an id. ? The key (club, person) to members is not one column with ids, so it is no relation.
            club: Integer 64?
            person: Integer 64?
          """)
  }

  @Test func `heirs, copies and partitions have their columns`() throws {
    #expect(
      try summary(
        """
        CREATE TABLE payment (id int PRIMARY KEY, amount numeric(5,2) DEFAULT 1 NOT NULL);
        CREATE TABLE late (days int, amount int) INHERITS (payment);
        CREATE TABLE empty () INHERITS (payment);
        CREATE TABLE copy (LIKE payment INCLUDING ALL EXCLUDING DEFAULTS, extra text);
        CREATE TABLE plain (LIKE payment);
        CREATE TABLE event (id int PRIMARY KEY, day date) PARTITION BY RANGE (day);
        CREATE TABLE event_1 PARTITION OF event FOR VALUES FROM ('2024-01-01') TO ('2025-01-01') PARTITION BY HASH (id);
        CREATE TABLE event_1_1 PARTITION OF event_1 DEFAULT;
        CREATE INDEX i ON event_1 (day);
        CREATE TABLE visit (id int PRIMARY KEY, event_id int REFERENCES event_1);
        """) == """
          Payment
            id: Integer 64
            amount: Decimal = 1
          Late // ? It inherits from payment, whose rows are also its own in the database. ? The id alone need not be unique in the database, and is here. ? The table has no primary key; records get an id.
            id: Integer 64
            amount: Integer 64?
            days: Integer 64?
          Empty // ? It inherits from payment, whose rows are also its own in the database. ? The id alone need not be unique in the database, and is here. ? The table has no primary key; records get an id.
            id: Integer 64
            amount: Decimal = 1
          Copy
            id: Integer 64
            amount: Decimal
            extra: String?
          Plain // ? The id alone need not be unique in the database, and is here. ? The table has no primary key; records get an id.
            id: Integer 64
            amount: Decimal
          Event // ? Its partitions are no models, as their rows are its own: event_1, event_1_1
            id: Integer 64
            day: Date?
            visits → [Visit]? ↔ event Deny
          Visit
            id: Integer 64
            event → Event? ↔ visits column event_id
          """)
  }

  @Test func `changes of tables are read, and others are marked`() throws {
    #expect(
      try summary(
        """
        CREATE TABLE a (id int, y text, z int);
        CREATE TABLE b (id int PRIMARY KEY);
        DROP TABLE IF EXISTS nothing, b;
        CREATE TABLE b (id int PRIMARY KEY, a_id int REFERENCES a (id));
        ALTER TABLE a ADD PRIMARY KEY (id), ADD COLUMN IF NOT EXISTS n varchar(9) DEFAULT 'q' NOT NULL, DROP COLUMN y;
        ALTER TABLE a ALTER COLUMN y SET DEFAULT 'x', ALTER y SET NOT NULL, ALTER z TYPE boolean USING z > 0;
        ALTER TABLE a MODIFY z text COMMENT 'Z' AFTER y, MODIFY n int UNIQUE, RENAME n TO m, OWNER TO me;
        RENAME TABLE a TO c, nothing TO d;
        """) == """
          A // ? A change is not taken over: DROP COLUMN y ? A change is not taken over: RENAME n TO m ? A change is not taken over: RENAME TO c, nothing TO d
            id: Integer 64
            y: String = x
            z: String? // Z
            n: Integer 64?
            bs → [B]? ↔ a Deny
            unique(n)
          B
            id: Integer 64
            a → A? ↔ bs column a_id
          """)
  }

  @Test func `names that Swift does not have, or that others have, get others`() throws {
    #expect(
      try summary(
        """
        CREATE TABLE auth.users (id int PRIMARY KEY, "2fa" int, schema text, "due-date" date, due_date date, uuid int);
        CREATE TABLE public.users (uuid int PRIMARY KEY, id text, self int REFERENCES auth.users);
        CREATE TYPE "user" AS ENUM ('+', '-', '1', 'allCases', 'init', 'A', 'a');
        CREATE TABLE sets (id date PRIMARY KEY, kind "user" DEFAULT 'b', other missing);
        """) == """
          User2
            MotionModel.Enum=YES
            MotionModel.Type=String
            value: String MotionModel.Value=+
            value2: String MotionModel.Value=-
            value1: String MotionModel.Value=1
            allCases2: String MotionModel.Value=allCases
            valueInit: String MotionModel.Value=init
            a: String MotionModel.Value=A
            a2: String MotionModel.Value=a
          AuthUser // ? The table is auth.users.
            id: Integer 64
            column2fa: Integer 64? column 2fa
            schema2: String? column schema
            dueDate: Date? column due-date
            dueDate2: Date? // ? The column is called due_date, which is another name in files.
            uuid: Integer 64?
            users → [User]? ↔ selfAuthUser Deny
          User
            id: Integer 64 column uuid
            id2: String? // ? The column is called id, which is another name in files.
            selfAuthUser → AuthUser? ↔ users column self
          Set2 // ? The table is sets. ? The primary key id is no number, string or UUID; records get an id, and it is unique.
            id2: Date // ? The column is called id, which is another name in files.
            kind: User2? // ? The default is not taken over: "b"
            other: String? // ? The type missing is not known. It was taken for a string.
            unique(id2)
          """)
  }

  @Test(arguments: [
    // What says so, and whether a backslash escapes.
    ("CREATE TABLE a (id int AUTO_INCREMENT, x text DEFAULT 'a\\', b', y int);", true),
    ("CREATE TABLE a (id int) ENGINE=InnoDB; CREATE TABLE b (x text DEFAULT 'a\\', b', y int);", true),
    ("-- MySQL dump 10\nCREATE TABLE a (x text DEFAULT 'a\\', b', y int);", true),
    ("CREATE TABLE a (id int COMMENT 'c', x text DEFAULT 'a\\', b', y int);", true),
    ("CREATE TABLE a (x text DEFAULT 'it\\'s', y int);", true),
    ("/*!40101 SET NAMES utf8 */; CREATE TABLE a (x text DEFAULT 'a\\', b', y int);", true),
    ("CREATE TABLE a (x text DEFAULT 'a\\', b text DEFAULT 'c', y int);", false),
    ("CREATE TABLE a (x text DEFAULT 'a\\'::text, b text DEFAULT 'c', y int);", false),
    ("CREATE TABLE a (x text DEFAULT E'a\\', b'::text, y int);", true),
    ("SET standard_conforming_strings = off; CREATE TABLE a (x text DEFAULT 'a\\', b', y int);", true),
  ])
  func `a backslash means what the dialect says`(_ sql: String, _ escapes: Bool) throws {
    let entities = try SQLSchemaReader.dataModel(of: sql, file: "shop.sql", named: "Shop").entities
    let attributes = entities.flatMap(\.attributes)
    #expect(attributes.last?.name == "y")
    #expect(attributes.contains { $0.name == "b" } == !escapes)
  }

  @Test func `tables of full-text indexes and of libraries are left out, and said`() throws {
    let model = try SQLSchemaReader.dataModel(
      of: """
        CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT NOT NULL);
        CREATE VIRTUAL TABLE note_fts USING fts5(text, content='note');
        CREATE TABLE IF NOT EXISTS 'note_fts_data'(id INTEGER PRIMARY KEY, block BLOB);
        CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
        CREATE UNIQUE INDEX names ON grdb_migrations (identifier);
        CREATE TABLE "schema_migrations" (version TEXT);
        """, file: "app.sql", named: "App")
    #expect(model.entities.map(\.name) == ["Note"])
    #expect(
      model.leftOut.map(\.message) == [
        "The virtual table note_fts has no records of its own, and is left out: MotionModelSearch finds words.",
        "The table grdb_migrations is a library's own, and is left out.",
        "The table schema_migrations is a library's own, and is left out.",
      ])
  }

  // MARK: - Bad input

  @Test(arguments: [
    ("SELECT 1;", "shop.sql: error: There is no CREATE TABLE in the file: give the schema of a database."),
    ("CREATE TABLE a (b INT", "shop.sql:1:16: error: The bracket has no second one: add )."),
    ("CREATE TABLE a (b INT c(", "shop.sql:1:24: error: The bracket has no second one: add )."),
    ("CREATE TABLE (b INT)", "shop.sql:1:14: error: Expected the name of a table, and found (."),
    ("\n\nCREATE TABLE a (\n  b 'x);", "shop.sql:4:5: error: The quotation mark has no second one: add it."),
    ("/* x", "shop.sql:1:1: error: The comment has no end: add */."),
    (
      "CREATE TABLE a AS SELECT 1",
      "shop.sql:1:14: error: The columns of a are not in the statement, so it is left out: write them in brackets behind its name."
    ),
    (
      "CREATE TABLE a (b INT); CREATE TABLE A (b INT)",
      "shop.sql:1:38: error: The table A is declared twice: remove one."
    ),
    ("CREATE TABLE a (b INT, B INT)", "shop.sql:1:24: error: The table a declares the column B twice: remove one."),
    (
      "CREATE TABLE a (id INT PRIMARY KEY, FOREIGN KEY (x) REFERENCES a)",
      "shop.sql:1:49: error: The table a has a key of the column x, which it does not have."
    ),
    (
      "CREATE INDEX i ON a (b)",
      "shop.sql:1:16: error: The index i is about a, which is no table of the file, and is left out."
    ),
    (
      "CREATE TABLE a ()",
      "shop.sql:1:14: error: The columns of a are not in the statement, so it is left out: write them in brackets behind its name."
    ),
    ("CREATE TABLE a (b INT) INHERITS (c)", "shop.sql:1:24: error: There is no table c before this: create it first."),
    ("CREATE TABLE a (LIKE b)", "shop.sql:1:22: error: There is no table b before this: create it first."),
    (
      "CREATE TABLE a (b INT); COPY a FROM stdin;\n1\n",
      "shop.sql:1:43: error: The rows have no end: add a line with \\."
    ),
    ("CREATE TABLE a (b INT DEFAULT ARRAY[1, (2)", "shop.sql:1:36: error: The bracket has no second one: add )."),
    ("CREATE TABLE a (b INT DEFAULT (ARRAY[1, 2)", "shop.sql:1:37: error: The bracket has no second one: add ]."),
  ])
  func `what cannot be read is a diagnostic with its place`(_ sql: String, _ message: String) {
    #expect {
      try SQLSchemaReader.dataModel(of: sql, file: "shop.sql", named: "Shop")
    } throws: { "\($0)" == message }
  }

  @Test func `very deep brackets and very large files are read or refused in time`() throws {
    let deep = String(repeating: "(", count: 100_000)
    #expect(throws: Diagnostic.self) { try summary("CREATE TABLE a (b INT CHECK \(deep)") }
    let closed = deep + "1" + String(repeating: ")", count: 100_000)
    #expect(
      try summary("CREATE TABLE a (id INT PRIMARY KEY CHECK \(closed))").hasPrefix("A\n  id: Integer 64 // ? The rule"))
    #expect(throws: Diagnostic.self) { try summary(String(repeating: "x", count: 17 << 20)) }
  }

  @Test func `damaged files end in a data model or a diagnostic`() {
    let sql =
      "CREATE TABLE `a` (id INT PRIMARY KEY, b text[] DEFAULT '{}'::text[], c $x$ y $x$ [d] \"e\" CHECK (a > 1)) /* */ -- ;\n"
    sql.forEachDamage("()'\"[;$,/") { _ = try? summary($0) }
  }
}
