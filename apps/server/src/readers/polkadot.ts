import { polkadotVerifier } from '@foyer/polkadot/verify'
import { coinsQuery, readAddress } from '@foyer/polkadot/wire'
import type { OfChain, ReadHoldings } from '../balances/readHoldings.js'
import { resultOf } from '../rpc/resultOf.js'
import { byKey, type FamilyReaders } from './reader.js'

export const polkadot: FamilyReaders = { holdings, verify: byKey(polkadotVerifier()) }

/** The coins of an account, those that are reserved with it; one that isn't there has none. Tokens are none of the configuration's. */
function holdings({ chain }: OfChain): ReadHoldings {
  return async ({ account, tokens, signal }) => {
    const amounts = tokens.map(() => 0n)
    const read = readAddress(account)
    if (!read) return { coin: 0n, amounts }
    const { method, params, schema } = coinsQuery(read.id)
    const [outcome] = await chain.request({ calls: [{ method, params }], signal })
    const { free, reserved } = resultOf({ outcome, schema, host: chain.id })
    return { coin: free + reserved, amounts }
  }
}
