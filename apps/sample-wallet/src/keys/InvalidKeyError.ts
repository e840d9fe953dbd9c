/** What was typed in is neither a phrase nor a key. It says nothing of what it was. */
export class InvalidKeyError extends Error {
  override readonly name = 'InvalidKeyError'
  constructor() {
    super('This is neither a phrase of 12 to 24 words nor a private key.')
  }
}
