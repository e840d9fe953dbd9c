import { bigintToHex, type Hex, isTransactionHash } from '@foyer/core/chain'
import { parseChainId, requestWallet } from '../connection/walletRequest.js'
import { WrongNetworkError } from '../errors.js'
import type { EvmTransaction } from '../family.js'
import type { WalletAction } from './sign.js'

/** `eth_sendTransaction`, once; the wallet fills in what is left out of nonce, gas and fees. */
export async function sendEthTransaction({
  wallet: { provider, account, networkId },
  call,
  clock,
  signal,
}: WalletAction & { readonly call: EvmTransaction }): Promise<{ readonly hash: Hex }> {
  const common = { provider, signal, clock }
  // Asked again, as its event may still be on the way: value must not go out on another chain.
  const actual = await requestWallet({ ...common, method: 'eth_chainId', parse: parseChainId, expected: 'a chain id' })
  if (actual !== networkId) throw new WrongNetworkError({ wanted: networkId, actual })
  const hash = await requestWallet({
    ...common,
    method: 'eth_sendTransaction',
    params: [transactionJson({ from: account.address, transaction: call })],
    parse: (answer) => (isTransactionHash(answer) ? answer : undefined), // [S5.27]
    expected: 'a transaction hash',
  })
  return { hash }
}

/** A transaction as JSON-RPC writes it; what is left out is the wallet's to fill in. */
export function transactionJson({
  from,
  transaction: { to, data, value, gas, nonce, gasPrice, maxFeePerGas, maxPriorityFeePerGas },
}: {
  readonly from: string
  readonly transaction: EvmTransaction
}): Readonly<Record<string, string>> {
  const quantities = { value, gas, gasPrice, maxFeePerGas, maxPriorityFeePerGas, nonce }
  const written = Object.entries(quantities).flatMap(([name, quantity]): [string, string][] =>
    quantity === undefined ? [] : [[name, bigintToHex(BigInt(quantity))]],
  )
  return { from, to, ...Object.fromEntries(written), ...(data === undefined ? {} : { data }) }
}
