import MotionModelValues
import Testing

@Suite struct InflectorRulesTests {
  private let english = Inflector.english

  @Test func `an inflector without rules changes no word`() {
    let none = Inflector()
    #expect(none.pluralize("todo") == "todo")
    #expect(none.singularize("todos") == "todos")
    #expect(none.isUncountable("todo"))
    #expect(none.underscore("dueDate") == "due_date")
  }

  @Test func `another language can be defined by its endings`() {
    let italian = Inflector().adding(plural: "o", "i").adding(singular: "i", "o").adding(irregular: "uomo", "uomini")
    #expect(["libro", "Libro", "uomo", "LIBRO"].map(italian.pluralize) == ["libri", "Libri", "uomini", "LIBRI"])
    #expect(["libri", "uomini"].map(italian.singularize) == ["libro", "uomo"])
  }

  @Test func `an irregular pair applies in both directions, in any case and in compounds`() {
    let ours = english.adding(irregular: "Octopus", "Octopodes")
    #expect(ours.pluralize("octopus") == "octopodes")
    #expect(ours.pluralize("bigOctopus") == "bigOctopodes")
    #expect(ours.pluralize("OCTOPUS") == "OCTOPODES")
    #expect(ours.pluralize("octopodes") == "octopodes")
    #expect(ours.singularize("octopodes") == "octopus")
    #expect(ours.singularize("octopus") == "octopus")
    #expect(ours.singularize("octopuses") == "octopus")
  }

  @Test func `a pair without common letters keeps its capital`() {
    let ours = english.adding(irregular: "me", "us")
    #expect(["me", "Me", "ME"].map(ours.pluralize) == ["us", "Us", "US"])
    #expect(["us", "Us", "US"].map(ours.singularize) == ["me", "Me", "ME"])
  }

  @Test func `a pair may have several words`() {
    let ours = english.adding(irregular: "attorney general", "attorneys general")
    #expect(ours.pluralize("Attorney general") == "Attorneys general")
    #expect(ours.singularize("attorneys general") == "attorney general")
    #expect(ours.pluralize("general") == "generals")
  }

  @Test func `uncountable words do not change, alone and in compounds`() {
    let ours = english.adding(uncountable: "staff", "Crew")
    #expect(
      ["staff", "day_staff", "Crew", "distaff"].map(ours.pluralize) == ["staff", "day_staff", "Crew", "distaffs"])
    #expect(ours.isUncountable("crew"))
    #expect(!english.isUncountable("crew"))
  }

  @Test func `new rules for endings come before older ones`() {
    let ours = english.adding(plural: "eau", "eaux").adding(singular: "eaux", "eau")
    #expect(ours.pluralize("Plateau") == "Plateaux")
    #expect(ours.singularize("plateaux") == "plateau")
    #expect(english.adding(plural: "us", "i").pluralize("virus") == "viri")
    #expect(english.adding(singular: "bases", "basis").singularize("bases") == "basis")
    #expect(english.adding(plural: "", "en").pluralize("person") == "personen")
  }

  @Test func `the rule that was added last wins`() {
    let ours = english.adding(plural: "x", "xen").adding(plural: "ox", "oxes")
    #expect(["ox", "fax"].map(ours.pluralize) == ["oxes", "faxen"])
    #expect(ours.adding(plural: "x", "xs").pluralize("ox") == "oxs")
    #expect(ours.adding(irregular: "ox", "oxen").pluralize("ox") == "oxen")
    #expect(ours.adding(irregular: "fax", "faxes").adding(uncountable: "fax").pluralize("fax") == "fax")
    #expect(ours.adding(uncountable: "fax").adding(irregular: "fax", "faxes").pluralize("fax") == "faxes")
  }

  @Test func `adding does not change the original inflector`() {
    _ = english.adding(irregular: "todo", "todi").adding(acronym: "TODO")
    #expect(english.pluralize("todo") == "todos")
    #expect(english.camelize("todo") == "Todo")
  }

  @Test func `acronyms are recognized in both directions`() {
    let ours = english.adding(acronym: "VAT").adding(acronym: "GraphQL").adding(acronym: "RESTful").adding(
      acronym: "iOS")
    for (name, camel, human) in [
      ("vat_rate", "VATRate", "VAT rate"), ("graphql_query", "GraphQLQuery", "GraphQL query"),
      ("restful_controller", "RESTfulController", "RESTful controller"), ("ios_version", "iOSVersion", "iOS version"),
      ("my_ios", "MyiOS", "My iOS"), ("vat_ids", "VATIDs", "VAT IDs"),
      ("vat_ios", "VATiOS", "VAT iOS"),
    ] {
      #expect(ours.camelize(name) == camel)
      #expect(ours.underscore(camel) == name)
      #expect(ours.humanize(name) == human)
    }
    #expect(ours.pluralize("VAT") == "VATs")
    #expect(ours.singularize("VATs") == "VAT")
    #expect(ours.pluralize("GraphQL") == "GraphQLs")
    #expect(english.pluralize("VAT") == "VATS")
    #expect(ours.adding(acronym: "Vat").camelize("vat_rate") == "VatRate")
  }

  @Test func `an acronym inside a word is not recognized`() {
    let ours = english.adding(acronym: "RESTful")
    #expect(ours.underscore("RESTfully") == "res_tfully")
    #expect(english.underscore("VALID") == "valid")
    #expect(english.camelize("idea") == "Idea")
  }

  @Test func `an empty acronym is ignored`() {
    #expect(english.adding(acronym: "").underscore("dueDate") == "due_date")
    #expect(english.adding(acronym: "").camelize("due__s_date") == "DueSDate")
  }
}

extension Inflector {
  /// Returns whether a word is its own plural, as `sheep` is.
  func isUncountable(_ word: String) -> Bool {
    word.contains(where: \.isLetter) && pluralize(word) == word && singularize(word) == word
  }
}
