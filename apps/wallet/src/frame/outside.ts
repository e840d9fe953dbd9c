import { displayUsd, familyTraits, parseNetworkId, usdValue } from '@foyer/core/chain'
import { replyOf } from '@foyer/core/reply'
import { jsonHeaders, requestOf } from '@foyer/core/request'
import {
  type Call,
  type CallInput,
  type CallReply,
  descriptorsCall,
  identityCall,
  pricesCall,
  type SimulationBody,
  type SimulationReply,
  simulationCall,
  waitedOnce,
  warningsCall,
} from '@foyer/core/wire'
import type { Outside, PricedAmount, Simulated, WalletNetwork, Worth } from '@foyer/signing'
import { spokenLanguage } from '../messages/say.js'

/** How long a description waits for what a simulation says, and for what else is said beside it, in milliseconds. */
const waitedMs = { simulation: 1_500, beside: 500 } as const
/** So long the API is asked, in milliseconds: what isn't answered by then is lost. */
const askedForMs = 15_000

const clock = {
  setTimeout(callback: () => void, ms: number) {
    const timer = setTimeout(callback, ms)
    return () => clearTimeout(timer)
  },
}

export interface OutsideParameters {
  readonly fetch: typeof globalThis.fetch
  readonly network: Pick<WalletNetwork, 'chainId' | 'rpcUrl'>
  /** The account's. */
  readonly address: string
  /** Whom it has paid before. */
  readonly paid: readonly string[]
  /** Called with an answer that was no longer waited for. */
  readonly onLate: () => void
}

/** Addresses, and hosts of sites. */
interface Listed {
  readonly addresses: readonly string[]
  readonly sites: readonly string[]
}

/** What the blockchain API says of a request, under this page's own origin. Each thing is asked once; what isn't answered in time is said once it is. */
export function outsideOf({ fetch, network: { chainId, rpcUrl }, address, paid, onLate }: OutsideParameters): Outside {
  const { origin, searchParams } = new URL(rpcUrl)
  const projectId = searchParams.get('projectId') ?? ''
  const ask = async <const Of extends Call>(call: Of, input: CallInput<Of>): Promise<CallReply<Of> | undefined> => {
    try {
      const { url, ...init } = requestOf(call, { ...input, project: { projectId } })
      const signal = AbortSignal.timeout(askedForMs)
      const answer = await fetch(new URL(url, origin), { ...init, headers: jsonHeaders, signal })
      const { success, output } = replyOf(call, await answer.text())
      return success ? output : undefined
    } catch {
      return undefined // which is what the visitor is told of it
    }
  }
  /** What may speak against it, and is asked still. */
  let open = 0
  const speaking = <Answer>(answer: Promise<Answer>): Promise<Answer> => {
    open += 1
    return answer.finally(() => {
      open -= 1
    })
  }
  const once = <Of, Answer>(otherwise: Answer, asking: (of: Of) => Promise<Answer>, ms: number = waitedMs.beside) =>
    waitedOnce({ clock, waitedMs: ms, otherwise, onLate, ask: asking })
  const simulation = () =>
    once<Simulated, SimulationReply>(
      { status: 'unknown', why: 'unreached' },
      async (asked) => {
        const body: SimulationBody =
          'calls' in asked ? { chainId, calls: asked.calls, atomic: asked.isAtomic } : { chainId, ...asked }
        const answer = await speaking(ask(simulationCall, { params: { address }, body }))
        return answer ?? { status: 'unknown', why: 'unreached' }
      },
      waitedMs.simulation,
    )
  const pricesOf = once<readonly string[], ReadonlyMap<string, number>>(new Map(), async (addresses) => {
    const found = await ask(pricesCall, { body: { currency: 'usd', projectId, addresses } })
    return new Map(found?.fungibles.map(({ address: id, price }) => [id, price]))
  })
  const identityOf = once<string, string | undefined>(undefined, async (recipient) => {
    return (await ask(identityCall, { params: { address: recipient }, query: {} }))?.name ?? undefined
  })
  let simulate = simulation()
  const traits = familyTraits(parseNetworkId(chainId).family)
  return {
    paid,
    isOpen: () => open > 0,
    simulate: (asked) => simulate(asked),
    forget() {
      simulate = simulation()
    },
    nameOf: async (recipient) => (traits.hasNames ? identityOf(recipient) : undefined),
    async worthOf(amounts) {
      const ids = amounts.map((each) => `${chainId}:${each.contract ?? traits.nativeToken}`)
      const prices = await pricesOf([...new Set(ids)])
      return amounts.map((amount, index) => worth(amount, prices.get(ids[index] ?? '')))
    },
    listed: once<Listed, Listed>(
      { addresses: [], sites: [] },
      async (asked) => (await speaking(ask(warningsCall, { body: asked }))) ?? { addresses: [], sites: [] },
    ),
    descriptorsOf: once<string, readonly unknown[]>([], async (contract) => {
      const query = { chainId, address: contract }
      return (await ask(descriptorsCall, { query }))?.descriptors ?? []
    }),
  }
}

function worth({ amount, decimals }: PricedAmount, price: number | undefined): Worth | undefined {
  // On the wire a price of 0 says that none is known.
  const value = usdValue({ amount: { value: amount, decimals }, price: price || undefined })
  return value && { shown: displayUsd({ amount: value, locale: spokenLanguage() }), usd: value.value }
}
