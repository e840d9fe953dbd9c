import type { Clock } from '@foyer/service/clock'
import type { Log } from '@foyer/service/log/createLog'
import type { PrivateKeyAccount } from 'viem'
import type { Chains } from '../chains/chains.js'
import { confirmationsOf } from '../chains/presets.js'
import type { Projects } from '../projects/projects.js'
import { bringOn } from './bringOn.js'
import { endFreed } from './freed.js'
import type { Ledger, OpenOperation } from './ledger.js'
import { observe } from './observe.js'
import { placeAll } from './placing.js'
import { readPrices } from './readNetwork.js'
import { isOf, type Pass } from './sending.js'

/** Brings operations from their reservation to their end. */
export interface SponsorQueue {
  /**
   * Goes over all that isn't over on a network once: looks what blocks have, sends what they haven't, signs what is next. A call while it does has one more
   * pass made for it, together with others.
   */
  pass(chainId: string): Promise<void>
  /** Goes over every network on which something isn't over. */
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
  const begin = (chainId: string): Promise<void> => {
    const chain = chains.find(chainId)
    if (chain === undefined || signal.aborted) return Promise.resolve()
    const now = pass({ ...parameters, chain, confirmations: confirmationsOf(chain) })
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
      await Promise.all((await ledger.openNetworks()).map((chainId) => queue.pass(chainId)))
    },
    async idle() {
      for (let [first] = running.values(); first !== undefined; [first] = running.values())
        await (first.next ?? first.now)
    },
  }
  return queue
}

async function pass(request: Pass): Promise<void> {
  const open = await request.ledger.open(request.chain.id)
  await goOver({ ...request, open })
  // Nobody's place waits for it.
  await endFreed({ ...request, operations: open.filter(({ status }) => status === 'freed') })
}

async function goOver({ open, ...request }: Pass & { readonly open: readonly OpenOperation[] }): Promise<void> {
  const { ledger, chain, account } = request
  const { left, unread } = await observe({ ...request, operations: open.filter(isPlaced) })
  const waiting = open.filter(({ status }) => status === 'reserved')
  if (left.length === 0 && waiting.length === 0) return
  const prices = await readPrices({ ...request, account: account.address })
  // What an earlier key's account has sent neither takes a place of this one's nor is paid for by it.
  const placed = [...left.map(({ operation }) => operation), ...unread.filter(({ status }) => status === 'signed')]
  const underWay = placed.filter((operation) => isOf(account, operation))
  if (!(await bringOn({ ...request, prices, left }))) return
  if (!(await placeAll({ ...request, prices, waiting, underWay }))) return
  // A network that makes a block of each transaction has it already.
  await observe({ ...request, operations: (await ledger.open(chain.id)).filter(isPlaced) })
}

const isPlaced = ({ status }: OpenOperation): boolean => status === 'signed' || status === 'included'
