import { algorandVerifier } from '@foyer/algorand/verify'
import { accountQuery, holdingQuery } from '@foyer/algorand/wire'
import type { OfChain, ReadHoldings } from '../balances/readHoldings.js'
import type { Chain } from '../chains/chains.js'
import { orUnavailable } from '../chains/orUnavailable.js'
import type { RpcCall, RpcOutcome } from '../rpc/outcomes.js'
import { resultOf } from '../rpc/resultOf.js'
import type { FamilyReaders } from './reader.js'

export const algorand: FamilyReaders = {
  holdings,
  /**
   * Whose key signs for an account its network says: no account of one that isn't served is signed in.
   * @throws ChainUnavailableError
   */
  async verify({ chains, signed }) {
    const chain = chains.get(signed.networkId)
    const verifier = algorandVerifier({
      ask: async ({ address, signal = signed.signal }) => {
        const query = accountQuery(address)
        const [outcome] = await chain.request({ calls: [callOf(query)], signal })
        return resultOf({ outcome, schema: query.schema, host: chain.id })
      },
    })
    return (await orUnavailable(chain.id, verifier.verify(signed))) ? 'contract' : null
  },
}

const callOf = ({ method, params }: RpcCall): RpcCall => ({ method, params })

/** The coins of an account, and of each asset what it holds: nothing of one that it hasn't opted in to. */
function holdings({ chain }: OfChain): ReadHoldings {
  return async ({ account, tokens, signal }) => {
    const query = accountQuery(account)
    const held = tokens.map(({ address }) => holdingQuery(account, BigInt(address)))
    const [own, ...ofAssets] = await chain.request({ calls: [query, ...held].map(callOf), signal })
    const { amount: coin } = resultOf({ outcome: own, schema: query.schema, host: chain.id })
    return { coin, amounts: held.map(({ schema }, index) => amountIn({ outcome: ofAssets[index], schema, chain })) }
  }
}

function amountIn({
  outcome,
  schema,
  chain,
}: {
  readonly outcome: RpcOutcome | undefined
  readonly schema: ReturnType<typeof holdingQuery>['schema']
  readonly chain: Chain
}): bigint {
  const isMissing = outcome !== undefined && 'error' in outcome && outcome.error.code === 404
  return isMissing ? 0n : resultOf({ outcome, schema, host: chain.id }).amount
}
