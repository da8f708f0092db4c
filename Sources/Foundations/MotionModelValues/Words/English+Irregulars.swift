extension English {
  /// Words and their plurals. The last pair wins: `pluralize` returns the last plural of a word, and `singularize`
  /// the last word of a plural.
  static let irregulars = pairs(
    """
    ox oxen  die dice  louse lice  woodlouse woodlice  penny pence  penny pennies  passerby passersby
    runner-up runners-up  mother-in-law mothers-in-law  father-in-law fathers-in-law  son-in-law sons-in-law
    daughter-in-law daughters-in-law  brother-in-law brothers-in-law  sister-in-law sisters-in-law

    datum data  medium mediums  medium media  bacterium bacteria  curriculum curricula  memorandum memoranda
    stratum strata  erratum errata  addendum addenda  ovum ova  symposium symposia  millennium millennia
    spectrum spectra  quantum quanta  consortium consortia  stadium stadia  stadium stadiums  forum fora  forum forums
    aquarium aquaria  aquarium aquariums  referendum referenda  referendum referendums
    maximum maxima  maximum maximums  minimum minima  minimum minimums  optimum optima  optimum optimums
    criterion criteria  phenomenon phenomena  automaton automata  ganglion ganglia
    formula formulae  formula formulas  antenna antennae  antenna antennas  schema schemata  schema schemas
    alumna alumnae  larva larvae  vertebra vertebrae  alga algae  nebula nebulae  stigma stigmata
    genus genera  corpus corpora

    alumnus alumni  fungus fungi  nucleus nuclei  stimulus stimuli  radius radii  bacillus bacilli  locus loci
    cactus cactuses  cactus cacti  terminus termini  torus tori  modulus moduli
    octopus octopi  octopus octopodes  octopus octopuses  virus viri  virus viruses  focus foci  focus focuses
    syllabus syllabi  syllabus syllabuses  hippopotamus hippopotami  hippopotamus hippopotamuses

    axis axes  praxis praxes  testis testes  crisis crises  oasis oases  emphasis emphases  catharsis catharses
    basis bases  base bases  ellipsis ellipses  ellipse ellipses  psychosis psychoses  osmosis osmoses
    sclerosis scleroses  thrombosis thromboses  cirrhosis cirrhoses  mitosis mitoses

    codex codices  cortex cortices  vortex vortices  helix helices  apex apices  apex apexes
    chateau chateaux  chateau chateaus  beau beaux  beau beaus

    elf elves  gulf gulfs  golf golfs  behalf behalves  leave leaves  leaf leaves

    potato potatoes  tomato tomatoes  echo echoes  veto vetoes  torpedo torpedoes  embargo embargoes  buffalo buffaloes
    mosquito mosquitoes  volcano volcanoes  cargo cargoes  tornado tornadoes  domino dominoes  mango mangoes
    motto mottoes  halo haloes  grotto grottoes  innuendo innuendoes  go goes  no noes  dingo dingoes

    fez fezzes  money monies
    """)
}
