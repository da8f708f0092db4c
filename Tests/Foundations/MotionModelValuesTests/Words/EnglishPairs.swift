/// English words and their plurals, from a dictionary, grouped by difficulty.
enum EnglishPairs {
  /// Plurals that follow no rule.
  static let irregular = pairs(
    """
    person people  man men  woman women  child children  foot feet  tooth teeth  goose geese  mouse mice  louse lice
    ox oxen  die dice  penny pennies  datum data  medium media  criterion criteria  phenomenon phenomena
    bacterium bacteria  curriculum curricula  memorandum memoranda  stratum strata  erratum errata  addendum addenda
    alumnus alumni  alumna alumnae  fungus fungi  nucleus nuclei  stimulus stimuli  radius radii  cactus cacti
    locus loci  genus genera  corpus corpora  larva larvae  vertebra vertebrae  alga algae  automaton automata
    matrix matrices  vertex vertices  index indices  appendix appendices  codex codices  vortex vortices  helix helices
    symposium symposia  consortium consortia  spectrum spectra  quantum quanta  polyhedron polyhedra
    passerby passersby  runner-up runners-up  mother-in-law mothers-in-law
    """)

  /// Compounds of irregular words, written as one word.
  static let grown = pairs(
    """
    grandchild grandchildren  stepchild stepchildren  salesperson salespeople  chairperson chairpeople
    fireman firemen  salesman salesmen  chairwoman chairwomen  gentleman gentlemen  layman laymen  yeoman yeomen
    forefoot forefeet  eyetooth eyeteeth  dormouse dormice  woodlouse woodlice  housewife housewives
    midwife midwives  penknife penknives  afterlife afterlives  bookshelf bookshelves  werewolf werewolves
    cloverleaf cloverleaves  superhero superheroes  submatrix submatrices  subindex subindices
    """)

  /// Words that only look irregular.
  static let seeming = pairs(
    """
    human humans  superhuman superhumans  german germans  roman romans  shaman shamans  talisman talismans
    mongoose mongooses  blouse blouses  specimen specimens  abdomen abdomens  omen omens  regimen regimens
    box boxes  fox foxes  forum forums  album albums  museum museums  stadium stadiums  premium premiums
    formula formulas  antenna antennas  schema schemas  agenda agendas  camera cameras  area areas  idea ideas
    apex apexes  complex complexes  prefix prefixes  suffix suffixes  reflex reflexes  proof proofs  roof roofs
    """)

  /// Singulars that end in s.
  static let sibilants = pairs(
    """
    virus viruses  bus buses  minibus minibuses  status statuses  bonus bonuses  campus campuses  census censuses
    focus focuses  octopus octopuses  genius geniuses  circus circuses  surplus surpluses  plus pluses  minus minuses
    prospectus prospectuses  syllabus syllabuses  abacus abacuses  nexus nexuses  walrus walruses  citrus citruses
    hippopotamus hippopotamuses  apparatus apparatuses  thesaurus thesauruses  caucus caucuses  chorus choruses
    gas gases  canvas canvases  atlas atlases  alias aliases  bias biases  lens lenses  pancreas pancreases
    iris irises  pelvis pelvises  trellis trellises  mantis mantises  metropolis metropolises  acropolis acropolises
    rhinoceros rhinoceroses  address addresses  process processes  class classes  boss bosses  business businesses
    glass glasses  pass passes  witness witnesses  harness harnesses  mattress mattresses  success successes
    """)

  /// Greek words in -sis and -xis.
  static let greek = pairs(
    """
    axis axes  crisis crises  analysis analyses  thesis theses  hypothesis hypotheses  parenthesis parentheses
    synthesis syntheses  diagnosis diagnoses  prognosis prognoses  synopsis synopses  oasis oases  paralysis paralyses
    emphasis emphases  catharsis catharses  metamorphosis metamorphoses  neurosis neuroses  psychosis psychoses
    nemesis nemeses  prosthesis prostheses  metastasis metastases  symbiosis symbioses  catalysis catalyses
    """)

