import MotionModelGenerator
import Testing

struct UserInfoTests {
  @Test(arguments: ["MotionModel.Value", "State.Value", "STState.Value", "Spot.Value", "Spot.Default"])
  func `A key is read with the prefix of each generator`(key: String) {
    #expect(UserInfo([.init("other", "1"), .init(key, "2")])[.value] == "2")
  }

  @Test func `Our own prefix wins, then the newest of the others`() {
    let all = UserInfo([.init("Spot.Value", "1"), .init("MotionModel.Value", "2"), .init("State.Value", "3")])
    #expect(all[.value] == "2")
    #expect(UserInfo([.init("Spot.Value", "1"), .init("State.Value", "3")])[.value] == "3")
    #expect(UserInfo([.init("Value", "1")])[.value] == nil)
  }

  @Test(arguments: [("YES", true), ("yes", true), ("true", true), ("1", true), ("NO", false), ("", false)])
  func `A switch is on with YES, true or 1`(value: String, isSet: Bool) {
    #expect(UserInfo([.init("State.Enum", value)]).isSet(.enum) == isSet)
  }
}
