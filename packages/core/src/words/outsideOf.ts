import { displayUsd, usdValue } from '../chain/display.js'
import { familyTraits } from '../chain/families.js'
import { isFamily } from '../chain/ids.js'
import type { Clock } from '../clock/clock.js'
import { identityCall, pricesCall } from '../wire/account.js'
import type { Call, CallInput, CallReply } from '../wire/call.js'
import { descriptorsCall } from '../wire/descriptor.js'
import { limits } from '../wire/limits.js'
import { type SimulationBody, type SimulationReply, simulationCall } from '../wire/simulation.js'
import { warningsCall } from '../wire/warnings.js'
import type { Listed, Outside, Simulated } from './reader.js'
import type { PricedAmount, Worth } from './shown.js'
import { waitedOnce } from './waitedOnce.js'

/** The questions to the operator's server about a request. */
export interface ServerQuestions {
  /** May reject; undefined where the server doesn't say. */
  ask<const Of extends Call>(call: Of, input: CallInput<Of>): Promise<CallReply<Of> | undefined>
  readonly clock: Pick<Clock, 'setTimeout'>
  /** CAIP-2. */
  readonly chainId: string
  /** The account's. */
  readonly address: string
  readonly signal?: AbortSignal | undefined
}

export interface OutsideParameters extends ServerQuestions {
  readonly projectId: string
  /** Whom the account has paid before. */
  readonly paid: readonly string[]
  /** US dollars for one whole token, or coin of the network, where that is known without asking. */
  readonly priceOf?: ((contract: string | undefined) => number | undefined) | undefined
  /** BCP 47: how worths are written. */
  readonly locale: string
  /** Called with an answer that was no longer waited for: what is said of the request isn't all that is known. */
  readonly onLate: () => void
}

/** The timeouts of a description for what a simulation says, and for what else the server says, in milliseconds. */
const waitedMs = { simulation: 1_500, beside: 500 } as const
/** The timeout of the server, in milliseconds: what isn't answered by then is lost. */
const askedForMs = 15_000

const onNoList: Listed = { addresses: [], sites: [] }
const unreached: SimulationReply = { status: 'unknown', why: 'unreached' }

/** Asks the operator's server about a request. Each thing is asked once, however often the request is described; what isn't answered in time is said once it is. */
export function outsideOf(parameters: OutsideParameters): Outside {
  const { ask, chainId, paid, onLate, clock } = parameters
  /** The number of answers still waited for that may speak against it. */
  let open = 0
  const speaking = <Answer>(answer: Promise<Answer>): Promise<Answer> => {
    open += 1
    return answer.finally(() => {
      open -= 1
    })
  }
  const once: Once = (otherwise, asking) =>
    waitedOnce({
      ...{ clock, waitedMs: waitedMs.beside, otherwise, onLate },
      ask: async (of) => (await briefly(parameters, (signal) => asking(of, signal))) ?? otherwise,
    })
  const simulation = () =>
    waitedOnce<Simulated, SimulationReply>({
      ...{ clock, waitedMs: waitedMs.simulation, otherwise: unreached, onLate },
      ask: (work) => speaking(simulated(parameters, work)),
    })
  let simulate = simulation()
  return {
    paid,
    isOpen: () => open > 0,
    simulate: (work) => simulate(work),
    forget() {
      simulate = simulation()
    },
    // Of other families no server reads names both ways.
    ...(traitsOf(chainId).hasNames && {
      nameOf: once<string, string | undefined>(undefined, async (recipient, signal) => {
        return (await ask(identityCall, { params: { address: recipient }, query: {}, signal }))?.name || undefined
      }),
    }),
    listed: once<Listed, Listed>(onNoList, (body, signal) => speaking(ask(warningsCall, { body, signal }))),
    descriptorsOf: once<string, readonly unknown[]>([], async (contract, signal) => {
      const query = { chainId, address: contract }
      return (await ask(descriptorsCall, { query, signal }))?.descriptors
    }),
    worthOf: worthOf(parameters, once),
  }
}

function traitsOf(chainId: string) {
  const [family] = chainId.split(':')
  return familyTraits(isFamily(family) ? family : 'other')
}

/** Asks each thing once, and is waited for half a second: what comes later is there when it is asked for again. */
type Once = <Of, Answer>(
  otherwise: Answer,
  asking: (of: Of, signal: AbortSignal) => Promise<Answer | undefined>,
) => (of: Of) => Promise<Answer>

/** By what is known already, else by what the server knows. */
function worthOf(
  { ask, chainId, projectId, locale, priceOf }: OutsideParameters,
  once: Once,
): NonNullable<Outside['worthOf']> {
  const { nativeToken } = traitsOf(chainId)
  const idOf = ({ contract = nativeToken }: PricedAmount) => `${chainId}:${contract}`
  const pricesOf = once<readonly string[], ReadonlyMap<string, number>>(new Map(), async (addresses, signal) => {
    const found = await ask(pricesCall, { body: { currency: 'usd', projectId, addresses }, signal })
    return new Map(found?.fungibles.map(({ address, price }) => [address, price]))
  })
  return async (amounts) => {
    const unknown = amounts.filter(({ contract }) => priceOf?.(contract) === undefined).map(idOf)
    const prices = unknown.length > 0 ? await pricesOf([...new Set(unknown)].slice(0, limits.pricedTokens)) : undefined
    return amounts.map((amount) => worth(amount, priceOf?.(amount.contract) ?? prices?.get(idOf(amount)), locale))
  }
}

function worth({ amount, decimals }: PricedAmount, price: number | undefined, locale: string): Worth | undefined {
  // On the wire a price of 0 says that none is known.
  const value = usdValue({ amount: { value: amount, decimals }, price: price || undefined })
  return value && { shown: displayUsd({ amount: value, locale }), usd: value.value }
}

/** Has the operator's server carry something out without sending it, once. Never rejects: what can't be had, or not in time, is unknown. */
export async function simulated(
  questions: ServerQuestions,
  work: Simulated,
  /** The timeout of asking, in milliseconds. */
  ms?: number,
): Promise<SimulationReply> {
  const { ask, chainId, address } = questions
  const body: SimulationBody =
    'calls' in work ? { chainId, calls: work.calls, atomic: work.isAtomic } : { chainId, ...work }
  const reply = await briefly(questions, (signal) => ask(simulationCall, { params: { address }, body, signal }), ms)
  return reply ?? unreached
}

/** Asks for so long at most. Never rejects: undefined is what can't be had, or not in time. */
async function briefly<Answer>(
  { clock, signal }: Pick<ServerQuestions, 'clock' | 'signal'>,
  asking: (signal: AbortSignal) => Promise<Answer>,
  ms: number = askedForMs,
): Promise<Answer | undefined> {
  const stopping = new AbortController()
  const stop = () => stopping.abort()
  const cancel = clock.setTimeout(stop, ms)
  signal?.addEventListener('abort', stop, { once: true })
  try {
    return await asking(stopping.signal)
  } catch {
    return undefined // which is what is said of it
  } finally {
    cancel()
    signal?.removeEventListener('abort', stop)
  }
}
