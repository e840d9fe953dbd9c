import type { ChainEvent } from './chainEvent.js'
import { inTurns, isSure, largestFirst } from './keptEvents.js'

/** Of one transaction so many events are shown to an account. */
export const mostEventsShown = 100
/** Of one transaction so many recipients are an account's known ones: a contract that it called names thousands. */
const mostSent = 10

export interface OfAccounts {
  events: readonly ChainEvent[]
  /** the tokens that the network's list has, in lower case */
  listed: ReadonlySet<string>
}

/**
 * Finds the ordinals of an account's own events, after that of a swap of a pool's: first what of it listed tokens moved or approved, then what they gave it, the largest first, then
 * each other contract's first before the second of any. Those of others in a transaction, who may be thousands, say nothing about it.
 */
export function eventsByAccount({ events, listed }: OfAccounts): (address: string) => readonly number[] {
  const byAccount = new Map<string, { readonly event: ChainEvent; readonly ordinal: number }[]>()
  for (const [ordinal, event] of events.entries()) {
    for (const side of new Set([event.from, event.to])) {
      const own = byAccount.get(side)
      if (own === undefined) byAccount.set(side, [{ event, ordinal }])
      else own.push({ event, ordinal })
    }
  }
  const swap = events.findIndex(({ kind }) => kind === 'swap')
  return (address) => {
    const own = byAccount.get(address) ?? []
    const sure = own
      .filter(({ event }) => isSure(event, listed))
      .toSorted((one, other) => largestFirst(one.event, other.event))
    const ranked = [
      sure.filter(({ event }) => event.from === address),
      sure.filter(({ event }) => event.from !== address),
      own.filter(({ event }) => !isSure(event, listed)),
    ]
    const inOrder = ranked.flatMap((some) => inTurns(some, ({ event }) => `${event.kind} ${event.contract}`))
    const ordinals = inOrder.map(({ ordinal }) => ordinal)
    return [...new Set([...(swap === -1 ? [] : [swap]), ...ordinals])].slice(0, mostEventsShown)
  }
}

interface SentIn extends OfAccounts {
  /** by {@link eventsByAccount} */
  eventsOf: (address: string) => readonly number[]
  /** who signed the transaction itself */
  sender: string
  /** who signed it, or an operation in it */
  signers: ReadonlySet<string>
}

/**
 * Finds the ordinals of what signers gave to others, or let them take: who sent the transaction itself, all of it; who signed an operation in it, what listed tokens say, since others in a bundle
 * may have any contract write events in an account's name.
 */
export function sentIn({ events, listed, eventsOf, sender, signers }: SentIn): ReadonlySet<number> {
  const isSent = (event: ChainEvent, account: string) =>
    event.from === account &&
    event.to !== account &&
    // A zero transfer in the account's name makes its recipient no known counterparty.
    event.amount > 0n &&
    (account === sender || isSure(event, listed))
  const ofSigner = (account: string) =>
    eventsOf(account).filter((ordinal) => {
      const event = events[ordinal]
      return event !== undefined && isSent(event, account)
    })
  return new Set([...signers].flatMap((account) => ofSigner(account).slice(0, mostSent)))
}
