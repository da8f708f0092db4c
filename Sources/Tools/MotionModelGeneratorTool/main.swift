import Foundation
import MotionModelGenerator

// The program that the plugins run: it is small, so that a build makes it quickly.
//
// MotionModelGeneratorTool DATAMODEL --output FILE [--configuration FILE]
// MotionModelGeneratorTool DATAMODEL --people FOLDER [--configuration FILE]
let status = PluginTool.run(Array(CommandLine.arguments.dropFirst())) { line in
  FileHandle.standardError.write(Data((line + "\n").utf8))
}
exit(status)
