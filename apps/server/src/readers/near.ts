import { nearVerifier } from '@foyer/near/verify'
import { accountQuery, type NearOutcome, readOutcome } from '@foyer/near/wire'
import type { OfChain, ReadHoldings } from '../balances/readHoldings.js'
import { unanswered } from '../rpc/outcomes.js'
import { UpstreamError } from '../rpc/UpstreamError.js'
import type { FamilyReaders } from './reader.js'

export const near: FamilyReaders = {
  holdings,
  /** Which keys are an account's its network says, so no account of one that isn't served is signed in. */
  async verify({ chains, signed }) {
    const chain = chains.get(signed.networkId)
    const verifier = nearVerifier({
      async ask({ method, params, signal = signed.signal }): Promise<NearOutcome> {
        const [outcome = unanswered] = await chain.request({ calls: [{ method, params }], signal })
        return outcome
      },
    })
    return (await verifier.verify(signed)) ? 'key' : null
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
