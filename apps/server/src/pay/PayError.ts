/** A call of payments that can't be answered, as a JSON-RPC error. @see S8.38 */
export class PayError extends Error {
  override readonly name = 'PayError'
  /** of JSON-RPC */
  readonly code: number

  constructor({ code, message }: { code: number; message: string }) {
    super(message)
    this.code = code
  }
}

export const invalidParams = (message: string): PayError => new PayError({ code: -32602, message })
export const invalidInput = (message: string): PayError => new PayError({ code: -32000, message })
export const unknownExchange = (): PayError =>
  new PayError({ code: -32001, message: 'There is no exchange with this id.' })

/** Kits match these messages. */
export const unsupportedAsset = (): PayError => invalidInput('This asset is not supported by the exchange.')
