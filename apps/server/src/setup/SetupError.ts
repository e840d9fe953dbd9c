/** Services can't be set up. The message is a sentence for the operator, without any secret. */
export class SetupError extends Error {
  override readonly name = 'SetupError'
  readonly code = 'setup'
}
