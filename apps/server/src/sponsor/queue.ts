import type { Clock } from '@foyer/service/clock'
import type { Log } from '@foyer/service/log/createLog'
import type { PrivateKeyAccount } from 'viem'
import type { Chains } from '../chains/chains.js'
import { confirmationsOf } from '../chains/presets.js'
import type { Projects } from '../projects/projects.js'
import { bringOn } from './bringOn.js'
import { endFreed } from './freed.js'
import { createGaps, type Gaps } from './gaps.js'
import { isTakenBefore } from './inclusion.js'
import type { Ledger, OpenOperation } from './ledger.js'
import { type Observed, observe, readTaken } from './observe.js'
import { placeAll } from './placing.js'
import { readPrices } from './readNetwork.js'
import { createReads, type Reads } from './reads.js'
import { isOf, type Pass, type Placed } from './sending.js'

/** Brings operations from their reservation to their end. */
export interface SponsorQueue {
  /**
   * Goes over all that isn't over on a network once: looks what blocks have, sends what they haven't, signs what is next. A call while it does has one more
   * pass made for it, together with others.
   */
  pass(chainId: string): Promise<void>
  /** Goes over every network on which something isn't over, and reads what blocks say of it: how often that is, no sender decides. */
  passAll(): Promise<void>
  /** Resolves when no pass is under way. */
  idle(): Promise<void>
}

export interface QueueParameters {
  readonly ledger: Ledger
  readonly chains: Pick<Chains, 'find'>
  readonly projects: Pick<Projects, 'find'>
  readonly account: PrivateKeyAccount
  readonly clock: Pick<Clock, 'now'>
  readonly log: Pick<Log, 'info' | 'warn'>
  /** ends every pass */
  readonly signal: AbortSignal
}

export function createSponsorQueue(parameters: QueueParameters): SponsorQueue {
  const { ledger, chains, log, signal } = parameters
  const running = new Map<string, { readonly now: Promise<void>; next?: Promise<void> }>()
  /** networks of which what blocks say is read in the next pass */
  const due = new Set<string>()
  const gaps = createGaps()
  const begin = (chainId: string): Promise<void> => {
    const chain = chains.find(chainId)
    if (chain === undefined || signal.aborted) return Promise.resolve()
    const now = pass({
      ...parameters,
      gaps,
      chain,
      confirmations: confirmationsOf(chain),
      isReading: due.delete(chainId),
    })
      .catch((error: unknown) => {
        if (!signal.aborted) log.warn({ chainId, error }, 'sponsored operations could not be gone over')
      })
      .finally(() => {
        if (running.get(chainId)?.now === now) running.delete(chainId)
      })
    running.set(chainId, { now })
    return now
  }
  const queue: SponsorQueue = {
    pass(chainId) {
      const current = running.get(chainId)
      if (current === undefined) return begin(chainId)
      current.next ??= current.now.then(() => begin(chainId))
      return current.next
    },
    async passAll() {
      const open = await ledger.openNetworks()
      for (const chainId of open) due.add(chainId)
      await Promise.all(open.map((chainId) => queue.pass(chainId)))
    },
    async idle() {
      for (let [first] = running.values(); first !== undefined; [first] = running.values())
        await (first.next ?? first.now)
    },
  }
  return queue
}

interface Passing extends Pass {
  readonly gaps: Gaps
}

async function pass({ isReading, ...request }: Passing & { readonly isReading: boolean }): Promise<void> {
  const open = await request.ledger.open(request.chain.id)
  const reads = createReads(request)
  await goOver({ ...request, open, isReading, reads })
  // Nobody's place waits for it.
  if (isReading) await endFreed({ ...request, reads, operations: open.filter(({ status }) => status === 'freed') })
}

interface GoOver extends Passing {
  readonly open: readonly OpenOperation[]
  readonly isReading: boolean
  readonly reads: Reads
}

async function goOver({ open, isReading, reads, ...request }: GoOver): Promise<void> {
  const placed = open.filter(isPlaced)
  const waiting = open.filter(({ status }) => status === 'reserved')
  if (placed.length === 0 && waiting.length === 0) return
  const observed = await observe({ ...request, operations: placed })
  try {
    if (await goOn({ ...request, ...observed, waiting })) await readSigned({ ...request, waiting, reads })
  } finally {
    if (isReading) await readTaken({ ...request, ...observed, reads })
  }
}

interface Waiting {
  /** in the order in which they have their turn */
  readonly waiting: readonly OpenOperation[]
}

/** Fills places, and gives some to what waits. @returns whether any is signed */
async function goOn({ gaps, ...request }: Passing & Observed & Waiting): Promise<boolean> {
  const { left, unread, waiting, account, mined } = request
  if (left.length === 0 && waiting.length === 0) return false
  const prices = await readPrices({ ...request, account: account.address })
  // What an earlier key's account has sent neither takes a place of this one's nor is paid for by it.
  const isUnderWay = (each: Placed) => isOf(account, each) && !isTakenBefore({ each, account, mined })
  const underWay = [...left.map(({ operation }) => operation), ...unread].filter(isUnderWay)
  const isWhole = await gaps.fill({ ...request, prices, underWay })
  if (!(await bringOn({ ...request, prices, isAwaited: waiting.length > 0 }))) return false
  if (!isWhole) return false
  return placeAll({ ...request, prices, underWay })
}

/** Reads what was signed just now: a network that makes a block of each transaction has it already. */
async function readSigned({ waiting, reads, ...request }: Omit<GoOver, 'open' | 'isReading'> & Waiting): Promise<void> {
  const before = new Set(waiting.map(({ hash }) => hash))
  const open = await request.ledger.open(request.chain.id)
  const operations = open.filter(isPlaced).filter(({ hash }) => before.has(hash))
  await readTaken({ ...request, ...(await observe({ ...request, operations })), reads })
}

/** Of what isn't over, all but what waits for its place and what has lost it. */
const isPlaced = (each: OpenOperation): each is Placed => each.place !== null && each.status !== 'freed'
