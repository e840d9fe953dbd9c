/** A command was called wrongly. The message is a sentence with the expected usage. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
  readonly code = 'usage'
}
