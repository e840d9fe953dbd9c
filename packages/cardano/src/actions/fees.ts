import type { ChainNode, OnNode } from '@foyer/core/family'
import { addressQuery } from '../chain/queries.js'
import { InsufficientCardanoError, SmallOutputError } from '../errors.js'
import { mostOf, plan } from '../transaction/plan.js'
import { type Payment, termsOf, utxosAt } from './terms.js'

/** Estimates the fee of sending, by what the network says of the address. @throws CardanoNetworkError · what the nodes throw */
export async function feeOf({ node, payment, signal }: OnNode<ChainNode> & { readonly payment: Payment }) {
  const { address } = payment
  const [terms, { utxos: found }] = await Promise.all([
    termsOf({ node, signal }),
    node.ask(addressQuery(address), { signal }),
  ])
  const asked = { ...payment, utxos: utxosAt(address, found), terms }
  const { fee: most, spendable: maxAmount } = mostOf(asked)
  return { value: planned(asked)?.fee ?? most, most, maxAmount }
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
