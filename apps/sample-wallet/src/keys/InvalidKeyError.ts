/** The input is neither a phrase nor a key. The error never holds the input. */
export class InvalidKeyError extends Error {
  override readonly name = 'InvalidKeyError'
  constructor() {
    super('This is neither a phrase of 12 to 24 words nor a private key.')
  }
}
