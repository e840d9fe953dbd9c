import type { KeptRow } from './ledger.js'
import type { Operation } from './operation.js'

/** The operation of a row. */
export const toOperation = ({ chainId, sender, nonce, operation }: KeptRow): Operation => ({
  ...operation,
  chain: Number(chainId.slice('eip155:'.length)),
  sender: `0x${sender.slice(2)}`,
  nonce: BigInt(nonce),
})
