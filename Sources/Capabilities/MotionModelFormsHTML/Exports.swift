@_exported public import MotionModelForms
