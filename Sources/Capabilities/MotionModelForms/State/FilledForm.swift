/// A form with what a person has entered, for code that does not know its model.
package protocol FilledForm: AnyObject {
  var description: FormDescription { get }

  func enter(_ input: FormInput, at path: FormPath) throws(FormError)
  func leave(_ path: FormPath) throws(FormError)
  func takeTheirs(_ path: FormPath) throws(FormError)
  func search(_ text: String, at path: FormPath) throws -> [FormField.Option]
  func add(to path: FormPath) throws(FormError) -> FormPath
  func remove(_ path: FormPath) throws(FormError)
  func restore(_ path: FormPath) throws(FormError)
  func move(_ path: FormPath, to place: Int) throws(FormError)
}

extension FormState: FilledForm {}
