import { isHex } from '@foyer/core/chain'
import { type ContractReads, callsFault, isContractRefusal } from '@foyer/evm/grants'
import { numberToHex } from 'viem'
import type { Chain } from '../chains/chains.js'
import { orUnavailable } from '../chains/orUnavailable.js'
import { type CallableContract, callableAt } from '../projects/callable.js'
import { Bytes } from '../rpc/bytes.js'
import type { RpcCall, RpcOutcome } from '../rpc/outcomes.js'
import { resultOf } from '../rpc/resultOf.js'

interface Reading {
  readonly chain: Pick<Chain, 'id' | 'request' | 'tokens'>
  readonly context: string
  /** the contract that is to be called, which the project names */
  readonly to: string
  /** what the session's project lists by now */
  readonly callable: readonly CallableContract[]
  readonly signal: AbortSignal
}

/** Each question is one about a balance or an owner: whatever a contract does, a node is kept busy no longer than by some transfers. */
const gasOfQuestion = numberToHex(100_000)

/** A contract that isn't done with so little answers none of these questions as others do. */
class TooDearError extends Error {
  override readonly name = 'TooDearError'
}

/**
/**
 * Whether a call of a session may be made as its contract and the project's list are now: a contract that became a token or a vault since, or has been allowed a token, may hand
 * over what the account has. One batch for all that is asked; beside the network's tokens no other contract than the one that is to be called is asked.
 * @throws ChainUnavailableError · the signal's reason
 */
export async function mayBeCalled({ chain, context, to, callable, signal }: Reading): Promise<boolean> {
  const ask = (calls: readonly RpcCall[]) => chain.request({ calls, signal })
  const bytesOf = (outcome: RpcOutcome | undefined) => resultOf({ outcome, schema: Bytes, host: chain.id })
  const reads: ContractReads = {
    async codeAt(address) {
      // Of a permission for another contract nothing is paid for, and its contract is a stranger's.
      if (address.toLowerCase() !== to.toLowerCase()) return '0x'
      const [outcome] = await ask([{ method: 'eth_getCode', params: [address, 'latest'] }])
      return bytesOf(outcome)
    },
    async answersOf(calls) {
      const params = (call: (typeof calls)[number]) => [{ ...call, gas: gasOfQuestion }, 'latest']
      const outcomes = await ask(calls.map((call) => ({ method: 'eth_call', params: params(call) })))
      return calls.map((_, place) => {
        const outcome = outcomes[place]
        if (outcome !== undefined && 'error' in outcome && isOutOfGas(outcome.error)) throw new TooDearError()
        const isRefused = outcome !== undefined && 'error' in outcome && isContractRefusal(outcome.error)
        return isRefused ? undefined : bytesOf(outcome)
      })
    },
  }
  const tokens = chain.tokens.flatMap(({ address }) => (isHex(address) ? [address] : []))
  const listed = (address: string) => callableAt(callable, { chainId: chain.id, address })
  try {
    return (await orUnavailable(chain.id, callsFault({ context, reads, tokens, callable: listed }))) === undefined
  } catch (error) {
    if (error instanceof TooDearError) return false
    throw error
  }
}

const isOutOfGas = ({ message }: { readonly message: string }): boolean => /out ?of ?gas/i.test(message)
