import { isHex } from '@foyer/core/chain'
import { type ContractReads, callsFault, isContractRefusal } from '@foyer/evm/grants'
import type { Chain } from '../chains/chains.js'
import { orUnavailable } from '../chains/orUnavailable.js'
import { type CallableContract, callableAt } from '../projects/callable.js'
import { Bytes } from '../rpc/bytes.js'
import type { RpcCall, RpcOutcome } from '../rpc/outcomes.js'
import { resultOf } from '../rpc/resultOf.js'

interface Reading {
  readonly chain: Pick<Chain, 'id' | 'request' | 'tokens'>
  readonly context: string
  /** what the session's project lists by now */
  readonly callable: readonly CallableContract[]
  readonly signal: AbortSignal
}

/**
 * Whether the calls of a session may be made as their contract and the project's list are now: a contract that became a token or a vault since, or has been allowed one, may hand over what the account has. One batch for all that is asked.
 * @throws ChainUnavailableError · the signal's reason
 */
export async function mayBeCalled({ chain, context, callable, signal }: Reading): Promise<boolean> {
  const ask = (calls: readonly RpcCall[]) => chain.request({ calls, signal })
  const bytesOf = (outcome: RpcOutcome | undefined) => resultOf({ outcome, schema: Bytes, host: chain.id })
  const reads: ContractReads = {
    async codeAt(address) {
      const [outcome] = await ask([{ method: 'eth_getCode', params: [address, 'latest'] }])
      return bytesOf(outcome)
    },
    async answersOf(calls) {
      const outcomes = await ask(calls.map((call) => ({ method: 'eth_call', params: [call, 'latest'] })))
      return calls.map((_, place) => {
        const outcome = outcomes[place]
        const isRefused = outcome !== undefined && 'error' in outcome && isContractRefusal(outcome.error)
        return isRefused ? undefined : bytesOf(outcome)
      })
    },
  }
  const tokens = chain.tokens.flatMap(({ address }) => (isHex(address) ? [address] : []))
  const listed = (address: string) => callableAt(callable, { chainId: chain.id, address })
  return (await orUnavailable(chain.id, callsFault({ context, reads, tokens, callable: listed }))) === undefined
}
