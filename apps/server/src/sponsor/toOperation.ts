import type { KeptRow } from './ledger.js'
import { numberOf, type Operation } from './operation.js'

/** The operation of a row. */
export const toOperation = ({ chainId, sender, nonce, operation }: KeptRow): Operation => ({
  ...operation,
  chain: numberOf(chainId),
  sender: `0x${sender.slice(2)}`,
  nonce: BigInt(nonce),
})
