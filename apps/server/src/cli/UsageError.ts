/** A command was called wrongly. The message is a sentence that says what is expected. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
  readonly code = 'usage'
}
