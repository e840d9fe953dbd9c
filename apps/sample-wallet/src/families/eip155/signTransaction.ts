import type { Hex, LocalAccount } from 'viem'
import type { FilledTransaction } from './chain.js'

/** Signs a transaction as it is. */
export function signTransaction({
  account,
  transaction: { chainId, to, value, data, gas, nonce, price },
}: {
  readonly account: LocalAccount
  readonly transaction: FilledTransaction
}): Promise<Hex> {
  return account.signTransaction({ chainId, value, data, gas, nonce, ...(to ? { to } : {}), ...price })
}
