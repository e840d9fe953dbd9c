import type { Hex } from 'viem'
import type { Journal } from './journal.js'
import { CannotPayError, NonceTakenError, type Payer } from './payer.js'
import { isFinal, type Payout, type PayoutOrder, type PayoutStep } from './payout.js'
import type { Reporter } from './reporter.js'

/** Pays what was promised, once, whenever the process ends in between. */
export interface Payouts {
  readonly all: readonly Payout[]
  get(id: string): Payout | undefined
  /** Promises a payout and begins it. One that is there already stays as it is. Resolves when it is on the disk. */
  pay(order: PayoutOrder): Promise<void>
  /** Writes down that nothing is paid, and reports it. */
  refuse(request: { order: PayoutOrder; reason: string }): Promise<void>
  /** Goes on with what an earlier process left. */
  resume(): void
  /** Resolves when nothing runs any more; what is left is gone on with by the next `resume`. */
  stop(): Promise<void>
}

export interface CreatePayoutsParameters {
  journal: Journal
  payers: ReadonlyMap<number, Payer>
  reporter: Reporter
  /** between two looks at a chain or two tries of a report */
  pause: (request: { ms: number; signal: AbortSignal }) => Promise<void>
  log: (line: string) => void
}

export function createPayouts(parameters: CreatePayoutsParameters): Payouts {
  const { journal, log } = parameters
  const ending = new AbortController()
  const running = new Map<string, Promise<void>>()
  const turns = new Map<number, Promise<unknown>>()
  /** On one chain one payout after another: a nonce is given out only when the one before has been sent. */
  const inTurn: InTurn = ({ chainId, work }) => {
    const before = turns.get(chainId) ?? Promise.resolve()
    const turn = before.then(work, work)
    turns.set(
      chainId,
      turn.catch(() => {}),
    )
    return turn
  }
  const begin = (payout: Payout) => {
    const { id } = payout.order
    if (running.has(id)) return
    const work = advance({ ...parameters, payout, inTurn, signal: ending.signal })
      .catch((error: unknown) => {
        if (!ending.signal.aborted)
          log(`payout ${id} has stopped: ${error instanceof Error ? error.name : 'unknown reason'}`)
      })
      .finally(() => running.delete(id))
    running.set(id, work)
  }
  const promised = new Map<string, Promise<void>>()
  const keep = async ({ order, step }: { order: PayoutOrder; step: PayoutStep }) => {
    const payout = { order, step, reported: false }
    if (journal.get(order.id) === undefined) promised.set(order.id, journal.write(payout))
    await promised.get(order.id)
    promised.delete(order.id)
    begin(journal.get(order.id) ?? payout)
  }
  return {
    get all() {
      return journal.all
    },
    get: (id) => journal.get(id),
    pay: (order) => keep({ order, step: { status: 'accepted' } }),
    refuse: ({ order, reason }) => keep({ order, step: { status: 'failed', reason } }),
    resume() {
      // What is signed has its nonce already, so it goes before what has none.
      const left = journal.all.filter((payout) => !payout.reported)
      for (const payout of left.filter(({ step }) => step.status === 'signed').sort(byNonce)) begin(payout)
      for (const payout of left) begin(payout)
    },
    async stop() {
      ending.abort()
      await Promise.all(running.values())
    },
  }
}

type InTurn = (request: { chainId: number; work: () => Promise<Payout> }) => Promise<Payout>

const nonceOf = ({ step }: Payout) => (step.status === 'signed' ? step.nonce : 0)
const byNonce = (a: Payout, b: Payout) => nonceOf(a) - nonceOf(b)

interface Advance extends CreatePayoutsParameters {
  payout: Payout
  inTurn: InTurn
  signal: AbortSignal
}

async function advance(parameters: Advance): Promise<void> {
  const { payout, inTurn, reporter, journal, pause, signal } = parameters
  const { order } = payout
  // The start is reported once and not awaited: only the end must arrive.
  if (payout.step.status === 'accepted') await reporter.report({ ...order.report, status: 'IN_PROGRESS' })
  const ended = isFinal(payout)
    ? payout
    : await inTurn({ chainId: order.chainId, work: () => settle({ ...parameters, payout }) })
  for (let tries = 0; !signal.aborted; tries += 1) {
    if (await reporter.report(endOf(ended))) return journal.write({ ...ended, reported: true })
    await pause({ ms: Math.min(250 * 2 ** tries, 30_000), signal })
  }
}

function endOf({ order, step }: Payout): Record<string, unknown> {
  if (step.status === 'paid') return { ...order.report, status: 'SUCCESS', txHash: step.txHash }
  return { ...order.report, status: 'FAILED' }
}

/** Signs, writes down, sends, and looks until it is mined. A chain that doesn't answer is asked again. */
async function settle({ payout, payers, journal, pause, log, signal }: Advance): Promise<Payout> {
  const { order } = payout
  const payer = payers.get(order.chainId)
  const write = async (step: PayoutStep) => {
    const written = { order, step, reported: false }
    await journal.write(written)
    return written
  }
  let now = payout
  while (!isFinal(now)) {
    signal.throwIfAborted()
    try {
      if (!payer) now = await write({ status: 'failed', reason: 'There is no such chain.' })
      else if (now.step.status === 'accepted') now = await write({ status: 'signed', ...(await payer.sign(order)) })
      else if (now.step.status === 'signed') now = await write(await sendOnce({ payer, step: now.step, pause, signal }))
    } catch (error) {
      signal.throwIfAborted()
      if (error instanceof CannotPayError) now = await write({ status: 'failed', reason: error.message })
      else {
        log(`payout ${order.id} waits for its chain: ${error instanceof Error ? error.name : 'unknown reason'}`)
        await pause({ ms: 500, signal })
      }
    }
  }
  return now
}

interface SendOnce {
  payer: Payer
  step: { raw: Hex; txHash: Hex }
  pause: CreatePayoutsParameters['pause']
  signal: AbortSignal
}

/**
 * The same signed transaction as often as needed: a chain mines it once. Where another took its nonce it can't be mined any
 * more, so that a new one may be signed.
 */
async function sendOnce({ payer, step: { raw, txHash }, pause, signal }: SendOnce): Promise<PayoutStep> {
  let isTaken = false
  if ((await payer.outcome(txHash)) === null) {
    await payer.send(raw).catch((error: unknown) => {
      if (!(error instanceof NonceTakenError)) throw error
      isTaken = true
    })
  }
  for (;;) {
    const outcome = await payer.outcome(txHash)
    if (outcome === 'paid') return { status: 'paid', txHash }
    if (outcome === 'reverted') return { status: 'failed', reason: 'The transaction failed.' }
    if (isTaken) return { status: 'accepted' }
    await pause({ ms: 100, signal })
  }
}
