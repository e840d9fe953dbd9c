import { multiversxVerifier } from '@foyer/multiversx/verify'
import { accountQuery } from '@foyer/multiversx/wire'
import type { OfChain, ReadHoldings } from '../balances/readHoldings.js'
import { resultOf } from '../rpc/resultOf.js'
import { byKey, type FamilyReaders } from './reader.js'

export const multiversx: FamilyReaders = { holdings, verify: byKey(multiversxVerifier()) }

/** The coins of an account; one that isn't there has none. Tokens are none of the configuration's. */
function holdings({ chain }: OfChain): ReadHoldings {
  return async ({ account, tokens, signal }) => {
    const { method, params, schema } = accountQuery(account.toLowerCase())
    const [outcome] = await chain.request({ calls: [{ method, params }], signal })
    const { balance } = resultOf({ outcome, schema, host: chain.id })
    return { coin: balance, amounts: tokens.map(() => 0n) }
  }
}
