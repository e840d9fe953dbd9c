import { tezosVerifier } from '@foyer/tezos/verify'
import { balanceQuery } from '@foyer/tezos/wire'
import type { OfChain, ReadHoldings } from '../balances/readHoldings.js'
import { resultOf } from '../rpc/resultOf.js'
import { byKey, type FamilyReaders } from './reader.js'

export const tezos: FamilyReaders = { holdings, verify: byKey(tezosVerifier()) }

/** The coins of an account; one that isn't there has none. Tokens are none of the configuration's. */
function holdings({ chain }: OfChain): ReadHoldings {
  return async ({ account, tokens, signal }) => {
    const { method, params, schema } = balanceQuery(account)
    const [outcome] = await chain.request({ calls: [{ method, params }], signal })
    return { coin: resultOf({ outcome, schema, host: chain.id }), amounts: tokens.map(() => 0n) }
  }
}
