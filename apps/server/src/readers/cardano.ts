import { cardanoVerifier } from '@foyer/cardano/verify'
import { addressQuery } from '@foyer/cardano/wire'
import type { OfChain, ReadHoldings } from '../balances/readHoldings.js'
import { resultOf } from '../rpc/resultOf.js'
import { byKey, type FamilyReaders } from './reader.js'

export const cardano: FamilyReaders = { holdings, verify: byKey(cardanoVerifier()) }

/** The coins of an address. */
function holdings({ chain }: OfChain): ReadHoldings {
  return async ({ account, signal }) => {
    const { method, params, schema } = addressQuery(account)
    const [outcome] = await chain.request({ calls: [{ method, params }], signal })
    return { coin: resultOf({ outcome, schema, host: chain.id }).balance, amounts: [] }
  }
}
