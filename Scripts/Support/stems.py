#!/usr/bin/env python3
# Writes Tests/Capabilities/MotionModelSearchTests/Fixtures/english-stems.txt: English words and forms, with the stems that another program finds for them.
#
# The words are made here, of bases and endings. The stems are those of the package `snowballstemmer` 3.1.1 (pip install
# snowballstemmer==3.1.1), which its authors generate from their definition of the algorithm.
import itertools
import pathlib
import random

import snowballstemmer

bases = """
act add affect agree air ally analog announce apply arch argue arm bead bed begin bestow betray bias big blind block boil book
breathe brick bright bury buy cap care carry caress cat center character charge cheer class clean close commun compute condition
connect consider consign content control cool cosmos count cover cry cut dance day deal decide defend deny depend deploy die dip
divide dry dye earl ease easy ebb edit effect egg electric embed emerg emerge employ engine enjoy entrap equal err essence even
exceed excel exist fail fall familiar feel feud few fight file fill fit fizz flatter fly fold foo force form formal found free fuzz
gas gener gentl geolog give glad glow good grammar grow guess happen happy hard harm heal heat help herr hiss hobby home hop
hope howe human idl identify imagine import inch inn inter intern invent iron irritate island jam jar job join joy judge jump keep
kick kind kiwi knack knock know label land large later law lay lean learn leave legal level lie light like limit list live local
log long lore love lull luxuriate make manage map mark mass mat matter measure medic meet member merry meter mind mine mix model
modern moral mother motor move murmur music name nation nature neat need net news notice number obey observe occur odd off offer
old omit open oper operate opt oral organ other out own pack paint pair parse part past paste pay perfect person pity plan plaster
play plead please point polit port pose possible pray press pretty prefer proceed process produce prompt proof prove public pull
push put quick quit quiz race radio rap rate rational read real reason red refer regular relate reli rely remit rent replace rest
review rhythm rich right ring rise river road rock roll rot run sad safe sail sane say scan sell sense sensation sent serve set
shade shed short show shred sing single skate ski skill skip sky slip smile social soft sole spot spray stay stem step still stop
strong study succeed suffer sum supply system tag take talk tall tan taste teach tear tell term theatre think thirst tie tilt time
tip toss touch trap travel treasure triplicate true try turn tying type ugl undo unit univers use valley value vary verb vex view
vile visit vote vow wait walk wander warm wash wax weak wear weigh whole wide will win wish wonder word work worry write xray yell
yes young yoyo zeal zip zone
""".split()

endings = """
- s es ed ing ly er est y ies ied ier iest ness nesses less lessly lessness ful fully fulness ment ments mental mentally able ably ability
abilities ible ibly ibility al ally alism alist ality alities alize alizes alized alizing alization ization ize izes ized izer
izing ation ations ational ationally ative atively ator ators ate ates ated ating ic ics ical ically icate icity icism ics ion ions
ional ious iously iousness ous ously ousness ive ively iveness ivity ance ances ancy ant ants ence ences ency ent ents ently ings
ingly edly eed eedly eeds tion tional ism isms ist ists ogy ogi ogist ogists ologist ology entli bli li 's s' 's' ' yed ying ys
""".split()

words = set(bases)
for base, ending in itertools.product(bases, endings):
    ending = "" if ending == "-" else ending
    words.add(base + ending)
    words.add(base.rstrip("e") + ending)
    if base[-1] in "bdglmnprt":
        words.add(base + base[-1] + ending)
    if base[-1] == "y":
        words.add(base[:-1] + "i" + ending)

# Each exception of the algorithm with its neighbours, and words of one to three letters.
letters = "aeiouybdlstnwx"
short = {"".join(word) for length in (1, 2, 3) for word in itertools.product(letters, repeat=length)}
exceptions = """skis skies idly gently ugly early only singly sky news howe atlas cosmos bias andes proceed exceed succeed proceeds
proceeded proceeding exceedly succeeding inning innings outing outings canning herring herrings earring earrings evening evenings
dying lying tying vying saying paying eying ying dyed cannings inned outed canned preinning undying underlying past paste pasted
pasting pastes pasty general generate generic generous commune communal arsenal arsenic universe universal university later
lateral laterally emerge emergency emergent organ organic organize organization international internment interval interfere
yearly youth boyish say yy yyy ayy byyy 'twas 'em '' ''' s' 's sses ied ies us ss""".split()

chosen = set(random.Random(16).sample(sorted(words), 5000)) | set(random.Random(17).sample(sorted(short), 500))
chosen |= set(exceptions)

stemmer = snowballstemmer.stemmer("english")
here = pathlib.Path(__file__).resolve().parent.parent.parent
lines = [f"{word} {stemmer.stemWord(word)}" for word in sorted(chosen)]
(here / "Tests/Capabilities/MotionModelSearchTests/Fixtures/english-stems.txt").write_text("\n".join(lines) + "\n")
