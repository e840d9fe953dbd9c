import { AbortedError } from '@foyer/core/errors'
import { createListeners } from '../exchange/listeners.js'
import { createPayloadIds } from '../protocol/index.js'
import type { DappNews, DappNode, ProposedPairing, ProposeParameters } from './engine.js'
import type { Hearing, Lent } from './hearing.js'
import { createProposer, type MadeProposal, offerOf } from './proposals.js'

export interface DappNodeParameters extends Pick<Lent, 'transport' | 'ciphers' | 'clock' | 'report'> {
  /** From 0 to below 1, as `Math.random`; nothing secret is made of it. */
  readonly random: () => number
  /** Makes the half that hears wallets; its code is fetched for it. @throws ChunkLoadError */
  readonly openHearing: (lent: Lent) => Promise<Hearing>
  /**
   * Given where the node may propose before it hears: that half is fetched while the visitor scans, and what was proposed is written down by this
   * until then, for the next page. Without it the node hears first: where records are to be taken up, and where the page may be gone as soon as there
   * is something to open a wallet with.
   */
  readonly keepEarly?: ((made: readonly MadeProposal[]) => void) | undefined
}

const nothing = () => {}

/**
 * Makes the node over a transport: what proposes is here, what hears the answer comes when it is first of use, and takes up what was proposed
 * before. What the relay hands over meanwhile waits for it, in its order.
 *
 * @see W5
 */
export function createDappNode({
  transport,
  ciphers,
  clock,
  random,
  openHearing,
  keepEarly,
  report,
}: DappNodeParameters): DappNode {
  const listeners = createListeners<DappNews>(report)
  const { tell } = listeners
  const nextId = createPayloadIds({ now: clock.now, random })
  const shared = { transport, ciphers, clock, nextId }
  const propose = createProposer(shared)
  /** By their attempts. */
  const making = new Map<string, Promise<ProposedPairing>>()
  /** What nothing could hear the answer to yet. */
  let made: readonly MadeProposal[] = []
  let isStopped = false
  let opening: Promise<Hearing> | undefined
  let hearing: Hearing | undefined

  async function open(): Promise<Hearing> {
    const opened = await openHearing({ ...shared, tell, report })
    hearing = opened
    if (isStopped) {
      opened.stop()
      throw new AbortedError()
    }
    made.forEach(opened.adopt)
    made = []
    return opened
  }
  function hear(): Promise<Hearing> {
    opening ??= open().catch((error: unknown) => {
      opening = undefined
      throw error
    })
    return opening
  }
  function keep(proposals: readonly MadeProposal[]): void {
    made = proposals
    keepEarly?.(made)
  }
  async function offer(parameters: ProposeParameters): Promise<ProposedPairing> {
    const { attempt, authPayload } = parameters
    const early = made.find(({ proposal }) => proposal.attempt === attempt)
    if (early) return offerOf(early.topic, early.proposal)
    // Its code may be slow: one that is shown is renewed in its time all the same.
    const own = hearing || !keepEarly || authPayload !== undefined ? await hear() : undefined
    const known = own?.offered(attempt)
    if (known) return known
    const proposed = own && authPayload !== undefined ? await own.proposeSignIn(parameters) : await propose(parameters)
    if (hearing) hearing.adopt(proposed)
    else keep([...made, proposed])
    return offerOf(proposed.topic, proposed.proposal)
  }

  transport.onRequest(async (text) => (await hear()).answer(text))
  transport.onStatus((status) => tell({ type: 'status', status }))
  // Whoever calls next has it tried again, and is told if it fails again.
  if (!keepEarly) hear().catch(nothing)

  return {
    propose(parameters) {
      const { attempt } = parameters
      const offered = making.get(attempt) ?? offer(parameters).finally(() => making.delete(attempt))
      making.set(attempt, offered)
      return offered
    },
    conclude: async (parameters) => (await hear()).conclude(parameters),
    async withdraw(pairingTopic) {
      const isMade = ({ topic }: MadeProposal) => topic === pairingTopic
      await (made.some(isMade) ? opening?.catch(nothing) : hear())
      // The next node has the records, and is told as well.
      if (isStopped) throw new AbortedError()
      if (hearing) return hearing.withdraw(pairingTopic)
      // What hears was lost, of which who waited has been told: nothing could hear a wallet that agrees after all.
      keep(made.filter((each) => !isMade(each)))
      transport.unwatch([pairingTopic])
    },
    publish: async (publication) => (await hear()).publish(publication),
    end: async (parameters) => (await hear()).end(parameters),
    sessions: async () => (!keepEarly || opening || made.length > 0 ? (await hear()).sessions() : []),
    keyOf: async (topic) => (await hear()).keyOf(topic),
    wake() {
      transport.wake()
      hearing?.expire()
    },
    onNews: listeners.add,
    stop() {
      isStopped = true
      hearing?.stop()
      listeners.clear()
      transport.stop()
    },
  }
}
