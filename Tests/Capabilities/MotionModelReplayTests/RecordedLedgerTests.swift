import MotionModel
import MotionModelReplay
import Testing

/// A recording that is kept: what an earlier version has recorded is replayed by each later one.
@Suite struct RecordedLedgerTests {
  @Test func `the recorded steps give the recorded results`() throws {
    try Recording(text: recording).replay(models: [Bill.self]) { step, session in
      try Ledger(session: session).take(step)
    }
  }

  @Test func `the program records the same as then`() throws {
    #expect(try Recording(text: recording) == Ledger.recorded())
  }
}

private let recording = ####"""
  {"format": "MotionModel Replay", "version": 1, "outsideCommits": 0}
  {"records": "{\n\"format\": \"MotionModel\",\n\"version\": 1,\n\"scope\": \"store\",\n\"models\": {\n\"Bill\": {\n\"version\": 1,\n\"columns\": [\"id\", \"payer\", \"note\", \"amount\", \"share\", \"dueOn\", \"paidAt\", \"isUrgent\", \"tags\"],\n\"types\": {\"amount\": \"Decimal\", \"dueOn\": \"Date?\", \"id\": \"String\", \"isUrgent\": \"Bool\", \"note\": \"String?\", \"paidAt\": \"Date?\", \"payer\": \"String\", \"share\": \"Double\", \"tags\": \"[String]\"},\n\"fingerprint\": \"2500abb0697d0163\",\n\"nextNumber\": 2,\n\"rows\": [\n{\"id\": \"first\", \"payer\": \"zoe\", \"amount\": \"0\", \"share\": 0.0, \"isUrgent\": false, \"tags\": [\"\\\"\", \"\\\"\\\"\\\"\", \"\\\"\\\"\\\"#\", \"\\\"\\\"\\\"##\\n\\\"\\\"\\\"###\", \"\\\\\", \"\\\\n\", \"\\\\(1 + 1)\", \"\\\\#(1 + 1)\", \"\\\\##(1 + 1)\", \"\\\\#́(1)\", \"#️⃣\", \"\\n\", \"\\r\\n\", \"\\r\", \"\\t  \", \"\\u0000\", \"\\u0001\u007F\u0085\", \"\u2028\u2029\", \"\uFEFF\", \"\u202Eabc\u2066\", \"éü日本👩‍👩‍👧😀\", \"// */ /* `let`\", \"\", \" \", \"{\\\"json\\\": \\\"x\\\"}\", \"null\"]}\n]\n}\n}\n}\n"}
  {"step": "open", "input": null}
  {"answer": "bills", "value": [{"amount": "0", "dueOn": null, "id": "first", "isUrgent": false, "note": null, "paidAt": null, "payer": "zoe", "share": 0.0, "tags": ["\"", "\"\"\"", "\"\"\"#", "\"\"\"##\n\"\"\"###", "\\", "\\n", "\\(1 + 1)", "\\#(1 + 1)", "\\##(1 + 1)", "\\#́(1)", "#️⃣", "\n", "\r\n", "\r", "\t  ", "\u0000", "\u0001\u007F\u0085", "\u2028\u2029", "\uFEFF", "\u202Eabc\u2066", "éü日本👩‍👩‍👧😀", "// */ /* `let`", "", " ", "{\"json\": \"x\"}", "null"]}]}
  {"returned": null}
  {"step": "write", "input": {"amount": 0, "isUrgent": false, "payer": "\"", "share": 0, "tags": ["\"", "\"\""]}}
  {"time": 800000000.25}
  {"id": "bill \"2\""}
  {"commit": ["+ Bill bill \"2\": payer \"\\\"\", tags [\"\\\"\", \"\\\"\\\"\"]"]}
  {"returned": "bill \"2\""}
  {"step": "write", "input": {"json": "{\"amount\":0.14285714285714285714285714285714285714,\"dueOn\":800000000.1,\"isUrgent\":true,\"note\":\"\\\"\\\"\\\"\",\"payer\":\"\\\"\\\"\\\"\",\"share\":0.14285714285714285,\"tags\":[\"\\\"\\\"\\\"\",\"\\\"\\\"\\\"\\\"\\\"\\\"\"]}"}}
  {"time": 800000000.375}
  {"id": "bill \"3\""}
  {"commit": ["+ Bill bill \"3\": payer \"\\\"\\\"\\\"\", note \"\\\"\\\"\\\"\", amount \"0.14285714285714285714285714285714285714\", share 0.14285714285714285, dueOn \"2026-05-09T06:13:20.1Z\", isUrgent true, tags [\"\\\"\\\"\\\"\", \"\\\"\\\"\\\"\\\"\\\"\\\"\"]"]}
  {"returned": "bill \"3\""}
  {"step": "write", "input": {"json": "{\"amount\":0.28571428571428571428571428571428571428,\"isUrgent\":true,\"note\":\"\\\"\\\"\\\"#\",\"payer\":\"\\\"\\\"\\\"#\",\"share\":0.2857142857142857,\"tags\":[\"\\\"\\\"\\\"#\",\"\\\"\\\"\\\"#\\\"\\\"\\\"#\"]}"}}
  {"time": 800000000.5}
  {"id": "bill \"4\""}
  {"commit": ["+ Bill bill \"4\": payer \"\\\"\\\"\\\"#\", note \"\\\"\\\"\\\"#\", amount \"0.28571428571428571428571428571428571428\", share 0.2857142857142857, isUrgent true, tags [\"\\\"\\\"\\\"#\", \"\\\"\\\"\\\"#\\\"\\\"\\\"#\"]"]}
  {"returned": "bill \"4\""}
  {"step": "write", "input": {"json": "{\"amount\":0.42857142857142857142857142857142857142,\"dueOn\":800000002.1,\"isUrgent\":true,\"payer\":\"\\\"\\\"\\\"##\\n\\\"\\\"\\\"###\",\"share\":0.42857142857142855,\"tags\":[\"\\\"\\\"\\\"##\\n\\\"\\\"\\\"###\",\"\\\"\\\"\\\"##\\n\\\"\\\"\\\"###\\\"\\\"\\\"##\\n\\\"\\\"\\\"###\"]}"}}
  {"time": 800000000.625}
  {"id": "bill \"5\""}
  {"commit": ["+ Bill bill \"5\": payer \"\\\"\\\"\\\"##\\n\\\"\\\"\\\"###\", amount \"0.42857142857142857142857142857142857142\", share 0.42857142857142855, dueOn \"2026-05-09T06:13:22.1Z\", isUrgent true, tags [\"\\\"\\\"\\\"##\\n\\\"\\\"\\\"###\", \"\\\"\\\"\\\"##\\n\\\"\\\"\\\"###\\\"\\\"\\\"##\\n\\\"\\\"\\\"###\"]"]}
  {"returned": "bill \"5\""}
  {"step": "write", "input": {"json": "{\"amount\":0.57142857142857142857142857142857142857,\"isUrgent\":true,\"note\":\"\\\\\",\"payer\":\"\\\\\",\"share\":0.5714285714285714,\"tags\":[\"\\\\\",\"\\\\\\\\\"]}"}}
  {"time": 800000000.75}
  {"id": "bill \"6\""}
  {"commit": ["+ Bill bill \"6\": payer \"\\\\\", note \"\\\\\", amount \"0.57142857142857142857142857142857142857\", share 0.5714285714285714, isUrgent true, tags [\"\\\\\", \"\\\\\\\\\"]"]}
  {"returned": "bill \"6\""}
  {"step": "write", "input": {"json": "{\"amount\":0.71428571428571428571428571428571428571,\"dueOn\":800000004.1,\"isUrgent\":false,\"note\":\"\\\\n\",\"payer\":\"\\\\n\",\"share\":0.7142857142857143,\"tags\":[\"\\\\n\",\"\\\\n\\\\n\"]}"}}
  {"time": 800000000.875}
  {"id": "bill \"7\""}
  {"commit": ["+ Bill bill \"7\": payer \"\\\\n\", note \"\\\\n\", amount \"0.71428571428571428571428571428571428571\", share 0.7142857142857143, dueOn \"2026-05-09T06:13:24.1Z\", tags [\"\\\\n\", \"\\\\n\\\\n\"]"]}
  {"returned": "bill \"7\""}
  {"step": "write", "input": {"json": "{\"amount\":0.85714285714285714285714285714285714285,\"isUrgent\":true,\"payer\":\"\\\\(1 + 1)\",\"share\":0.8571428571428571,\"tags\":[\"\\\\(1 + 1)\",\"\\\\(1 + 1)\\\\(1 + 1)\"]}"}}
  {"time": 800000001.0}
  {"id": "bill \"8\""}
  {"commit": ["+ Bill bill \"8\": payer \"\\\\(1 + 1)\", amount \"0.85714285714285714285714285714285714285\", share 0.8571428571428571, isUrgent true, tags [\"\\\\(1 + 1)\", \"\\\\(1 + 1)\\\\(1 + 1)\"]"]}
  {"returned": "bill \"8\""}
  {"step": "write", "input": {"amount": 1, "dueOn": 800000006.1, "isUrgent": true, "note": "\\#(1 + 1)", "payer": "\\#(1 + 1)", "share": 1, "tags": ["\\#(1 + 1)", "\\#(1 + 1)\\#(1 + 1)"]}}
  {"time": 800000001.125}
  {"id": "bill \"9\""}
  {"commit": ["+ Bill bill \"9\": payer \"\\\\#(1 + 1)\", note \"\\\\#(1 + 1)\", amount \"1\", share 1.0, dueOn \"2026-05-09T06:13:26.1Z\", isUrgent true, tags [\"\\\\#(1 + 1)\", \"\\\\#(1 + 1)\\\\#(1 + 1)\"]"]}
  {"returned": "bill \"9\""}
  {"step": "write", "input": {"json": "{\"amount\":1.14285714285714285714285714285714285714,\"isUrgent\":true,\"note\":\"\\\\##(1 + 1)\",\"payer\":\"\\\\##(1 + 1)\",\"share\":1.1428571428571428,\"tags\":[\"\\\\##(1 + 1)\",\"\\\\##(1 + 1)\\\\##(1 + 1)\"]}"}}
  {"time": 800000001.25}
  {"id": "bill \"10\""}
  {"commit": ["+ Bill bill \"10\": payer \"\\\\##(1 + 1)\", note \"\\\\##(1 + 1)\", amount \"1.14285714285714285714285714285714285714\", share 1.1428571428571428, isUrgent true, tags [\"\\\\##(1 + 1)\", \"\\\\##(1 + 1)\\\\##(1 + 1)\"]"]}
  {"returned": "bill \"10\""}
  {"step": "write", "input": {"json": "{\"amount\":1.28571428571428571428571428571428571428,\"dueOn\":800000008.1,\"isUrgent\":true,\"payer\":\"\\\\#́(1)\",\"share\":1.2857142857142858,\"tags\":[\"\\\\#́(1)\",\"\\\\#́(1)\\\\#́(1)\"]}"}}
  {"time": 800000001.375}
  {"id": "bill \"11\""}
  {"commit": ["+ Bill bill \"11\": payer \"\\\\#́(1)\", amount \"1.28571428571428571428571428571428571428\", share 1.2857142857142858, dueOn \"2026-05-09T06:13:28.1Z\", isUrgent true, tags [\"\\\\#́(1)\", \"\\\\#́(1)\\\\#́(1)\"]"]}
  {"returned": "bill \"11\""}
  {"step": "write", "input": {"json": "{\"amount\":1.4285714285714285714285714285714285714,\"isUrgent\":false,\"note\":\"#️⃣\",\"payer\":\"#️⃣\",\"share\":1.4285714285714286,\"tags\":[\"#️⃣\",\"#️⃣#️⃣\"]}"}}
  {"time": 800000001.5}
  {"id": "bill \"12\""}
  {"commit": ["+ Bill bill \"12\": payer \"#️⃣\", note \"#️⃣\", amount \"1.4285714285714285714285714285714285714\", share 1.4285714285714286, tags [\"#️⃣\", \"#️⃣#️⃣\"]"]}
  {"returned": "bill \"12\""}
  {"step": "write", "input": {"json": "{\"amount\":1.57142857142857142857142857142857142857,\"dueOn\":800000010.1,\"isUrgent\":true,\"note\":\"\\n\",\"payer\":\"\\n\",\"share\":1.5714285714285714,\"tags\":[\"\\n\",\"\\n\\n\"]}"}}
  {"time": 800000001.625}
  {"id": "bill \"13\""}
  {"commit": ["+ Bill bill \"13\": payer \"\\n\", note \"\\n\", amount \"1.57142857142857142857142857142857142857\", share 1.5714285714285714, dueOn \"2026-05-09T06:13:30.1Z\", isUrgent true, tags [\"\\n\", \"\\n\\n\"]"]}
  {"returned": "bill \"13\""}
  {"step": "write", "input": {"json": "{\"amount\":1.71428571428571428571428571428571428571,\"isUrgent\":true,\"payer\":\"\\r\\n\",\"share\":1.7142857142857142,\"tags\":[\"\\r\\n\",\"\\r\\n\\r\\n\"]}"}}
  {"time": 800000001.75}
  {"id": "bill \"14\""}
  {"commit": ["+ Bill bill \"14\": payer \"\\r\\n\", amount \"1.71428571428571428571428571428571428571\", share 1.7142857142857142, isUrgent true, tags [\"\\r\\n\", \"\\r\\n\\r\\n\"]"]}
  {"returned": "bill \"14\""}
  {"step": "write", "input": {"json": "{\"amount\":1.85714285714285714285714285714285714285,\"dueOn\":800000012.1,\"isUrgent\":true,\"note\":\"\\r\",\"payer\":\"\\r\",\"share\":1.8571428571428572,\"tags\":[\"\\r\",\"\\r\\r\"]}"}}
  {"time": 800000001.875}
  {"id": "bill \"15\""}
  {"commit": ["+ Bill bill \"15\": payer \"\\r\", note \"\\r\", amount \"1.85714285714285714285714285714285714285\", share 1.8571428571428572, dueOn \"2026-05-09T06:13:32.1Z\", isUrgent true, tags [\"\\r\", \"\\r\\r\"]"]}
  {"returned": "bill \"15\""}
  {"step": "write", "input": {"amount": 2, "isUrgent": true, "note": "\t  ", "payer": "\t  ", "share": 2, "tags": ["\t  ", "\t  \t  "]}}
  {"time": 800000002.0}
  {"id": "bill \"16\""}
  {"commit": ["+ Bill bill \"16\": payer \"\\t  \", note \"\\t  \", amount \"2\", share 2.0, isUrgent true, tags [\"\\t  \", \"\\t  \\t  \"]"]}
  {"returned": "bill \"16\""}
  {"step": "write", "input": {"json": "{\"amount\":2.14285714285714285714285714285714285714,\"dueOn\":800000014.1,\"isUrgent\":false,\"payer\":\"\\u0000\",\"share\":2.142857142857143,\"tags\":[\"\\u0000\",\"\\u0000\\u0000\"]}"}}
  {"time": 800000002.125}
  {"id": "bill \"17\""}
  {"commit": ["+ Bill bill \"17\": payer \"\\u0000\", amount \"2.14285714285714285714285714285714285714\", share 2.142857142857143, dueOn \"2026-05-09T06:13:34.1Z\", tags [\"\\u0000\", \"\\u0000\\u0000\"]"]}
  {"returned": "bill \"17\""}
  {"step": "write", "input": {"json": "{\"amount\":2.28571428571428571428571428571428571428,\"isUrgent\":true,\"note\":\"\\u0001\u007F\u0085\",\"payer\":\"\\u0001\u007F\u0085\",\"share\":2.2857142857142856,\"tags\":[\"\\u0001\u007F\u0085\",\"\\u0001\u007F\u0085\\u0001\u007F\u0085\"]}"}}
  {"time": 800000002.25}
  {"id": "bill \"18\""}
  {"commit": ["+ Bill bill \"18\": payer \"\\u0001\u007F\u0085\", note \"\\u0001\u007F\u0085\", amount \"2.28571428571428571428571428571428571428\", share 2.2857142857142856, isUrgent true, tags [\"\\u0001\u007F\u0085\", \"\\u0001\u007F\u0085\\u0001\u007F\u0085\"]"]}
  {"returned": "bill \"18\""}
  {"step": "write", "input": {"json": "{\"amount\":2.42857142857142857142857142857142857142,\"dueOn\":800000016.1,\"isUrgent\":true,\"note\":\"\u2028\u2029\",\"payer\":\"\u2028\u2029\",\"share\":2.4285714285714284,\"tags\":[\"\u2028\u2029\",\"\u2028\u2029\u2028\u2029\"]}"}}
  {"time": 800000002.375}
  {"id": "bill \"19\""}
  {"commit": ["+ Bill bill \"19\": payer \"\u2028\u2029\", note \"\u2028\u2029\", amount \"2.42857142857142857142857142857142857142\", share 2.4285714285714284, dueOn \"2026-05-09T06:13:36.1Z\", isUrgent true, tags [\"\u2028\u2029\", \"\u2028\u2029\u2028\u2029\"]"]}
  {"returned": "bill \"19\""}
  {"step": "write", "input": {"json": "{\"amount\":2.57142857142857142857142857142857142857,\"isUrgent\":true,\"payer\":\"\uFEFF\",\"share\":2.5714285714285716,\"tags\":[\"\uFEFF\",\"\uFEFF\uFEFF\"]}"}}
  {"time": 800000002.5}
  {"id": "bill \"20\""}
  {"commit": ["+ Bill bill \"20\": payer \"\uFEFF\", amount \"2.57142857142857142857142857142857142857\", share 2.5714285714285716, isUrgent true, tags [\"\uFEFF\", \"\uFEFF\uFEFF\"]"]}
  {"returned": "bill \"20\""}
  {"step": "write", "input": {"json": "{\"amount\":2.71428571428571428571428571428571428571,\"dueOn\":800000018.1,\"isUrgent\":true,\"note\":\"\u202Eabc\u2066\",\"payer\":\"\u202Eabc\u2066\",\"share\":2.7142857142857144,\"tags\":[\"\u202Eabc\u2066\",\"\u202Eabc\u2066\u202Eabc\u2066\"]}"}}
  {"time": 800000002.625}
  {"id": "bill \"21\""}
  {"commit": ["+ Bill bill \"21\": payer \"\u202Eabc\u2066\", note \"\u202Eabc\u2066\", amount \"2.71428571428571428571428571428571428571\", share 2.7142857142857144, dueOn \"2026-05-09T06:13:38.1Z\", isUrgent true, tags [\"\u202Eabc\u2066\", \"\u202Eabc\u2066\u202Eabc\u2066\"]"]}
  {"returned": "bill \"21\""}
  {"step": "write", "input": {"json": "{\"amount\":2.8571428571428571428571428571428571428,\"isUrgent\":false,\"note\":\"éü日本👩‍👩‍👧😀\",\"payer\":\"éü日本👩‍👩‍👧😀\",\"share\":2.857142857142857,\"tags\":[\"éü日本👩‍👩‍👧😀\",\"éü日本👩‍👩‍👧😀éü日本👩‍👩‍👧😀\"]}"}}
  {"time": 800000002.75}
  {"id": "bill \"22\""}
  {"commit": ["+ Bill bill \"22\": payer \"éü日本👩‍👩‍👧😀\", note \"éü日本👩‍👩‍👧😀\", amount \"2.8571428571428571428571428571428571428\", share 2.857142857142857, tags [\"éü日本👩‍👩‍👧😀\", \"éü日本👩‍👩‍👧😀éü日本👩‍👩‍👧😀\"]"]}
  {"returned": "bill \"22\""}
  {"step": "write", "input": {"amount": 3, "dueOn": 800000020.1, "isUrgent": true, "payer": "// */ /* `let`", "share": 3, "tags": ["// */ /* `let`", "// */ /* `let`// */ /* `let`"]}}
  {"time": 800000002.875}
  {"id": "bill \"23\""}
  {"commit": ["+ Bill bill \"23\": payer \"// */ /* `let`\", amount \"3\", share 3.0, dueOn \"2026-05-09T06:13:40.1Z\", isUrgent true, tags [\"// */ /* `let`\", \"// */ /* `let`// */ /* `let`\"]"]}
  {"returned": "bill \"23\""}
  {"step": "write", "input": {"json": "{\"amount\":3.14285714285714285714285714285714285714,\"isUrgent\":true,\"note\":\"\",\"payer\":\"\",\"share\":3.142857142857143,\"tags\":[\"\",\"\"]}"}}
  {"time": 800000003.0}
  {"id": "bill \"24\""}
  {"commit": ["+ Bill bill \"24\": note \"\", amount \"3.14285714285714285714285714285714285714\", share 3.142857142857143, isUrgent true, tags [\"\", \"\"]"]}
  {"returned": "bill \"24\""}
  {"step": "write", "input": {"json": "{\"amount\":3.28571428571428571428571428571428571428,\"dueOn\":800000022.1,\"isUrgent\":true,\"note\":\" \",\"payer\":\" \",\"share\":3.2857142857142856,\"tags\":[\" \",\"  \"]}"}}
  {"time": 800000003.125}
  {"id": "bill \"25\""}
  {"commit": ["+ Bill bill \"25\": payer \" \", note \" \", amount \"3.28571428571428571428571428571428571428\", share 3.2857142857142856, dueOn \"2026-05-09T06:13:42.1Z\", isUrgent true, tags [\" \", \"  \"]"]}
  {"returned": "bill \"25\""}
  {"step": "write", "input": {"json": "{\"amount\":3.4285714285714285714285714285714285714,\"isUrgent\":true,\"payer\":\"{\\\"json\\\": \\\"x\\\"}\",\"share\":3.4285714285714284,\"tags\":[\"{\\\"json\\\": \\\"x\\\"}\",\"{\\\"json\\\": \\\"x\\\"}{\\\"json\\\": \\\"x\\\"}\"]}"}}
  {"time": 800000003.25}
  {"id": "bill \"26\""}
  {"commit": ["+ Bill bill \"26\": payer \"{\\\"json\\\": \\\"x\\\"}\", amount \"3.4285714285714285714285714285714285714\", share 3.4285714285714284, isUrgent true, tags [\"{\\\"json\\\": \\\"x\\\"}\", \"{\\\"json\\\": \\\"x\\\"}{\\\"json\\\": \\\"x\\\"}\"]"]}
  {"returned": "bill \"26\""}
  {"step": "write", "input": {"json": "{\"amount\":3.5714285714285714285714285714285714285,\"dueOn\":800000024.1,\"isUrgent\":false,\"note\":\"null\",\"payer\":\"null\",\"share\":3.5714285714285716,\"tags\":[\"null\",\"nullnull\"]}"}}
  {"time": 800000003.375}
  {"id": "bill \"27\""}
  {"commit": ["+ Bill bill \"27\": payer \"null\", note \"null\", amount \"3.5714285714285714285714285714285714285\", share 3.5714285714285716, dueOn \"2026-05-09T06:13:44.1Z\", tags [\"null\", \"nullnull\"]"]}
  {"returned": "bill \"27\""}
  {"step": "pay \"now\"\n\u007F# \\#(or) `never`", "input": null}
  {"threw": "unknown(nil)"}
  {"step": "pay \"now\"\n\u007F# \\#(or) `never`", "input": "nobody"}
  {"threw": "unknown(Optional(\"nobody\"))"}
  {"step": "pay \"now\"\n\u007F# \\#(or) `never`", "input": "bill \"2\""}
  {"time": 800000003.5}
  {"outside": "rate of \"€\"", "value": 1.085}
  {"answer": "paid", "value": null}
  {"returned": null}
  {"step": "pay \"now\"\n\u007F# \\#(or) `never`", "input": "bill \"3\""}
  {"time": 800000003.625}
  {"time": 800000003.75}
  {"outside": "rate of \"€\"", "value": 1.085}
  {"commit": ["~ Bill bill \"3\": amount \"0.14285714285714285714285714285714285714\" → \"0.154999999999999999999999999999999999996\", paidAt null → \"2026-05-09T06:13:23.625Z\""]}
  {"answer": "paid", "value": 800000003.625}
  {"returned": 800000003.625}
  {"step": "pay \"now\"\n\u007F# \\#(or) `never`", "input": "bill \"4\""}
  {"time": 800000003.875}
  {"time": 800000004.0}
  {"outside": "rate of \"€\"", "value": 1.085}
  {"commit": ["~ Bill bill \"4\": amount \"0.28571428571428571428571428571428571428\" → \"0.309999999999999999999999999999999999993\", paidAt null → \"2026-05-09T06:13:23.875Z\""]}
  {"answer": "paid", "value": 800000003.875}
  {"returned": 800000003.875}
  {"step": "pay \"now\"\n\u007F# \\#(or) `never`", "input": "bill \"5\""}
  {"time": 800000004.125}
  {"time": 800000004.25}
  {"outside": "rate of \"€\"", "value": 1.085}
  {"commit": ["~ Bill bill \"5\": amount \"0.42857142857142857142857142857142857142\" → \"0.46499999999999999999999999999999999999\", paidAt null → \"2026-05-09T06:13:24.125Z\""]}
  {"answer": "paid", "value": 800000004.125}
  {"returned": 800000004.125}
  {"step": "pay \"now\"\n\u007F# \\#(or) `never`", "input": "bill \"6\""}
  {"time": 800000004.375}
  {"time": 800000004.5}
  {"outside": "rate of \"€\"", "value": 1.085}
  {"commit": ["~ Bill bill \"6\": amount \"0.57142857142857142857142857142857142857\" → \"0.61999999999999999999999999999999999999\", paidAt null → \"2026-05-09T06:13:24.375Z\""]}
  {"answer": "paid", "value": 800000004.375}
  {"returned": 800000004.375}
  {"step": "pay \"now\"\n\u007F# \\#(or) `never`", "input": "bill \"7\""}
  {"time": 800000004.625}
  {"outside": "rate of \"€\"", "value": 1.085}
  {"commit": ["~ Bill bill \"7\": amount \"0.71428571428571428571428571428571428571\" → \"0.77499999999999999999999999999999999999\""]}
  {"answer": "paid", "value": null}
  {"returned": null}
  {"step": "pay \"now\"\n\u007F# \\#(or) `never`", "input": "bill \"8\""}
  {"time": 800000004.75}
  {"time": 800000004.875}
  {"outside": "rate of \"€\"", "value": 1.085}
  {"commit": ["~ Bill bill \"8\": amount \"0.85714285714285714285714285714285714285\" → \"0.92999999999999999999999999999999999999\", paidAt null → \"2026-05-09T06:13:24.75Z\""]}
  {"answer": "paid", "value": 800000004.75}
  {"returned": 800000004.75}
  {"step": "pay \"now\"\n\u007F# \\#(or) `never`", "input": "bill \"9\""}
  {"time": 800000005.0}
  {"time": 800000005.125}
  {"outside": "rate of \"€\"", "value": 1.085}
  {"commit": ["~ Bill bill \"9\": amount \"1\" → \"1.085\", paidAt null → \"2026-05-09T06:13:25Z\""]}
  {"answer": "paid", "value": 800000005}
  {"returned": 800000005}
  {"step": "pay \"now\"\n\u007F# \\#(or) `never`", "input": "bill \"10\""}
  {"time": 800000005.25}
  {"time": 800000005.375}
  {"outside": "rate of \"€\"", "value": 1.085}
  {"commit": ["~ Bill bill \"10\": amount \"1.14285714285714285714285714285714285714\" → \"1.23999999999999999999999999999999999999\", paidAt null → \"2026-05-09T06:13:25.25Z\""]}
  {"answer": "paid", "value": 800000005.25}
  {"returned": 800000005.25}
  {"step": "pay \"now\"\n\u007F# \\#(or) `never`", "input": "bill \"11\""}
  {"time": 800000005.5}
  {"time": 800000005.625}
  {"outside": "rate of \"€\"", "value": 1.085}
  {"commit": ["~ Bill bill \"11\": amount \"1.28571428571428571428571428571428571428\" → \"1.39499999999999999999999999999999999999\", paidAt null → \"2026-05-09T06:13:25.5Z\""]}
  {"answer": "paid", "value": 800000005.5}
  {"returned": 800000005.5}
  {"step": "pay \"now\"\n\u007F# \\#(or) `never`", "input": "bill \"12\""}
  {"time": 800000005.75}
  {"outside": "rate of \"€\"", "value": 1.085}
  {"commit": ["~ Bill bill \"12\": amount \"1.4285714285714285714285714285714285714\" → \"1.54999999999999999999999999999999999996\""]}
  {"answer": "paid", "value": null}
  {"returned": null}
  {"step": "pay \"now\"\n\u007F# \\#(or) `never`", "input": "bill \"13\""}
  {"time": 800000005.875}
  {"time": 800000006.0}
  {"outside": "rate of \"€\"", "value": 1.085}
  {"commit": ["~ Bill bill \"13\": amount \"1.57142857142857142857142857142857142857\" → \"1.70499999999999999999999999999999999999\", paidAt null → \"2026-05-09T06:13:25.875Z\""]}
  {"answer": "paid", "value": 800000005.875}
  {"returned": 800000005.875}
  {"step": "pay \"now\"\n\u007F# \\#(or) `never`", "input": "bill \"14\""}
  {"time": 800000006.125}
  {"time": 800000006.25}
  {"outside": "rate of \"€\"", "value": 1.085}
  {"commit": ["~ Bill bill \"14\": amount \"1.71428571428571428571428571428571428571\" → \"1.85999999999999999999999999999999999999\", paidAt null → \"2026-05-09T06:13:26.125Z\""]}
  {"answer": "paid", "value": 800000006.125}
  {"returned": 800000006.125}
  {"step": "pay \"now\"\n\u007F# \\#(or) `never`", "input": "bill \"15\""}
  {"time": 800000006.375}
  {"time": 800000006.5}
  {"outside": "rate of \"€\"", "value": 1.085}
  {"commit": ["~ Bill bill \"15\": amount \"1.85714285714285714285714285714285714285\" → \"2.01499999999999999999999999999999999999\", paidAt null → \"2026-05-09T06:13:26.375Z\""]}
  {"answer": "paid", "value": 800000006.375}
  {"returned": 800000006.375}
  {"step": "pay \"now\"\n\u007F# \\#(or) `never`", "input": "bill \"16\""}
  {"time": 800000006.625}
  {"time": 800000006.75}
  {"outside": "rate of \"€\"", "value": 1.085}
  {"commit": ["~ Bill bill \"16\": amount \"2\" → \"2.17\", paidAt null → \"2026-05-09T06:13:26.625Z\""]}
  {"answer": "paid", "value": 800000006.625}
  {"returned": 800000006.625}
  {"step": "pay \"now\"\n\u007F# \\#(or) `never`", "input": "bill \"17\""}
  {"time": 800000006.875}
  {"outside": "rate of \"€\"", "value": 1.085}
  {"commit": ["~ Bill bill \"17\": amount \"2.14285714285714285714285714285714285714\" → \"2.32499999999999999999999999999999999999\""]}
  {"answer": "paid", "value": null}
  {"returned": null}
  {"step": "pay \"now\"\n\u007F# \\#(or) `never`", "input": "bill \"18\""}
  {"time": 800000007.0}
  {"time": 800000007.125}
  {"outside": "rate of \"€\"", "value": 1.085}
  {"commit": ["~ Bill bill \"18\": amount \"2.28571428571428571428571428571428571428\" → \"2.47999999999999999999999999999999999999\", paidAt null → \"2026-05-09T06:13:27Z\""]}
  {"answer": "paid", "value": 800000007}
  {"returned": 800000007}
  {"step": "pay \"now\"\n\u007F# \\#(or) `never`", "input": "bill \"19\""}
  {"time": 800000007.25}
  {"time": 800000007.375}
  {"outside": "rate of \"€\"", "value": 1.085}
  {"commit": ["~ Bill bill \"19\": amount \"2.42857142857142857142857142857142857142\" → \"2.63499999999999999999999999999999999999\", paidAt null → \"2026-05-09T06:13:27.25Z\""]}
  {"answer": "paid", "value": 800000007.25}
  {"returned": 800000007.25}
  {"step": "pay \"now\"\n\u007F# \\#(or) `never`", "input": "bill \"20\""}
  {"time": 800000007.5}
  {"time": 800000007.625}
  {"outside": "rate of \"€\"", "value": 1.085}
  {"commit": ["~ Bill bill \"20\": amount \"2.57142857142857142857142857142857142857\" → \"2.78999999999999999999999999999999999999\", paidAt null → \"2026-05-09T06:13:27.5Z\""]}
  {"answer": "paid", "value": 800000007.5}
  {"returned": 800000007.5}
  {"step": "pay \"now\"\n\u007F# \\#(or) `never`", "input": "bill \"21\""}
  {"time": 800000007.75}
  {"time": 800000007.875}
  {"outside": "rate of \"€\"", "value": 1.085}
  {"commit": ["~ Bill bill \"21\": amount \"2.71428571428571428571428571428571428571\" → \"2.94499999999999999999999999999999999999\", paidAt null → \"2026-05-09T06:13:27.75Z\""]}
  {"answer": "paid", "value": 800000007.75}
  {"returned": 800000007.75}
  {"step": "pay \"now\"\n\u007F# \\#(or) `never`", "input": "bill \"22\""}
  {"time": 800000008.0}
  {"outside": "rate of \"€\"", "value": 1.085}
  {"commit": ["~ Bill bill \"22\": amount \"2.8571428571428571428571428571428571428\" → \"3.09999999999999999999999999999999999993\""]}
  {"answer": "paid", "value": null}
  {"returned": null}
  {"step": "pay \"now\"\n\u007F# \\#(or) `never`", "input": "bill \"23\""}
  {"time": 800000008.125}
  {"time": 800000008.25}
  {"outside": "rate of \"€\"", "value": 1.085}
  {"commit": ["~ Bill bill \"23\": amount \"3\" → \"3.255\", paidAt null → \"2026-05-09T06:13:28.125Z\""]}
  {"answer": "paid", "value": 800000008.125}
  {"returned": 800000008.125}
  {"step": "pay \"now\"\n\u007F# \\#(or) `never`", "input": "bill \"24\""}
  {"time": 800000008.375}
  {"time": 800000008.5}
  {"outside": "rate of \"€\"", "value": 1.085}
  {"commit": ["~ Bill bill \"24\": amount \"3.14285714285714285714285714285714285714\" → \"3.4099999999999999999999999999999999999\", paidAt null → \"2026-05-09T06:13:28.375Z\""]}
  {"answer": "paid", "value": 800000008.375}
  {"returned": 800000008.375}
  {"step": "pay \"now\"\n\u007F# \\#(or) `never`", "input": "bill \"25\""}
  {"time": 800000008.625}
  {"time": 800000008.75}
  {"outside": "rate of \"€\"", "value": 1.085}
  {"commit": ["~ Bill bill \"25\": amount \"3.28571428571428571428571428571428571428\" → \"3.5649999999999999999999999999999999999\", paidAt null → \"2026-05-09T06:13:28.625Z\""]}
  {"answer": "paid", "value": 800000008.625}
  {"returned": 800000008.625}
  {"step": "pay \"now\"\n\u007F# \\#(or) `never`", "input": "bill \"26\""}
  {"time": 800000008.875}
  {"time": 800000009.0}
  {"outside": "rate of \"€\"", "value": 1.085}
  {"commit": ["~ Bill bill \"26\": amount \"3.4285714285714285714285714285714285714\" → \"3.7199999999999999999999999999999999999\", paidAt null → \"2026-05-09T06:13:28.875Z\""]}
  {"answer": "paid", "value": 800000008.875}
  {"returned": 800000008.875}
  {"step": "pay \"now\"\n\u007F# \\#(or) `never`", "input": "bill \"27\""}
  {"time": 800000009.125}
  {"outside": "rate of \"€\"", "value": 1.085}
  {"commit": ["~ Bill bill \"27\": amount \"3.5714285714285714285714285714285714285\" → \"3.8749999999999999999999999999999999999\""]}
  {"answer": "paid", "value": null}
  {"returned": null}
  {"step": "erase", "input": [null, "nobody", "bill \"2\"", "bill \"3\"", "bill \"4\"", "bill \"5\"", "bill \"6\"", "bill \"7\"", "bill \"8\"", "bill \"9\"", "bill \"10\"", "bill \"11\"", "bill \"12\"", "bill \"13\"", "bill \"14\"", "bill \"15\"", "bill \"16\"", "bill \"17\"", "bill \"18\"", "bill \"19\"", "bill \"20\"", "bill \"21\"", "bill \"22\"", "bill \"23\"", "bill \"24\"", "bill \"25\"", "bill \"26\"", "bill \"27\""]}
  {"time": 800000009.25}
  {"commit": ["by \"ann\"\\", "- Bill bill \"2\"", "- Bill bill \"3\"", "- Bill bill \"4\"", "- Bill bill \"5\"", "- Bill bill \"6\"", "- Bill bill \"7\"", "- Bill bill \"8\"", "- Bill bill \"9\"", "- Bill bill \"10\"", "- Bill bill \"11\"", "- Bill bill \"12\"", "- Bill bill \"13\"", "- Bill bill \"14\"", "- Bill bill \"15\"", "- Bill bill \"16\"", "- Bill bill \"17\"", "- Bill bill \"18\"", "- Bill bill \"19\"", "- Bill bill \"20\"", "- Bill bill \"21\"", "- Bill bill \"22\"", "- Bill bill \"23\"", "- Bill bill \"24\"", "- Bill bill \"25\"", "- Bill bill \"26\"", "- Bill bill \"27\""]}
  {"returned": {"\u0001#\"": -1, "left": 1}}
  {"step": "open", "input": null}
  {"answer": "bills", "value": [{"amount": "0", "dueOn": null, "id": "first", "isUrgent": false, "note": null, "paidAt": null, "payer": "zoe", "share": 0.0, "tags": ["\"", "\"\"\"", "\"\"\"#", "\"\"\"##\n\"\"\"###", "\\", "\\n", "\\(1 + 1)", "\\#(1 + 1)", "\\##(1 + 1)", "\\#́(1)", "#️⃣", "\n", "\r\n", "\r", "\t  ", "\u0000", "\u0001\u007F\u0085", "\u2028\u2029", "\uFEFF", "\u202Eabc\u2066", "éü日本👩‍👩‍👧😀", "// */ /* `let`", "", " ", "{\"json\": \"x\"}", "null"]}]}
  {"returned": null}
  """####
