import { pairingLifetime } from '../protocol/pairing.js'
import { proposedBy, type WalletContext } from './context.js'
import { UnknownProposalError } from './errors.js'

/** One application by one pairing: all that it proposes there, as a sign-in and as a session, is one wish. */
export interface Wish {
  /** The pairing's. */
  readonly topic: string
  /** The application's. */
  readonly publicKey: string
}

/** Sees to it that a wish is answered once. */
export interface Answering {
  /** Whether it was answered, or is being answered now. */
  isAnswered(wish: Wish): boolean
  /**
   * Answers, unless it was done or is being done; then nothing waits for an answer any more.
   *
   * @throws UnknownProposalError, and what the work throws: it may be answered again then
   */
  once<Result>(wish: Wish, work: () => Promise<Result>): Promise<Result>
}

/** @see W11 */
export function createAnswering(context: WalletContext): Answering {
  const { records, clock, timesChanged } = context
  const current = new Set<string>()

  function end({ topic, publicKey }: Wish): void {
    const pairing = records.pairings.get(topic)
    if (pairing) {
      records.pairings.set(topic, {
        ...pairing,
        expiresAt: clock.now() + pairingLifetime * 1_000,
        answeredKey: publicKey,
      })
    }
    for (const each of proposedBy(context, topic)) if (each.publicKey === publicKey) each.end('answered')
    timesChanged()
  }

  const isAnswered = ({ topic, publicKey }: Wish): boolean =>
    current.has(topic + publicKey) || records.pairings.get(topic)?.answeredKey === publicKey

  return {
    isAnswered,
    async once(wish, work) {
      if (isAnswered(wish)) throw new UnknownProposalError()
      const name = wish.topic + wish.publicKey
      current.add(name)
      try {
        const result = await work()
        end(wish)
        return result
      } finally {
        current.delete(name)
      }
    },
  }
}