  /// Words in -f and -fe.
  static let voiced = pairs(
    """
    leaf leaves  wolf wolves  shelf shelves  wife wives  life lives  knife knives  half halves  calf calves  elf elves
    self selves  loaf loaves  thief thieves  sheaf sheaves  hoof hooves  scarf scarves  dwarf dwarves  wharf wharves
    belief beliefs  chief chiefs  cliff cliffs  brief briefs  reef reefs  gulf gulfs  chef chefs  safe safes  cafe cafes
    giraffe giraffes  tariff tariffs  sheriff sheriffs  handcuff handcuffs  relief reliefs  turf turfs  behalf behalves
    """)

  /// Words in -ve, whose plurals look like those of words in -f.
  static let ve = pairs(
    """
    move moves  drive drives  hive hives  archive archives  curve curves  valve valves  glove gloves  sleeve sleeves
    olive olives  nerve nerves  stove stoves  wave waves  cave caves  slave slaves  grave graves  native natives
    perspective perspectives  detective detectives  objective objectives  relative relatives  reserve reserves
    solve solves  directive directives  primitive primitives  twelve twelves
    """)

  /// Words in -o.
  static let o = pairs(
    """
    hero heroes  potato potatoes  tomato tomatoes  echo echoes  veto vetoes  buffalo buffaloes  torpedo torpedoes
    mosquito mosquitoes  volcano volcanoes  cargo cargoes  tornado tornadoes  domino dominoes  embargo embargoes
    photo photos  piano pianos  radio radios  video videos  todo todos  logo logos  memo memos  repo repos  zoo zoos
    studio studios  portfolio portfolios  zero zeros  disco discos  kilo kilos  macro macros  ratio ratios  solo solos
    toe toes  shoe shoes  horseshoe horseshoes  canoe canoes  foe foes  oboe oboes  tiptoe tiptoes
    """)

  /// Words in -y and -ie.
  static let y = pairs(
    """
    baby babies  query queries  city cities  category categories  company companies  country countries  entry entries
    property properties  story stories  library libraries  currency currencies  fly flies  ally allies  party parties
    soliloquy soliloquies  colloquy colloquies  inquiry inquiries  delivery deliveries  history histories
    day days  key keys  boy boys  guy guys  survey surveys  holiday holidays  array arrays  delay delays  valley valleys
    monkey monkeys  journey journeys  essay essays  display displays  relay relays  buy buys
    movie movies  cookie cookies  zombie zombies  pie pies  tie ties  lie lies  selfie selfies  calorie calories
    rookie rookies  genie genies  brownie brownies  necktie neckties
    """)

  /// Words in -x, -z, -ch and -sh.
  static let hissing = pairs(
    """
    tax taxes  fax faxes  mix mixes  inbox inboxes  mailbox mailboxes  sandbox sandboxes  hoax hoaxes  annex annexes
    quiz quizzes  buzz buzzes  fez fezzes  waltz waltzes  quartz quartzes  topaz topazes  blitz blitzes  fizz fizzes
    batch batches  branch branches  match matches  switch switches  search searches  church churches  coach coaches
    approach approaches  sketch sketches  speech speeches  watch watches  patch patches  launch launches  lunch lunches
    dish dishes  wish wishes  crash crashes  hash hashes  brush brushes  flash flashes  bush bushes  eyelash eyelashes
    """)

  /// Words in -che, -xe, -ze and -she, which lose no more than an s.
  static let hissingE = pairs(
    """
    cache caches  niche niches  headache headaches  avalanche avalanches  creche creches  psyche psyches
    moustache moustaches  size sizes  prize prizes  maze mazes  breeze breezes  bronze bronzes  freeze freezes
    """)

  /// Words in -se.
  static let se = pairs(
    """
    house houses  warehouse warehouses  horse horses  base bases  database databases  case cases  expense expenses
    course courses  purse purses  license licenses  nurse nurses  response responses  release releases  phase phases
    phrase phrases  purchase purchases  exercise exercises  promise promises  disease diseases  vase vases  rose roses
    nose noses  dose doses  purpose purposes  cause causes  clause clauses  pause pauses  excuse excuses  use uses
    abuse abuses  fuse fuses  muse muses  spouse spouses  noise noises  cheese cheeses  sense senses  lease leases
    universe universes  verse verses  corpse corpses  glimpse glimpses  eclipse eclipses  ellipse ellipses
    impulse impulses  franchise franchises  premise premises  enterprise enterprises  increase increases
    synapse synapses  tense tenses  defense defenses  diocese dioceses  mousse mousses  posse posses
    """)

