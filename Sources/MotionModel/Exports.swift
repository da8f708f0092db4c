// Importing MotionModel brings values, casts and names without a second import.
@_exported public import MotionModelValues
