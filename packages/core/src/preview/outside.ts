import { ask } from '../api/ask.js'
import type { NetworkId } from '../chain/ids.js'
import type { FoyerContext } from '../context.js'
import { identityCall, pricesCall } from '../wire/account.js'
import type { Call, CallInput, CallReply } from '../wire/call.js'
import type { ServerQuestions } from '../words/outsideOf.js'

/** The calls that are only made for a network that the server says it serves [S7.1]. */
const ofServed: readonly string[] = [identityCall.id, pricesCall.id]

/** Returns the questions to a kit's server about a request; where the host named none, it doesn't say anything. */
export function questionsOf(
  { api, clock }: Pick<FoyerContext, 'api' | 'clock'>,
  on: { readonly networkId: NetworkId; readonly address: string; readonly signal: AbortSignal },
): ServerQuestions {
  const { networkId, address, signal } = on
  function askServer<const Of extends Call>(call: Of, input: CallInput<Of>): Promise<CallReply<Of> | undefined>
  async function askServer(call: Call, input: CallInput<Call>): Promise<unknown> {
    const server = await api?.()
    if (!server) return undefined
    const asked = { networkId, signal: input.signal }
    if (ofServed.includes(call.id) && !(await server.chains.isSupported(asked))) return undefined
    return ask(server, call, input)
  }
  return { ask: askServer, clock, chainId: networkId, address, signal }
}
