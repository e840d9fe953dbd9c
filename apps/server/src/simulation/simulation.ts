import type { SimulationBody, SimulationReply } from '@foyer/core/wire'
import type { Clock } from '@foyer/service/clock'
import { InvalidInputError } from '@foyer/service/errors/refusals'
import type { Chains } from '../chains/chains.js'
import { familyOf } from '../families/families.js'
import { unlessAborted } from '../kernel/unlessAborted.js'
import { UpstreamError } from '../rpc/UpstreamError.js'
import type { Tokens } from '../tokens/tokens.js'
import type { Simulate } from './simulate.js'

/** The simulation of a request, before it is signed. */
export interface SimulationService {
  /**
   * Has a network's node carry out what an account is about to sign, and says what of the account's would change. A node that can't, doesn't answer
   * in time or answers what can't be read leaves it unknown: nothing is guessed.
   * @throws InvalidInputError · UnknownChainError
   */
  of(request: { address: string; body: SimulationBody; client: string; signal: AbortSignal }): Promise<SimulationReply>
}

/** The kit waits for 1.5 s at most, the way there and back included. */
const withinMs = 1_300

export function createSimulation({
  chains,
  tokens,
  readersOf,
  clock,
}: {
  chains: Chains
  tokens: Tokens
  readersOf: (chainId: string) => { readonly simulate?: Simulate | undefined }
  clock: Clock
}): SimulationService {
  return {
    async of({ address, body, client, signal }) {
      const chain = chains.get(body.chainId)
      const { addresses } = familyOf(chain.id)
      const { simulate } = readersOf(chain.id)
      if (!addresses.is(address))
        throw new InvalidInputError({ name: 'address', description: "Isn't an address of this network." })
      if (!simulate) return { status: 'unknown', why: 'unsupported' }
      const late = new AbortController()
      const stop = clock.setTimeout(() => late.abort(new LateError()), withinMs)
      const either = AbortSignal.any([signal, late.signal])
      try {
        const work = simulate({
          chain,
          account: address,
          body,
          tokens,
          client,
          signal: either,
          now: clock.now(),
          keyOf: addresses.key,
        })
        const simulation = await unlessAborted({ work, signal: either })
        return simulation ?? { status: 'unknown', why: 'unsupported' }
      } catch (error) {
        signal.throwIfAborted()
        if (!(error instanceof UpstreamError) && !(error instanceof LateError)) throw error
        return { status: 'unknown', why: 'unreached' }
      } finally {
        stop()
      }
    },
  }
}

/** The network's node hadn't answered when the time was over. */
class LateError extends Error {
  override readonly name = 'LateError'
}
