import Foundation
import MotionModel
import MotionModelTestSupport
import MotionModelValidation
import Testing

extension ValidationMessages {
  fileprivate static let polish = ValidationMessages(
    templates: [
      "tooShort": MessageTemplate(
        one: "musi mieć co najmniej {count} znak", few: "musi mieć co najmniej {count} znaki",
        many: "musi mieć co najmniej {count} znaków", other: "musi mieć co najmniej {count} znaku"),
      "Job.name.blank": "Podaj, co jest do zrobienia",
      "blank": "nie może być puste",
    ],
    fields: ["name": "Nazwa", "Job.name": "Zadanie", "Job": "Praca"],
    plural: { count in
      if count == 1 { return .one }
      return (2...4).contains(count % 10) && !(12...14).contains(count % 100) ? .few : .many
    },
    sentence: "{field}: {message}")
}

@Suite(.ownStore) struct ValidationMessagesTests {
  private func error(
    _ rule: RuleName, _ field: String? = "name", _ parameters: [String: AttributeValue] = [:], model: String = "Todo",
    message: MessageTemplate? = nil
  ) -> ValidationError {
    ValidationError(
      model: model, path: field.map { [.field($0)] } ?? [], rule: rule, parameters: parameters, message: message)
  }

  @Test func `every rule of the library has a message in English`() {
    for test in RuleCase.all {
      for error in test.rules.errors(test.record) where error.model == "Sample" && error.rule.rawValue.count > 4 {
        #expect(!error.message().contains("{"), "\(error)")
      }
    }
    let names: [RuleName] = [
      .blank, .present, .tooShort, .tooLong, .wrongLength, .tooFew, .tooMany, .wrongCount, .notANumber, .notAnInteger,
      .greaterThan, .greaterOrEqual, .equal, .lessThan, .lessOrEqual, .notEqual, .odd, .even, .multiple, .inclusion,
      .exclusion, .format, .email, .url, .phone, .confirmation, .acceptance, .taken, .required, .readOnly, .transition,
      .invalid, .failed, .notADate, .notATime, .outOfRange, .unreadable, .conflict, .stale, .deleted, .unknownField,
      .answeredTwice, .outdated, .refused, .spelling,
    ]
    #expect(Set(names.map(\.rawValue)) == Set(ValidationMessages.english.templates.keys))
  }

  @Test func `numbers determine the plural form`() {
    #expect(error(.tooShort, "name", ["count": 1]).fullMessage() == "Name is too short (at least 1 character)")
    #expect(error(.tooShort, "name", ["count": 2]).fullMessage() == "Name is too short (at least 2 characters)")
    let forms = [1, 2, 5, 12, 22, 25].map { error(.tooShort, "x", ["count": $0.attribute]).message(in: .polish) }
    #expect(
      forms.map { $0.split(separator: " ").last } == ["znak", "znaki", "znaków", "znaków", "znaki", "znaków"])
    let exact = MessageTemplate(zero: "none", one: "one", two: "two", few: "few", many: "many", other: "other")
    for category in MessageTemplate.PluralCategory.allCases {
      let language = ValidationMessages(templates: ["x": exact], plural: { _ in category })
      #expect(
        error("x", "name", ["count": 3]).message(in: language) == (category == .zero ? "none" : category.rawValue))
    }
  }

  @Test func `fields are named by the inflector, or by the language`() {
    #expect(error(.blank, "dueDate").fullMessage() == "Due date can't be blank")
    #expect(error(.required, "projectID").fullMessage() == "Project must exist")
    Inflector.with(.english.adding(acronym: "VAT")) {
      #expect(error(.blank, "vatNumber").fullMessage() == "VAT number can't be blank")
    }
    #expect(error(.blank).fullMessage(in: .polish) == "Nazwa: nie może być puste")
    #expect(error(.blank, "dueDate").fullMessage(in: .polish) == "Due date: nie może być puste")
    let named = ValidationMessages.english.adding(fields: ["Todo.name": "What to do"])
    #expect(error(.blank).fullMessage(in: named) == "What to do can't be blank")
    #expect(error(.lessThan, "size", ["otherField": "name"]).message(in: named) == "must be less than What to do")
  }

  @Test func `templates are looked up from the most specific to the most general`() {
    #expect(error(.blank, model: "Job").message(in: .polish) == "Podaj, co jest do zrobienia")
    let language = ValidationMessages.english.adding(templates: [
      "name.blank": "by field", "Todo.closed": "{model} is closed", "closed": "closed",
    ])
    #expect(error(.blank).message(in: language) == "by field")
    #expect(error(.blank, "note").message(in: language) == "can't be blank")
    #expect(error("closed", nil).fullMessage(in: language) == "Todo is closed")
    #expect(error("closed", nil, model: "Job").fullMessage(in: language) == "closed")
    #expect(error("unheardOf").fullMessage(in: language) == "Name is invalid (unheard of)")
    #expect(error(.taken).fullMessage(in: .polish) == "Nazwa: has already been taken")
  }

  @Test func `placeholders are replaced once, and unknown ones are kept`() {
    let template: MessageTemplate = "{a} {b} {c} {field} {model} {} { {a"
    let full = error("x", "name", ["a": "{b}", "b": 2, "list": ["x", 1]], message: template)
    #expect(full.message() == "{b} 2 {c} Name Todo {} { {a")
    #expect(full.fullMessage() == full.message())
    #expect(error("x", "name", ["list": ["x", 1]], message: "one of {list}").fullMessage() == "Name one of x, 1")
  }

  @Test func `numbers are formatted by the language`() {
    var german = ValidationMessages.english
    german.text = { value in
      if case .double(let number) = value { return "\(number)".replacing(".", with: ",") }
      return value.description
    }
    #expect(error(.lessThan, "price", ["other": 1.5]).message(in: german) == "must be less than 1,5")
  }

  #if os(macOS) || os(Linux)  // where exit tests are available
    @Test func `the current language can be set for a block and for the program`() async {
      let errors = Job("").errors
      #expect(errors.fullMessages.first == "Name can't be blank")
      ValidationMessages.with(.polish) {
        #expect(errors.fullMessages.first == "Zadanie: Podaj, co jest do zrobienia")
        #expect(errors.messages.first == "Podaj, co jest do zrobienia")
      }
      await ValidationMessages.with(.polish) {
        await Task { #expect(errors.messages.first == "Podaj, co jest do zrobienia") }.value
      }
      #expect(errors.first?.fullMessage(in: .polish) == "Zadanie: Podaj, co jest do zrobienia")
      await #expect(processExitsWith: .success) {
        ValidationMessages.default = ValidationMessages(templates: ["blank": "fehlt"])
        exit(Job("").errors.fullMessages.first == "Name fehlt" ? 0 : 1)
      }
    }
  #endif
}