  /// Regular singulars in -e and other letters.
  static let plain = pairs(
    """
    book books  user users  project projects  task tasks  invoice invoices  price prices  service services
    device devices  office offices  choice choices  image images  page pages  message messages
    file files  line lines  name names  type types  value values  node nodes  table tables  rule rules  role roles
    tree trees  employee employees  fee fees  committee committees  issue issues  queue queues  league leagues
    account accounts  comment comments  document documents  event events  payment payments  department departments
    artist artists  track tracks  genre genres  playlist playlists  customer customers  author authors
    bug bugs  tag tags  map maps  week weeks  month months  year years  hour hours  minute minutes
    taxi taxis  ski skis  kiwi kiwis  alibi alibis  wiki wikis  menu menus  guru gurus  emu emus  bureau bureaus
    plateau plateaus  setting settings  metric metrics  topic topics  comic comics  station stations  lemon lemons
    """)

  /// Words that are their own plural.
  static let uncountable =
    """
    series species sheep fish deer aircraft news equipment information rice money jeans police moose swine salmon
    offspring spacecraft software hardware furniture luggage advice evidence feedback metadata physics mathematics
    headquarters scissors trousers goldfish jellyfish reindeer timeseries subspecies miniseries chassis
    """
    .split(whereSeparator: \.isWhitespace).map { (singular: String($0), plural: String($0)) }

  /// Compounds whose last word changes.
  static let compound = pairs(
    """
    emailAddress emailAddresses  email_address email_addresses  line_item line_items  LineItem LineItems
    grand_child grand_children  grandChild grandChildren  due-date due-dates  SalesPerson SalesPeople
    shop/line_item shop/line_items  Shop.Person Shop.People  Shop::Person Shop::People  HTMLPage HTMLPages
    homeAddressLine homeAddressLines  user_status user_statuses  orderStatus orderStatuses  tax_index tax_indices
    projectID projectIDs  project_id project_ids  apiURL apiURLs  ID IDs  URL URLs  API APIs  OS OSes  SMS SMSes
    backupSSD backupSSDs  line2 line2s
    """)

  /// Capitals stay capitals.
  static let capitals = pairs(
    """
    Person People  PERSON PEOPLE  Child Children  CHILD CHILDREN  Ox Oxen  OX OXEN  City Cities  CITY CITIES
    Quiz Quizzes  QUIZ QUIZZES  Status Statuses  STATUS STATUSES  LINE_ITEM LINE_ITEMS  PROJECT_ID PROJECT_IDS
    GRAND_CHILD GRAND_CHILDREN  Sheep Sheep  SHEEP SHEEP  A As
    """)

  static let all =
    irregular + grown + seeming + sibilants + greek + voiced + ve + o + y + hissing + hissingE + se + plain
    + uncountable + compound + capitals

  /// Plurals besides the usual one: they are recognized, and not changed.
  static let others = pairs(
    """
    index indexes  appendix appendixes  matrix matrixes  vertex vertexes  octopus octopi  octopus octopodes
    formula formulae  antenna antennae  schema schemata  stadium stadia  forum fora  aquarium aquaria  maximum maxima
    cactus cactuses  focus foci  syllabus syllabi  zero zeroes  person persons  medium mediums  money monies
    penny pence  chateau chateaux  volcano volcanos  dwarf dwarfs  buffalo buffalos
    """)

  /// Words that have their plural in common with another word.
  static let shared = pairs("basis bases  axe axes  leave leaves  ellipsis ellipses")

  private static func pairs(_ text: String) -> [(singular: String, plural: String)] {
    let words = text.split(whereSeparator: \.isWhitespace).map(String.init)
    precondition(words.count.isMultiple(of: 2), "A word has no plural, near \(words.last ?? "").")
    return stride(from: 0, to: words.count, by: 2).map { (words[$0], words[$0 + 1]) }
  }
}
