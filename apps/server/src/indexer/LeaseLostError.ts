/** Another node of the server follows the chain now, or did in between. What was read is dropped. */
export class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError'
  readonly code = 'lease_lost'
  constructor() {
    super('The chain is followed by another node of the server.')
  }
}
