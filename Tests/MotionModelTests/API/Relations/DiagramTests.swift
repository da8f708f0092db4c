import MotionModel
import MotionModelTestSupport
import MotionModelTesting
import Testing

@Suite(.store)
struct DiagramTests {
  @Test func `a diagram shows the models, their columns and their relations`() {
    #expect(
      Store.current.diagram(of: Tagging.self) == """
        erDiagram
          Tagging {
            Int id PK
            Int cardID FK
            Int labelID FK
            String note
          }
          Card {
            Int id PK
            String title
            Int weight
            Int boardID FK
            String personID FK
            Int parentID FK
          }
          Label {
            Int id PK
            String name UK
          }
          Board {
            Int id PK
            String name
            String ownerID FK
          }
          Person {
            String id PK
            String name
          }
          Note {
            Int id PK
            String text
            String subjectType
            Int subjectID FK
          }
          Cover {
            UUID id PK
            Int boardID FK
            String color
          }
          Card ||--o{ Tagging : "taggings / card"
          Label ||--o{ Tagging : "taggings / label"
          Board ||--o{ Card : "cards, urgentCards / board"
          Person |o--o{ Card : "cards / person"
          Card |o--o{ Card : "children / parent"
          Card |o--o{ Note : "notes / subject"
          Person |o--o{ Board : "boards / owner"
          Board |o--o| Cover : "cover / board"
          Board |o--o{ Note : "notes / subject"
          Card }o..o{ Card : "grandchildren"
          Card }o..o{ Label : "labels"
          Label }o..o{ Card : "cards"
          Board }o..o{ Person : "people"
          Board }o..o{ Label : "labels"
        """)
  }

  @Test func `a diagram shows all models of the store, or the given ones`() throws {
    #expect(Store.current.diagram() == "erDiagram")
    try Pin.create()
    let diagram = Store.current.diagram()
    #expect(diagram.contains("  Pin {"))
    #expect(diagram.contains("  Post |o--o| Pin : \"pin / post\""))
    #expect(diagram.contains("  Topic |o--o{ Post : \"posts / topic\""))
  }
}
