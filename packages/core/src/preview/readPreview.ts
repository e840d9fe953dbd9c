import { inTime } from '../clock/inTime.js'
import { actionsOf } from '../connection/reach.js'
import type { Asked, FamilyActions, FeeEstimate, TokenBalance, Work } from '../connector/family.js'
import { contextOf, type FoyerContext, type Queries } from '../context.js'
import type { Foyer } from '../foyer.js'
import type { Network } from '../networks/network.js'
import type { PreviewedRequest } from '../state/attempt.js'
import { type Observable, type ObservableValue, observable } from '../store/observable.js'
import type { SimulationReply } from '../wire/simulation.js'
import type { DescribedRequest, FamilyWords, RequestReader } from '../words/reader.js'
import type { ShownRequest, Words } from '../words/shown.js'
import { plainWords } from './plainWords.js'
import { readsOf, withReply, wordsRequest } from './wordsRequest.js'

/** The wallet's next request, as far as it is known by now. */
export interface Preview {
  /** `reading`: what it does is being found out, for 1.5 s at most; what comes later changes what is shown. */
  readonly status: 'reading' | 'read'
  /** The words, by name; undefined until they are known. */
  readonly shown: ShownRequest | undefined
  /** Not all of it was found out in time: what is shown is no more than what is known without asking. */
  readonly isUnread: boolean
  /** The state of its simulation; `none` where nothing is carried out, as of a signature. */
  readonly simulation: 'none' | 'asked' | 'known' | 'unknown'
  /** Undefined where it isn't known. */
  readonly fee: FeeEstimate | undefined
  /** US dollars for one whole coin of the network, where that is known. */
  readonly coinPrice: number | undefined
}

export interface PreviewForm extends Observable<Preview> {
  /**
   * Asks whether what the visitor saw still holds, before the wallet is asked: what a simulation said more than 15 s ago is simulated again, for 1.5 s at most.
   * @param seen - what was on the screen as they agreed to it
   * @returns false where it would do something worse by now, or more is known to speak against it, which is shown then
   */
  readonly hold: (seen: Pick<Preview, 'shown'>) => Promise<boolean>
}

/** No request waits longer for what is to be said of it, in milliseconds. */
const withinMs = 1_500
/** The timeout of waiting for the names of the account's tokens. */
const tokensWithinMs = 500
/** The time for which a simulation is taken to hold, in milliseconds. */
const simulationHoldsMs = 15_000

const nothing: Preview = {
  ...{ status: 'reading', shown: undefined, isUnread: false, simulation: 'none' },
  ...{ fee: undefined, coinPrice: undefined },
}

/**
 * Reads what a wallet is about to be asked for, while somebody subscribes: by its data and the chain, then with what a simulation says of it.
 *
 * @example
 * const form = readPreview(foyer, { asked: { transfer }, networkId, address })
 * const stop = form.subscribe(() => console.log(form.get().shown?.facts))
 */
export function readPreview(foyer: Foyer, request: PreviewedRequest): PreviewForm {
  let reading: Reading | undefined
  const value: ObservableValue<Preview> = observable<Preview>(nothing, () => {
    const stopping = new AbortController()
    reading = new Reading({ context: contextOf(foyer), request, signal: stopping.signal, emit: value.set })
    void reading.run()
    return () => stopping.abort()
  })
  const { get, subscribe } = value
  return { get, subscribe, hold: (seen) => reading?.hold(seen) ?? Promise.resolve(true) }
}

interface ReadingParameters {
  readonly context: FoyerContext
  readonly request: PreviewedRequest
  readonly signal: AbortSignal
  readonly emit: (preview: Preview) => void
}

/** The parts by which a request can be described and simulated. */
interface Describing {
  readonly code: RequestReader
  readonly request: DescribedRequest
  /** Left out where nothing is carried out. */
  readonly simulate: ((ms?: number) => Promise<SimulationReply>) | undefined
}

class Reading {
  readonly #context: FoyerContext
  readonly #request: PreviewedRequest
  readonly #signal: AbortSignal
  readonly #emit: (preview: Preview) => void
  #now: Preview = nothing
  #plain: ShownRequest | undefined
  #described: ShownRequest | undefined
  #describing: Describing | undefined
  #reply: SimulationReply | undefined
  #repliedAt = 0
  /** It is shown by now, whatever is asked still. */
  #isDue = false
  /** Whether a simulation says worse than what was shown before. */
  #isChanged = false
  /** Descriptions that were begun, and the last of them that was taken: one that comes after a later one says less. */
  #begun = 0
  #taken = 0

