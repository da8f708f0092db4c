import Testing

@testable import MotionModelForms

struct SpelledTextTests {
  @Test(arguments: [
    ("1.234,50 €", "1.234,50\u{A0}€"), ("1234,5", "1.234,50 €"), ("€1234", "1.234,00 €"), ("0,5", "0,50"),
    (",5", "0,50"), ("0,05", "0,05"), ("007", "7"), ("1 234", "1\u{202F}234"), ("1'234", "1\u{2019}234"),
    ("\u{2212}5", "-5"), ("١٢", "12"), ("\u{200F}12", "12"), ("0", "0,00"),
  ])
  func `a number is the same in other spellings`(typed: String, written: String) {
    #expect(SpelledText(typed).isNumber(SpelledText(written)))
  }

  @Test(arguments: [
    ("1.50", "150,00 €"), ("12abc", "12,00 €"), ("1.234,56 $", "1.234,56 €"), ("12,345", "12,34"), ("12-", "12"),
    ("-5", "5"), ("--5", "-5"), ("5", "-5"), ("10:00", "10,00"), ("10 0", "10,00"), ("1 2", "1"), ("12€34", "12,00 €"),
    ("", "0"), ("€", "0,00 €"), ("1", "1.234"), ("1.2.3", "1,20"), ("1,2,3", "1,20"),
  ])
  func `a number is not what was made of its beginning`(typed: String, written: String) {
    #expect(!SpelledText(typed).isNumber(SpelledText(written)))
  }

  @Test func `a day is the same with other signs and zeros, and no other day`() {
    let written = SpelledText("1.2.2020")
    for same in ["1.2.2020", "01.02.2020", "1/2/2020", "1-2-2020", " 1. 2. 2020 "] {
      #expect(SpelledText(same).isDate(written), "\(same)")
    }
    for other in ["2.1.2020", "32.1.2020", "1.2.20", "1.2.2020 x", "1.2", "", "1. Feb 2020"] {
      #expect(!SpelledText(other).isDate(written), "\(other)")
    }
    #expect(SpelledText("1. FEBRUAR 2020").isDate(SpelledText("1. Februar 2020")))
  }
}
