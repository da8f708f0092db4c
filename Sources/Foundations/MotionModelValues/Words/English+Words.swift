extension English {
  /// Words whose plural adds `es`: singulars in `s`, and words whose ending does not imply it.
  static let endingsInS = words(
    """
    gas biogas canvas atlas alias bias pancreas christmas lens iris ibis pelvis trellis mantis penis clitoris marquis
    portcullis cosmos rhinoceros albatross topaz gps dns sms os ios
    """)

  /// Words whose plural adds `s`, and whose endings also occur in other plurals and singulars.
  static let plainWords = words(
    """
    movie cookie zombie pie tie lie necktie magpie brownie selfie calorie prairie genie rookie hippie hoodie smoothie
    goalie birdie foodie newbie junkie bookie cutie sortie lingerie menagerie pixie veggie yuppie indie collie auntie
    reverie coterie caddie lassie laddie budgie cabbie freebie groupie talkie techie townie sweetie softie quickie oldie
    meanie kiddie hankie boogie bogie eyrie camaraderie

    toe canoe foe hoe doe woe oboe aloe floe roe sloe tiptoe mistletoe

    cache niche ache headache toothache heartache backache stomachache earache bellyache avalanche apache cliche creche
    psyche brioche quiche douche moustache mustache pastiche cartouche gouache tranche attache microfiche axe
    posse mousse lacrosse crevasse impasse finesse

    olive delve helve twelve copse

    use reuse misuse abuse overuse disuse excuse muse ruse recluse hypotenuse masseuse diocese archdiocese

    menu submenu guru emu gnu tofu tutu flu haiku hindu caribou bayou cpu gpu kudu zebu ecu iglu

    blouse mongoose german roman norman shaman talisman ottoman caiman
    specimen abdomen omen regimen hymen stamen lumen dolmen pumice
    """)

  /// Words that are their own plural.
  static let uncountables = words(
    """
    equipment information rice money series species fish sheep deer moose swine bison salmon trout offspring aircraft
    spacecraft hovercraft watercraft jeans pants trousers shorts scissors pliers tweezers binoculars sunglasses goggles
    pajamas pyjamas clothes police cattle news physics mathematics economics politics gymnastics athletics analytics
    logistics headquarters crossroads barracks gallows chassis debris corps chaos kudos tennis cannabis
    software hardware firmware middleware malware furniture luggage baggage advice evidence feedback homework housework
    music traffic metadata multimedia bluetooth mumps measles diabetes rabies scabies herpes biceps triceps forceps
    thanks semen acumen bitumen ramen
    """)
}
