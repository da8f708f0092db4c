// The builder of lists is in the values.
@_exported public import MotionModelValues
