import { FoyerError } from '../errors/FoyerError.js'

/** A network that a host passed contradicts itself, or lacks what every network needs. The message names the field. */
export class InvalidNetworkError extends FoyerError {
  override readonly name = 'InvalidNetworkError'
  readonly code = 'invalid_network'
  /** The field to look at, such as `rpcUrls.default.http`. */
  readonly field: string
  constructor({ network, field, problem }: { network: string; field: string; problem: string }) {
    super(`The network ${network} can't be used: its ${field} ${problem}.`, { facts: { network, field } })
    this.field = field
  }
}
