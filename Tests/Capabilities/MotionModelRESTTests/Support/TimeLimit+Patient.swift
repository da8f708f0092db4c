import Testing

extension TimeLimitTrait.Duration {
  /// An hour, which ends a test that hangs: all tests begin at once, so the time of one counts while others keep the processors busy.
  static var patient: Self { .minutes(60) }
}
