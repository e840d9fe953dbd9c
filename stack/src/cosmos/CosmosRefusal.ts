/** Why a chain of Cosmos doesn't take a transaction, or has no answer: by the numbers of its SDK. */
export class CosmosRefusal extends Error {
  override readonly name = 'CosmosRefusal'
  readonly code: number

  constructor({ code, reason }: { readonly code: number; readonly reason: string }) {
    super(reason)
    this.code = code
  }
}
