import type { ChainLog } from './block.js'
import { type ChainEvent, isTransfer, zeroAddress } from './chainEvent.js'
import { decodeLog, topics } from './decodeLog.js'

/** More of a transaction aren't written down: a payment of everyone's wages has fewer, and 16.7 million gas write 60,000. */
export const mostEvents = 2_000
/** More approvals of one account in one transaction aren't written down: those of a contract that an account called hide none of its other transactions. */
export const mostApprovals = 50
/** Of so many accounts it is remembered that an approval isn't written down: as many as a receipt of 16 MiB could name in turns of as many contracts. */
const mostCut = 10_000

interface KeptEvents {
  /** who signed the transaction, or an operation in it */
  signers: ReadonlySet<string>
  /** the tokens that the network's list has, in lower case: they write no events but of what happened */
  listed: ReadonlySet<string>
}

/** The events of a transaction that are written down. */
export interface Kept {
  readonly events: readonly ChainEvent[]
  /** the accounts of which an approval isn't */
  readonly cut: ReadonlySet<string>
}

/**
 * As many events as are kept. Signers' own approvals go first, the signers in turn; then what listed tokens wrote, those who gave in turn; of all else the contracts take turns, so
 * that one that writes thousands, in a bundle of several people's or before what it hides, leaves room for each other's. Contracts cost nothing: what an unlisted one writes of
 * an account hides nothing of a listed one's.
 */
export function keptEvents({ logs, ...by }: KeptEvents & { logs: readonly ChainLog[] }): Kept {
  const { signers, listed } = by
  const most = mostEvents - 1 // beside the transaction's own value
  const events = eventsIn({ logs, listed })
  const surplus = new Set(ofEach({ approvals: events.filter(isApproval), listed }).dropped)
  const left = events.filter((event) => !surplus.has(event))
  const kept = left.length <= most ? new Set(left) : chosen({ events: left, signers, listed, most })
  const lost = events.filter((event) => isApproval(event) && isGrant(event) && !kept.has(event))
  const cut = inTurns(lost, ({ contract }) => contract).map(({ from }) => from)
  return { events: left.filter((event) => kept.has(event)), cut: new Set([...new Set(cut)].slice(0, mostCut)) }
}

/** The events of logs: of each contract no more than are kept, besides approvals and what listed tokens wrote. */
function eventsIn({ logs, listed }: Pick<KeptEvents, 'listed'> & { logs: readonly ChainLog[] }): readonly ChainEvent[] {
  const counts = new Map<string, number>()
  return logs.flatMap((log) => {
    const [topic] = log.topics
    const isRead = topic === topics.approval || topic === topics.approvalForAll || listed.has(log.address)
    const before = counts.get(log.address) ?? 0
    if (before >= mostEvents && !isRead) return []
    const events = decodeLog(log)
    counts.set(log.address, before + events.length)
    return events
  })
}

function chosen(request: KeptEvents & { events: readonly ChainEvent[]; most: number }): ReadonlySet<ChainEvent> {
  const { events, signers, listed, most } = request
  const own = events.filter((event) => isApproval(event) && isOwn(event, signers))
  const first = new Set(ofEach({ approvals: own, listed }).inTurns.slice(0, most / 2))
  const sure = events.filter((event) => isSure(event, listed) && !first.has(event)).toSorted(largestFirst)
  for (const event of inTurns(sure, ({ from }) => from).slice(0, (most - first.size) / 2)) first.add(event)
  const rest = events.filter((event) => !first.has(event))
  const others = inTurns(rest, ({ contract }) => contract)
  return new Set([...first, ...others.slice(0, most - first.size)])
}

/** Whether the one whom it gives something, or whose approval it is, signed. */
export const isOwn = (event: ChainEvent, signers: ReadonlySet<string>): boolean =>
  signers.has(isTransfer(event) ? event.to : event.from)

/** Whether it happened as it says, and is of something: a transfer of zero can be made in another's name at most listed tokens. */
export const isSure = ({ contract, amount }: ChainEvent, listed: ReadonlySet<string>): boolean =>
  amount > 0n && (contract === null || listed.has(contract))

/** Who may take something hides a large taking by no number of small ones. */
export const largestFirst = (one: ChainEvent, other: ChainEvent): number =>
  one.amount === other.amount ? 0 : one.amount < other.amount ? 1 : -1

const isApproval = ({ kind }: ChainEvent) => kind === 'approval' || kind === 'approvalForAll'

const isGrant = ({ amount, to }: ChainEvent) => amount > 0n && to !== zeroAddress

/** Of each owner so many, those by listed tokens first, the contracts in turn; and the owners in turn. */
function ofEach({ approvals, listed }: Pick<KeptEvents, 'listed'> & { approvals: readonly ChainEvent[] }) {
  const counts = new Map<string, number>()
  const isKept = ({ from }: ChainEvent) => {
    const before = counts.get(from) ?? 0
    counts.set(from, before + 1)
    return before < mostApprovals
  }
  const inContractsTurns = (some: readonly ChainEvent[]) => inTurns(some, ({ from, contract }) => `${from} ${contract}`)
  const all = [
    ...inContractsTurns(approvals.filter((event) => isSure(event, listed))),
    ...inContractsTurns(approvals.filter((event) => !isSure(event, listed))),
  ]
  const kept = new Set(all.filter(isKept))
  return { inTurns: inTurns([...kept], ({ from }) => from), dropped: all.filter((event) => !kept.has(event)) }
}

/** The first of each before the second of any. */
export function inTurns<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): readonly Item[] {
  const turns = new Map<Key, number>()
  const placed = items.map((item) => {
    const key = keyOf(item)
    const turn = turns.get(key) ?? 0
    turns.set(key, turn + 1)
    return { item, turn }
  })
  return placed.toSorted((one, other) => one.turn - other.turn).map(({ item }) => item)
}
