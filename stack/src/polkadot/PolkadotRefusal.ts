/** Why a node doesn't take a transaction: as its JSON-RPC says it. */
export class PolkadotRefusal extends Error {
  override readonly name = 'PolkadotRefusal'
  readonly code: number
  readonly data: string

  constructor(code: number, message: string, data: string) {
    super(message)
    this.code = code
    this.data = data
  }
}
