import type { FeeEstimate, Work } from '@foyer/core'
import { addressQuery } from '../chain/queries.js'
import { InsufficientCardanoError, SmallOutputError } from '../errors.js'
import { mostOf, plan } from '../transaction/plan.js'
import { type OnChain, paymentOf, termsOf, utxosAt } from './terms.js'

/** What sending would cost, by what the network says of the address. @throws InvalidTransferError · CardanoNetworkError · what the nodes throw */
export async function estimateFee({
  node,
  address,
  work,
  signal,
}: OnChain & { readonly address: string; readonly work: Work<'cip34'> }): Promise<FeeEstimate> {
  const payment = paymentOf({ address, work, node })
  const [terms, { utxos: found }] = await Promise.all([
    termsOf({ node, signal }),
    node.ask(addressQuery(address), { signal }),
  ])
  const asked = { ...payment, utxos: utxosAt(address, found), terms }
  const { fee: most, spendable: maxAmount } = mostOf(asked)
  const { decimals, symbol } = node.network.nativeCurrency
  return { value: planned(asked)?.fee ?? most, most, decimals, symbol, maxAmount }
}

/** @returns undefined for what can't be sent as it is: sending says why */
function planned(asked: Parameters<typeof plan>[0]) {
  try {
    return plan(asked)
  } catch (error) {
    if (error instanceof SmallOutputError || error instanceof InsufficientCardanoError) return undefined
    throw error
  }
}