  constructor({ context, request, signal, emit }: ReadingParameters) {
    this.#context = context
    this.#request = request
    this.#signal = signal
    this.#emit = emit
  }

  async run(): Promise<void> {
    try {
      await this.#run()
    } catch (error) {
      if (this.#signal.aborted) return
      // What is known without asking stays, and that it is no more is said.
      this.#context.report(error)
      this.#show({ status: 'read', isUnread: true })
    }
  }

  async #run(): Promise<void> {
    const { networkId, address, asked } = this.#request
    const { store, clock, options } = this.#context
    const network = store.getState().networks.find(({ caipNetworkId }) => caipNetworkId === networkId)
    const family = network?.chainNamespace ?? store.getState().family
    const [actions, queries] = await Promise.all([actionsOf(this.#context, family), this.#context.queries()])
    const plain = (tokens: readonly TokenBalance[]) => {
      this.#plain = plainWords({ asked, transfer: transferOf(asked, actions), address, network, tokens })
      this.#show({ coinPrice: priceOf(tokens) })
    }
    const known = (network && queries.knownTokens(this.#context, { address, network })) ?? []
    plain(known)
    if (!network) return this.#show({ status: 'read' })
    void this.#readFee(actions, network)
    const listed = async () => {
      if (known.length > 0) return known
      const subject = { address, network }
      const list = queries.listTokens({ context: this.#context, subject, signal: this.#signal })
      const named = async () => {
        const tokens = await list.catch(() => [])
        // However late: what the fee is worth is said then.
        plain(tokens)
        return tokens
      }
      // Tokens without a name are named by their contracts.
      return inTime({ clock, ms: tokensWithinMs, work: named, late: () => [] })
    }
    const words = options.words?.find((each) => each.family === family)
    if (words) {
      return this.#readWords({ words, network, actions, listed: listed(), queries })
    }
    await listed()
    this.#show({ status: 'read' })
  }

  async #readWords({
    words,
    network,
    actions,
    listed,
    queries,
  }: {
    readonly words: FamilyWords
    readonly network: Network
    readonly actions: FamilyActions
    readonly listed: Promise<readonly TokenBalance[]>
    readonly queries: Queries
  }): Promise<void> {
    const { networkId, address, asked } = this.#request
    const signal = this.#signal
    const reading = async () => {
      const asking = actions.walletRequest?.({ address, networkId, network, asked, signal })
      const [request, code] = await Promise.all([asking, words.load()])
      if (!request) return
      const work = code.carriedOut(request)
      const questions = queries.questionsOf(this.#context, { networkId, address, signal })
      const simulate = work && ((ms?: number) => queries.simulated(questions, work, ms))
      const reply = simulate?.()
      if (reply) this.#show({ simulation: 'asked' })
      const tokens = await listed
      const around = { context: this.#context, network, tokens }
      const paid = queries.paidRecipients(this.#context.persistence, network.chainNamespace)
      const { locale, projectId } = this.#context.options
      const said = { paid, projectId, locale: locale.tag, onLate: this.#onLate }
      // It is described at once by what is known without a simulation, and again by what that comes to.
      const { simulate: _, ...server } = queries.outsideOf({
        ...{ ...questions, ...said },
        priceOf: (of) => priceOf(tokens, of),
      })
      // Until it is shown nothing can be agreed to: what is asked by then needn't be said.
      const isAsked = () => (reply !== undefined && this.#reply === undefined) || server.isOpen?.() === true
      const isOpen = () => this.#isDue && isAsked()
      const outside = { ...server, isOpen }
      const described = wordsRequest({ ...around, address, request, outside, onLate: this.#onLate })
      this.#describing = { code, request: described, simulate }
      const replied = reply?.then((is) => this.#replied(is))
      await this.#describe()
      return replied
    }
    const read = reading()
    await inTime({ clock: this.#context.clock, ms: withinMs, work: () => read, late: () => undefined })
    this.#isDue = true
    // It is never shown as if all were known.
    if (this.#described && this.#describing?.request.outside?.isOpen?.()) await this.#describe()
    this.#show({ status: 'read', isUnread: this.#described === undefined })
    await read
  }

  readonly #onLate = (): void => void this.#describe()

  /** Describes it by what is known by now, which each time is more. Never rejects: what breaks is reported, and what was shown before stands. */
  async #describe(): Promise<void> {
    const { code, request } = this.#describing ?? {}
    if (!code || !request) return
    this.#begun += 1
    const number = this.#begun
    try {
      const described = await code.describe(this.#reply ? withReply(request, this.#reply) : request)
      if (!described || number < this.#taken) return
      this.#taken = number
      const shown = this.#isChanged ? changed(described) : described
      // What says the same stays the same: a visitor may have agreed to it.
      if (!this.#described || textOf(this.#described) !== textOf(shown)) this.#described = shown
      this.#show({ isUnread: false })
    } catch (error) {
      if (!this.#signal.aborted) this.#context.report(error)
    }
  }

  /** Describes it with what a simulation says. */
  async #replied(is: SimulationReply): Promise<void> {
    this.#reply = is
    this.#repliedAt = this.#context.clock.now()
    await this.#describe()
    this.#show({ simulation: is.status })
  }

  async hold(seen: Pick<Preview, 'shown'>): Promise<boolean> {
    if (speaksAgainst({ is: this.#now.shown, was: seen.shown })) return false
    const { simulate, code, request } = this.#describing ?? {}
    const age = this.#context.clock.now() - this.#repliedAt
    const was = this.#reply
    if (was?.status !== 'known' || !simulate || !code || !request || age < simulationHoldsMs) return true
    const is = await simulate(withinMs)
    // What can't be had by now was seen before.
    if (is.status !== 'known') return true
    this.#isChanged = code.isWorse({ was, is })
    // The node is asked anew too.
    this.#describing = {
      code,
      simulate,
      request: { ...request, network: { ...request.network, reads: readsOf(this.#onLate) } },
    }
    const replied = this.#replied(is)
    // Only what is worse is waited for: the wallet isn't asked then.
    if (this.#isChanged) await replied
    return !this.#isChanged
  }

  async #readFee(actions: FamilyActions, network: Network): Promise<void> {
    const { asked, address } = this.#request
    try {
      const work = workOf(asked, actions)
      if (!work || !actions.estimateFee) return
      this.#show({ fee: await actions.estimateFee({ address, network, work, signal: this.#signal }) })
    } catch {
      // It isn't known then; that it would fail is said by what describes it.
    }
  }

  #show(change: Partial<Preview>): void {
    if (this.#signal.aborted) return
    this.#now = { ...this.#now, ...change }
    const isRead = this.#now.status === 'read'
    this.#now = { ...this.#now, shown: this.#described ?? (isRead ? this.#plain : undefined) }
    this.#emit(this.#now)
  }
}

/** US dollars for one whole token, or coin of the network; on the wire a price of 0 says that none is known. */
const priceOf = (tokens: readonly TokenBalance[], contract?: string | undefined): number | undefined =>
  tokens.find(({ address }) => address?.toLowerCase() === contract?.toLowerCase())?.price || undefined

const changedWords: Words = { name: 'request.warn.simulationChanged', values: {} }

const changed = (shown: ShownRequest): ShownRequest => ({
  ...shown,
  warnings: [changedWords, ...shown.warnings],
  isDeliberate: true,
})

/** Does what is known warn of something that wasn't read? */
function speaksAgainst({ is, was }: Readonly<Record<'is' | 'was', ShownRequest | undefined>>): boolean {
  if (!is || is === was) return false
  const read = new Set(was?.warnings.map(textOf))
  return (is.isDeliberate && !was?.isDeliberate) || is.warnings.some((warning) => !read.has(textOf(warning)))
}

/** Returns the text of a description, to be compared. */
const textOf = (said: ShownRequest | Words): string =>
  JSON.stringify(said, (_, value: unknown) => (typeof value === 'bigint' ? `${value}` : value))

/** The transfer that is asked for, where it is one by itself. */
const transferOf = (asked: Asked, { transferIn }: FamilyActions) =>
  'transfer' in asked ? asked.transfer : 'call' in asked ? transferIn?.(asked.call) : undefined

/** Returns the work whose fee is estimated: of several calls, and of a signature, none is. */
function workOf(asked: Asked, { revocation }: FamilyActions): Work | undefined {
  if ('approval' in asked) return revocation && { call: revocation(asked).call }
  return 'transfer' in asked || 'call' in asked ? asked : undefined
}
