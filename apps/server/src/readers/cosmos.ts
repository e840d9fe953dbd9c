import { cosmosVerifier } from '@foyer/cosmos/verify'
import { AbciAnswer, abciParams, balanceQuery, bondDenomQuery, chainIn, type Query } from '@foyer/cosmos/wire'
import type { OfChain, ReadHoldings } from '../balances/readHoldings.js'
import { resultOf } from '../rpc/resultOf.js'
import { UpstreamError } from '../rpc/UpstreamError.js'
import { byKey, type FamilyReaders } from './reader.js'

export const cosmos: FamilyReaders = { holdings, verify: byKey(cosmosVerifier()) }

/** The chain's own coin, by its bank: that of a chain which isn't known is the one that secures it. Tokens are none of the configuration's. */
function holdings({ chain }: OfChain): ReadHoldings {
  const ask = async <T>(query: Query<T>, signal: AbortSignal): Promise<T> => {
    const calls = [{ method: 'abci_query', params: [...abciParams(query)] }]
    const [outcome] = await chain.request({ calls, signal })
    const { code, value } = resultOf({ outcome, schema: AbciAnswer, host: chain.id })
    const failed = (cause?: unknown) =>
      new UpstreamError({ code: 'not_json_rpc', host: chain.id, delivered: true, cause })
    if (code !== 0) throw failed()
    try {
      return query.read(value)
    } catch (cause) {
      throw failed(cause)
    }
  }
  return async ({ account: address, tokens, signal }) => {
    const denom = chainIn({}, chain.id)?.denom ?? (await ask(bondDenomQuery, signal))
    return { coin: await ask(balanceQuery({ address, denom }), signal), amounts: tokens.map(() => 0n) }
  }
}
