extension English {
  /// The plural endings of words by their singular endings, from the general to the special.
  static let plurals: [(String, String)] = [
    ("", "s"), ("s", "s"),
    ("x", "xes"), ("z", "zes"), ("ch", "ches"), ("sh", "shes"), ("ss", "sses"), ("us", "uses"), ("sis", "ses"),
    ("polis", "polises"), ("eaus", "eaus"),
    ("y", "ies"), ("ay", "ays"), ("ey", "eys"), ("oy", "oys"), ("uy", "uys"), ("quy", "quies"),
    ("lf", "lves"), ("leaf", "leaves"), ("sheaf", "sheaves"), ("loaf", "loaves"), ("thief", "thieves"),
    ("hoof", "hooves"), ("scarf", "scarves"), ("dwarf", "dwarves"), ("wharf", "wharves"),
    ("knife", "knives"), ("wife", "wives"), ("life", "lives"),
    ("hero", "heroes"), ("quiz", "quizzes"), ("whiz", "whizzes"),
    ("matrix", "matrices"), ("vertex", "vertices"), ("index", "indices"), ("appendix", "appendices"),
    ("hedron", "hedra"), ("hedra", "hedra"),
    ("person", "people"), ("people", "people"), ("child", "children"), ("children", "children"),
    ("man", "men"), ("men", "men"), ("human", "humans"), ("foot", "feet"), ("feet", "feet"),
    ("tooth", "teeth"), ("teeth", "teeth"), ("goose", "geese"), ("geese", "geese"),
    ("mouse", "mice"), ("mice", "mice"),
  ]

  /// The singular endings of words by their plural endings, from the general to the special.
  static let singulars: [(String, String)] = [
    ("s", ""), ("ss", "ss"), ("us", "us"), ("sis", "sis"), ("polis", "polis"), ("eaus", "eau"),
    ("ies", "y"), ("oes", "o"), ("shoes", "shoe"), ("xes", "x"), ("ches", "ch"), ("shes", "sh"), ("sses", "ss"),
    ("zzes", "zz"), ("tzes", "tz"), ("quizzes", "quiz"), ("whizzes", "whiz"),
    ("uses", "us"), ("ouses", "ouse"), ("auses", "ause"), ("fuses", "fuse"), ("polises", "polis"),
    ("yses", "ysis"), ("eses", "esis"), ("eeses", "eese"), ("gnoses", "gnosis"), ("opses", "opsis"),
    ("stases", "stasis"), ("phoses", "phosis"), ("bioses", "biosis"), ("hypnoses", "hypnosis"),
    ("neuroses", "neurosis"),
    ("leaves", "leaf"), ("sheaves", "sheaf"), ("loaves", "loaf"), ("thieves", "thief"), ("hooves", "hoof"),
    ("scarves", "scarf"), ("dwarves", "dwarf"), ("wharves", "wharf"), ("knives", "knife"), ("wives", "wife"),
    ("lives", "life"), ("wolves", "wolf"), ("elves", "elf"), ("halves", "half"), ("calves", "calf"),
    ("matrices", "matrix"), ("vertices", "vertex"), ("indices", "index"), ("appendices", "appendix"),
    ("hedra", "hedron"),
    ("people", "person"), ("children", "child"), ("men", "man"), ("feet", "foot"), ("teeth", "tooth"),
    ("geese", "goose"), ("mice", "mouse"),
  ]

  /// The endings of words that are their own plurals.
  static let unchanged = words("fish sheep deer series species aircraft spacecraft")
}
