import Foundation
import MotionModelTool

exit(Tool.run(Array(CommandLine.arguments.dropFirst()), on: .process()).rawValue)
