import { InvalidResponseError, JsonRpcError } from '@foyer/core/errors'
import { nearVerifier } from '@foyer/near/verify'
import { accountQuery, type NearOutcome, readOutcome } from '@foyer/near/wire'
import type { OfChain, ReadHoldings } from '../balances/readHoldings.js'
import { ChainUnavailableError } from '../chains/refusals.js'
import { unanswered } from '../rpc/outcomes.js'
import { UpstreamError } from '../rpc/UpstreamError.js'
import type { FamilyReaders } from './reader.js'

export const near: FamilyReaders = {
  holdings,
  /**
   * Which keys are an account's its network says: no account of one that isn't served is signed in, and the same name on another may be somebody else's.
   * @throws ChainUnavailableError
   */
  async verify({ chains, signed }) {
    const chain = chains.get(signed.networkId)
    const verifier = nearVerifier({
      async ask({ method, params, signal = signed.signal }): Promise<NearOutcome> {
        const [outcome = unanswered] = await chain.request({ calls: [{ method, params }], signal })
        return outcome
      },
    })
    try {
      return (await verifier.verify(signed)) ? 'contract' : null
    } catch (cause) {
      const isAway = [UpstreamError, InvalidResponseError, JsonRpcError].some((kind) => cause instanceof kind)
      throw isAway ? new ChainUnavailableError({ chainId: chain.id, cause }) : cause
    }
  },
}

/** The coins of an account; one that isn't there has none. Tokens are none of the configuration's. */
function holdings({ chain }: OfChain): ReadHoldings {
  return async ({ account, tokens, signal }) => {
    const query = accountQuery(account)
    const [outcome = unanswered] = await chain.request({ calls: [query], signal })
    try {
      return { coin: readOutcome(query, outcome)?.amount ?? 0n, amounts: tokens.map(() => 0n) }
    } catch (cause) {
      throw new UpstreamError({ code: 'not_json_rpc', host: chain.id, delivered: true, cause })
    }
  }
}
