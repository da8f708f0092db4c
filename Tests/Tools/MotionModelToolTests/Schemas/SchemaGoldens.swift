@testable import MotionModelTool

/// What the samples are in each language.
enum SchemaGoldens {
  static let everyType: [SchemaLanguage: String] = [
    .mermaid: #"""
    erDiagram
      "Owner" {
        UUID code PK
        String name
      }
      "Everything" {
        Int id PK
        String c0 UK
        Bool c1
        Int8 c2
        Int16 c3
        Int32 c4
        Int c5
        UInt8 c6
        UInt16 c7
        UInt32 c8
        UInt c9
        Double c10
        Float c11
        Decimal c12
        Date c13
        UUID c14
        URL c15
        Data c16
        String[] c17
        Int[] c18
        Date[][] c19
        Dictionary(Int) c20
        Status(String) c21
        Level(Int8) c22
        Status(String)[] c23
        Address c24
        String c25 "optional"
        Double c26 "optional"
        Dictionary(Decimal[]) c27 "optional"
        Level(Int) c28 "optional"
        UUID ownerID FK "optional"
      }
      "Owner" |o--o{ "Everything" : "ownerID"
    """#,
    .sqlite: #"""
    CREATE TABLE "Owner" (
      "code" TEXT NOT NULL PRIMARY KEY, -- UUID
      "name" TEXT NOT NULL
    );

    CREATE TABLE "Everything" (
      "id" INTEGER NOT NULL PRIMARY KEY,
      "c0" TEXT NOT NULL UNIQUE,
      "c1" INTEGER NOT NULL, -- Bool
      "c2" INTEGER NOT NULL, -- Int8
      "c3" INTEGER NOT NULL, -- Int16
      "c4" INTEGER NOT NULL, -- Int32
      "c5" INTEGER NOT NULL,
      "c6" INTEGER NOT NULL, -- UInt8
      "c7" INTEGER NOT NULL, -- UInt16
      "c8" INTEGER NOT NULL, -- UInt32
      "c9" INTEGER NOT NULL, -- UInt
      "c10" REAL NOT NULL,
      "c11" REAL NOT NULL, -- Float
      "c12" TEXT NOT NULL, -- Decimal
      "c13" TEXT NOT NULL, -- Date
      "c14" TEXT NOT NULL, -- UUID
      "c15" TEXT NOT NULL, -- URL
      "c16" BLOB NOT NULL,
      "c17" TEXT NOT NULL, -- [String]
      "c18" TEXT NOT NULL, -- [Int?]
      "c19" TEXT NOT NULL, -- [[Date]]
      "c20" TEXT NOT NULL, -- [String: Int]
      "c21" TEXT NOT NULL, -- Status (String)
      "c22" INTEGER NOT NULL, -- Level (Int8)
      "c23" TEXT NOT NULL, -- [Status (String)]
      "c24" NOT NULL, -- Address
      "c25" TEXT,
      "c26" REAL,
      "c27" TEXT, -- [String: [Decimal]]
      "c28" INTEGER, -- Level (Int)
      "ownerID" TEXT REFERENCES "Owner" ("code"), -- UUID
      UNIQUE ("c1", "c2")
    );
    """#,
    .postgresql: #"""
    CREATE TABLE "Owner" (
      "code" uuid NOT NULL PRIMARY KEY,
      "name" text NOT NULL
    );

    CREATE TABLE "Everything" (
      "id" bigint NOT NULL PRIMARY KEY,
      "c0" text NOT NULL UNIQUE,
      "c1" boolean NOT NULL,
      "c2" smallint NOT NULL, -- Int8
      "c3" smallint NOT NULL,
      "c4" integer NOT NULL,
      "c5" bigint NOT NULL,
      "c6" smallint NOT NULL, -- UInt8
      "c7" integer NOT NULL, -- UInt16
      "c8" bigint NOT NULL, -- UInt32
      "c9" numeric(20) NOT NULL, -- UInt
      "c10" double precision NOT NULL,
      "c11" real NOT NULL,
      "c12" numeric NOT NULL,
      "c13" timestamp with time zone NOT NULL,
      "c14" uuid NOT NULL,
      "c15" text NOT NULL, -- URL
      "c16" bytea NOT NULL,
      "c17" text[] NOT NULL, -- [String]
      "c18" bigint[] NOT NULL, -- [Int?]
      "c19" jsonb NOT NULL, -- [[Date]]
      "c20" jsonb NOT NULL, -- [String: Int]
      "c21" text NOT NULL, -- Status (String)
      "c22" smallint NOT NULL, -- Level (Int8)
      "c23" text[] NOT NULL, -- [Status (String)]
      "c24" jsonb NOT NULL, -- Address
      "c25" text,
      "c26" double precision,
      "c27" jsonb, -- [String: [Decimal]]
      "c28" bigint, -- Level (Int)
      "ownerID" uuid,
      UNIQUE ("c1", "c2")
    );

    ALTER TABLE "Everything" ADD FOREIGN KEY ("ownerID") REFERENCES "Owner" ("code");
    """#,
    .jsonSchema: #"""
    {
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "type": "object",
      "properties": {
        "Owner": {"type": "array", "items": {"$ref": "#/$defs/Owner"}},
        "Everything": {"type": "array", "items": {"$ref": "#/$defs/Everything"}}
      },
      "$defs": {
        "Owner": {
          "type": "object",
          "properties": {"code": {"type": "string", "format": "uuid"}, "name": {"type": "string"}},
          "required": ["code", "name"]
        },
        "Everything": {
          "type": "object",
          "properties": {
            "id": {"type": "integer"},
            "c0": {"type": "string"},
            "c1": {"type": "boolean"},
            "c2": {"type": "integer", "minimum": -128, "maximum": 127},
            "c3": {"type": "integer", "minimum": -32768, "maximum": 32767},
            "c4": {"type": "integer", "minimum": -2147483648, "maximum": 2147483647},
            "c5": {"type": "integer"},
            "c6": {"type": "integer", "minimum": 0, "maximum": 255},
            "c7": {"type": "integer", "minimum": 0, "maximum": 65535},
            "c8": {"type": "integer", "minimum": 0, "maximum": 4294967295},
            "c9": {"type": "integer", "minimum": 0},
            "c10": {"anyOf": [{"type": "number"}, {"enum": ["NaN", "Infinity", "-Infinity"]}]},
            "c11": {"anyOf": [{"type": "number"}, {"enum": ["NaN", "Infinity", "-Infinity"]}]},
            "c12": {"type": "string", "format": "decimal"},
            "c13": {"type": "string", "format": "date-time"},
            "c14": {"type": "string", "format": "uuid"},
            "c15": {"type": ["string", "object"], "format": "uri-reference"},
            "c16": {"type": "string", "contentEncoding": "base64"},
            "c17": {"type": "array", "items": {"type": "string"}},
            "c18": {"type": "array", "items": {"type": ["integer", "null"]}},
            "c19": {"type": "array", "items": {"type": "array", "items": {"type": "string", "format": "date-time"}}},
            "c20": {"type": "object", "additionalProperties": {"type": "integer"}},
            "c21": {"type": "string", "$comment": "Status (String)"},
            "c22": {"type": "integer", "minimum": -128, "maximum": 127, "$comment": "Level (Int8)"},
            "c23": {"type": "array", "items": {"type": "string"}, "$comment": "[Status (String)]"},
            "c24": {"$comment": "Address"},
            "c25": {"type": ["string", "null"]},
            "c26": {"anyOf": [{"type": "number"}, {"enum": ["NaN", "Infinity", "-Infinity"]}, {"type": "null"}]},
            "c27": {
              "type": ["object", "null"],
              "additionalProperties": {"type": "array", "items": {"type": "string", "format": "decimal"}}
            },
            "c28": {"type": ["integer", "null"], "$comment": "Level (Int)"},
            "ownerID": {"type": ["string", "null"], "format": "uuid"}
          },
          "required": ["id", "c0", "c1", "c2", "c3", "c4", "c5", "c6", "c7", "c8", "c9", "c10", "c11", "c12", "c13", "c14", "c15", "c16", "c17", "c18", "c19", "c20", "c21", "c22", "c23", "c24"]
        }
      }
    }
    """#,
    .typescript: #"""
    export interface Owner {
      code: string; // UUID
      name: string;
    }

    export interface Everything {
      id: number; // Int
      c0: string;
      c1: boolean;
      c2: number; // Int8
      c3: number; // Int16
      c4: number; // Int32
      c5: number; // Int
      c6: number; // UInt8
      c7: number; // UInt16
      c8: number; // UInt32
      c9: number; // UInt
      c10: number;
      c11: number; // Float
      c12: string; // Decimal
      c13: string; // Date
      c14: string; // UUID
      c15: string; // URL
      c16: string; // Data
      c17: string[]; // [String]
      c18: (number | null)[]; // [Int?]
      c19: string[][]; // [[Date]]
      c20: { [key: string]: number }; // [String: Int]
      c21: string; // Status (String)
      c22: number; // Level (Int8)
      c23: string[]; // [Status (String)]
      c24: unknown; // Address
      c25?: string | null;
      c26?: number | null;
      c27?: { [key: string]: string[] } | null; // [String: [Decimal]]
      c28?: number | null; // Level (Int)
      ownerID?: Owner["code"] | null; // UUID
    }
    """#,
  ]

  static let hostile: [SchemaLanguage: String] = [
    .mermaid: #"""
    erDiagram
      "select" {
        String id PK
        String from FK
        String class
        String a_b "a b"
        String a_b_2 "a'b"
        String a_b_3 "a_b"
        String A_B
        String _1st "1st"
        String na_ve "naïve"
        String _ ""
        String line_feed "line\nfeed"
        String ___x "-- x"
        String __ "*/"
        String _ref "$ref"
      }
      "sqlite_master" {
        Int id PK
      }
      "SELECT" {
        T___DROP_TABLE_x______x id PK
      }
      "string" {
        Int id PK
        Int key FK
      }
      "a/b~c _d_e_" {
        Int id PK
      }
      "nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn" {
        Int ________________________________________ PK "éééééééééééééééééééééééééééééééééééééééé"
        Int _________________________________________ "ééééééééééééééééééééééééééééééééééééééééé"
      }
      "Empty"
      "select" ||--o{ "select" : "from"
      "a/b~c _d_e_" ||--o{ "string" : "key"
    """#,
    .sqlite: #"""
    CREATE TABLE "select" (
      "id" TEXT NOT NULL PRIMARY KEY,
      "from" TEXT NOT NULL REFERENCES "select" ("id"),
      "class" TEXT NOT NULL,
      "a b" TEXT NOT NULL,
      "a""b" TEXT NOT NULL,
      "a_b" TEXT NOT NULL,
      "A_B_2" TEXT NOT NULL,
      "1st" TEXT NOT NULL,
      "naïve" TEXT NOT NULL,
      "_" TEXT NOT NULL,
      "line\nfeed" TEXT NOT NULL,
      "-- x" TEXT NOT NULL,
      "*/" TEXT NOT NULL,
      "$ref" TEXT NOT NULL
    );

    CREATE TABLE "_sqlite_master" (
      "id" INTEGER NOT NULL PRIMARY KEY
    );

    CREATE TABLE "SELECT_2" (
      "id" NOT NULL PRIMARY KEY -- T"; DROP TABLE x; --\n\u{2028}x
    );

    CREATE TABLE "string" (
      "id" INTEGER NOT NULL PRIMARY KEY,
      "key" INTEGER NOT NULL REFERENCES "a/b~c %d""e\" ("id")
    );

    CREATE TABLE "a/b~c %d""e\" (
      "id" INTEGER NOT NULL PRIMARY KEY
    );

    CREATE TABLE "nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn" (
      "éééééééééééééééééééééééééééééééééééééééé" INTEGER NOT NULL PRIMARY KEY,
      "ééééééééééééééééééééééééééééééééééééééééé" INTEGER NOT NULL
    );

    -- Empty has no columns.
    """#,
    .postgresql: #"""
    CREATE TABLE "select" (
      "id" text NOT NULL PRIMARY KEY,
      "from" text NOT NULL,
      "class" text NOT NULL,
      "a b" text NOT NULL,
      "a""b" text NOT NULL,
      "a_b" text NOT NULL,
      "A_B" text NOT NULL,
      "1st" text NOT NULL,
      "naïve" text NOT NULL,
      "_" text NOT NULL,
      "line\nfeed" text NOT NULL,
      "-- x" text NOT NULL,
      "*/" text NOT NULL,
      "$ref" text NOT NULL
    );

    CREATE TABLE "sqlite_master" (
      "id" bigint NOT NULL PRIMARY KEY
    );

    CREATE TABLE "SELECT" (
      "id" jsonb NOT NULL PRIMARY KEY -- T"; DROP TABLE x; --\n\u{2028}x
    );

    CREATE TABLE "string" (
      "id" bigint NOT NULL PRIMARY KEY,
      "key" bigint NOT NULL
    );

    CREATE TABLE "a/b~c %d""e\" (
      "id" bigint NOT NULL PRIMARY KEY
    );

    CREATE TABLE "nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn" (
      "ééééééééééééééééééééééééééééééé" bigint NOT NULL PRIMARY KEY,
      "éééééééééééééééééééééééééééééé_2" bigint NOT NULL
    );

    -- Empty has no columns.

    ALTER TABLE "select" ADD FOREIGN KEY ("from") REFERENCES "select" ("id");
    ALTER TABLE "string" ADD FOREIGN KEY ("key") REFERENCES "a/b~c %d""e\" ("id");
    """#,
    .jsonSchema: #"""
    {
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "type": "object",
      "properties": {
        "select": {"type": "array", "items": {"$ref": "#/$defs/select"}},
        "sqlite_master": {"type": "array", "items": {"$ref": "#/$defs/sqlite_master"}},
        "SELECT": {"type": "array", "items": {"$ref": "#/$defs/SELECT"}},
        "string": {"type": "array", "items": {"$ref": "#/$defs/string"}},
        "a/b~c %d\"e\\": {"type": "array", "items": {"$ref": "#/$defs/a~1b~0c%20%25d%22e%5C"}},
        "nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn": {
          "type": "array",
          "items": {"$ref": "#/$defs/nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn"}
        },
        "Empty": {"type": "array", "items": {"$ref": "#/$defs/Empty"}}
      },
      "$defs": {
        "select": {
          "type": "object",
          "properties": {
            "id": {"type": "string"},
            "from": {"type": "string"},
            "class": {"type": "string"},
            "a b": {"type": "string"},
            "a\"b": {"type": "string"},
            "a_b": {"type": "string"},
            "A_B": {"type": "string"},
            "1st": {"type": "string"},
            "naïve": {"type": "string"},
            "": {"type": "string"},
            "line\nfeed": {"type": "string"},
            "-- x": {"type": "string"},
            "*/": {"type": "string"},
            "$ref": {"type": "string"}
          },
          "required": ["id", "from", "class", "a b", "a\"b", "a_b", "A_B", "1st", "naïve", "", "line\nfeed", "-- x", "*/", "$ref"]
        },
        "sqlite_master": {"type": "object", "properties": {"id": {"type": "integer"}}, "required": ["id"]},
        "SELECT": {
          "type": "object",
          "properties": {"id": {"$comment": "T\"; DROP TABLE x; --\\n\\u{2028}x"}},
          "required": ["id"]
        },
        "string": {
          "type": "object",
          "properties": {"id": {"type": "integer"}, "key": {"type": "integer"}},
          "required": ["id", "key"]
        },
        "a/b~c %d\"e\\": {"type": "object", "properties": {"id": {"type": "integer"}}, "required": ["id"]},
        "nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn": {
          "type": "object",
          "properties": {
            "éééééééééééééééééééééééééééééééééééééééé": {"type": "integer"},
            "ééééééééééééééééééééééééééééééééééééééééé": {"type": "integer"}
          },
          "required": ["éééééééééééééééééééééééééééééééééééééééé", "ééééééééééééééééééééééééééééééééééééééééé"]
        },
        "Empty": {"type": "object", "properties": {}, "required": []}
      }
    }
    """#,
    .typescript: #"""
    export interface select {
      id: string;
      from: select["id"];
      class: string;
      "a b": string;
      "a\"b": string;
      a_b: string;
      A_B: string;
      "1st": string;
      "naïve": string;
      "": string;
      "line\nfeed": string;
      "-- x": string;
      "*/": string;
      "$ref": string;
    }

    export interface sqlite_master {
      id: number; // Int
    }

    export interface SELECT {
      id: unknown; // T"; DROP TABLE x; --\n\u{2028}x
    }

    // The model string.
    export interface string_2 {
      id: number; // Int
      key: a_b_c__d_e_["id"]; // Int
    }

    // The model a/b~c %d"e\.
    export interface a_b_c__d_e_ {
      id: number; // Int
    }

    export interface nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn {
      "éééééééééééééééééééééééééééééééééééééééé": number; // Int
      "ééééééééééééééééééééééééééééééééééééééééé": number; // Int
    }

    export interface Empty {
    }
    """#,
  ]

  static let untyped: [SchemaLanguage: String] = [
    .mermaid: #"""
    erDiagram
      "Records" {
        Int id PK "inferred"
        String name "inferred"
        Double size "inferred"
        Double share "inferred"
        String born "optional, inferred"
        JSON[] tags "inferred"
        unknown mixed "optional"
        Dictionary(JSON) box "optional, inferred"
        unknown no "optional"
        Bool ok "optional, inferred"
        String zip "optional, inferred"
        Int number "optional, inferred"
      }
    """#,
    .sqlite: #"""
    CREATE TABLE "Records" (
      "id" INTEGER NOT NULL PRIMARY KEY, -- inferred from the values
      "name" TEXT NOT NULL, -- inferred from the values
      "size" REAL NOT NULL, -- inferred from the values
      "share" REAL NOT NULL, -- inferred from the values
      "born" TEXT, -- inferred from the values
      "tags" TEXT NOT NULL, -- inferred from the values
      "mixed", -- of unknown type
      "box" TEXT, -- inferred from the values
      "no", -- of unknown type
      "ok" INTEGER, -- inferred from the values
      "zip" TEXT, -- inferred from the values
      "number" INTEGER -- inferred from the values
    );
    """#,
    .postgresql: #"""
    CREATE TABLE "Records" (
      "id" bigint NOT NULL PRIMARY KEY, -- inferred from the values
      "name" text NOT NULL, -- inferred from the values
      "size" double precision NOT NULL, -- inferred from the values
      "share" double precision NOT NULL, -- inferred from the values
      "born" text, -- inferred from the values
      "tags" jsonb NOT NULL, -- inferred from the values
      "mixed" jsonb, -- of unknown type
      "box" jsonb, -- inferred from the values
      "no" jsonb, -- of unknown type
      "ok" boolean, -- inferred from the values
      "zip" text, -- inferred from the values
      "number" bigint -- inferred from the values
    );
    """#,
    .jsonSchema: #"""
    {
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "type": "object",
      "properties": {"Records": {"type": "array", "items": {"$ref": "#/$defs/Records"}}},
      "$defs": {
        "Records": {
          "type": "object",
          "properties": {
            "id": {"type": "integer", "$comment": "inferred from the values"},
            "name": {"type": "string", "$comment": "inferred from the values"},
            "size": {
              "anyOf": [{"type": "number"}, {"enum": ["NaN", "Infinity", "-Infinity"]}],
              "$comment": "inferred from the values"
            },
            "share": {
              "anyOf": [{"type": "number"}, {"enum": ["NaN", "Infinity", "-Infinity"]}],
              "$comment": "inferred from the values"
            },
            "born": {"type": ["string", "null"], "$comment": "inferred from the values"},
            "tags": {"type": "array", "items": {}, "$comment": "inferred from the values"},
            "mixed": {"$comment": "of unknown type"},
            "box": {"type": ["object", "null"], "additionalProperties": {}, "$comment": "inferred from the values"},
            "no": {"$comment": "of unknown type"},
            "ok": {"type": ["boolean", "null"], "$comment": "inferred from the values"},
            "zip": {"type": ["string", "null"], "$comment": "inferred from the values"},
            "number": {"type": ["integer", "null"], "$comment": "inferred from the values"}
          },
          "required": ["id", "name", "size", "share", "tags"]
        }
      }
    }
    """#,
    .typescript: #"""
    export interface Records {
      id: number; // inferred from the values
      name: string; // inferred from the values
      size: number; // inferred from the values
      share: number; // inferred from the values
      born?: string | null; // inferred from the values
      tags: unknown[]; // inferred from the values
      mixed?: unknown; // of unknown type
      box?: { [key: string]: unknown } | null; // inferred from the values
      no?: unknown; // of unknown type
      ok?: boolean | null; // inferred from the values
      zip?: string | null; // inferred from the values
      number?: number | null; // inferred from the values
    }
    """#,
  ]
}
