import { parseAccountId, parseFungible } from '@foyer/core/chain'
import type { Output } from '@foyer/core/wire'
import type { Clock } from '@foyer/service/clock'
import type { Orm } from '@foyer/service/db/database'
import { ApiError } from '@foyer/service/errors/ApiError'
import { InvalidInputError } from '@foyer/service/errors/refusals'
import type { Log } from '@foyer/service/log/createLog'
import { and, eq, gt, inArray, isNotNull, lt, ne } from 'drizzle-orm'
import * as v from 'valibot'
import { createSharedReads } from '../cache/sharedReads.js'
import type { Chains } from '../chains/chains.js'
import { paySessions as table } from '../db/schema/index.js'
import { TxHash } from '../onramp/purchases.js'
import { takeDelivery } from '../webhooks/deliveries.js'
import { type ClaimedPayment, provePayment } from '../webhooks/provePayment.js'
import { PaymentMismatchError } from '../webhooks/refusals.js'
import { settledPage, settleEach, settlesSince } from '../webhooks/settleEach.js'
import type { Exchange, PayOutcome } from './exchange.js'
import { PayError } from './PayError.js'
import { readAsset, readPayAmount } from './readPayment.js'

/**
 * An exchange's report of a payment, the body of a signed message (`Foyer-Timestamp`, `Foyer-Signature`). It may be sent
 * again as often as needed, each time with a `delivery` of its own.
 */
export const PaymentReport = v.pipe(
  v.strictObject({
    /** The message's own id: a UUID. */
    delivery: v.pipe(v.string(), v.uuid()),
    sessionId: v.pipe(v.string(), v.uuid()),
    status: v.picklist(['IN_PROGRESS', 'SUCCESS', 'FAILED']),
    /** Needed for a success. */
    txHash: v.optional(TxHash),
  }),
  v.check(({ status, txHash }) => status !== 'SUCCESS' || txHash !== undefined, 'a success must name its transaction'),
)
export type PaymentReport = Output<typeof PaymentReport>

/** A payment that a visitor was sent to an exchange for. */
export type Session = typeof table.$inferSelect

/** The outcomes of payments: exchanges say them, and the network shows them. */
export interface Outcomes {
  /**
   * Asks the payment's exchange, where it can be asked, once in a few seconds for all who want to know.
   * @throws ProviderUnavailableError · the signal's reason
   */
  ask(request: { session: Session; signal: AbortSignal }): Promise<void>
  /**
   * Accepts an exchange's report of a payment. A success is accepted only when the network shows it: the asset, at least the
   * amount, the recipient, and no earlier than it was asked for. What is final stays as it is.
   * @throws {@link InvalidInputError} · WebhookReplayedError · PaymentNotSeenError · {@link PaymentMismatchError} ·
   * ChainUnavailableError
   */
  report(request: { exchangeId: string; report: PaymentReport; signal: AbortSignal }): Promise<void>
  /** Looks again at payments that a reorganisation could still have undone, and forgets those that no exchange reported in a day. */
  settle(signal: AbortSignal): Promise<void>
}

export interface OutcomesParameters {
  orm: Orm
  chains: Chains
  clock: Clock
  log: Pick<Log, 'warn'>
  exchanges: ReadonlyMap<string, Exchange>
}

/** The furthest that a network's clock may be behind ours. */
const clockSlackMs = 300_000
/** An exchange is asked about a payment no more often, however many want to know. */
const askedEveryMs = 3_000
/** An address of an exchange holds for an hour; an exchange that hasn't reported within a day never will. */
const silentMs = 86_400_000

export function createOutcomes(parameters: OutcomesParameters): Outcomes {
  const { orm, clock, exchanges } = parameters
  const asking = createSharedReads<Session, true>({
    keyOf: ({ id }) => id,
    async load({ items, signal }) {
      const ask = async (session: Session) => {
        const outcome = await exchanges.get(session.exchangeId)?.outcomeOf?.({ sessionId: session.id, signal })
        if (outcome) await take({ ...parameters, session, outcome, signal }).catch(unlessRefused)
        return [session.id, true] as const
      }
      return new Map(await Promise.all(items.map(ask)))
    },
    lifetimeMs: askedEveryMs,
    timeoutMs: 10_000,
    most: 10_000,
    clock,
  })
  return {
    async ask({ session, signal }) {
      await asking.of({ items: [session], signal })
    },
    async report({ exchangeId, report: { sessionId, delivery, ...outcome }, signal }) {
      const session = await findSession({ orm, exchangeId, sessionId })
      await take({ ...parameters, session, outcome, delivery, signal })
    },
    settle: (signal) => settle({ ...parameters, signal }),
  }
}

async function settle({
  orm,
  chains,
  clock,
  log,
  signal,
}: OutcomesParameters & { signal: AbortSignal }): Promise<void> {
  const now = clock.now()
  const isSilent = and(eq(table.status, 'UNKNOWN'), lt(table.createdAt, new Date(now - silentMs)))
  await orm.delete(table).where(isSilent)
  const open = and(eq(table.status, 'IN_PROGRESS'), isNotNull(table.txHash), gt(table.updatedAt, settlesSince(now)))
  await settleEach<Session>({
    load: (after) =>
      orm
        .select()
        .from(table)
        .where(after === undefined ? open : and(open, gt(table.id, after.id)))
        .orderBy(table.id)
        .limit(settledPage),
    claimOf: (session) => claimOf({ session, txHash: session.txHash ?? '', chains, signal }),
    settle: ({ id }) =>
      orm
        .update(table)
        .set({ status: 'SUCCESS', updatedAt: new Date(clock.now()) })
        .where(and(eq(table.id, id), eq(table.status, 'IN_PROGRESS'))),
    log,
    signal,
  })
}

interface Take extends Pick<OutcomesParameters, 'orm' | 'chains' | 'clock'> {
  session: Session
  outcome: PayOutcome
  /** the message's own id, where a message said it */
  delivery?: string | undefined
  signal: AbortSignal
}

async function take({ orm, chains, clock, session, outcome, delivery, signal }: Take): Promise<void> {
  const { status, txHash = '' } = outcome
  const isPaid = status === 'SUCCESS'
  const depth = isPaid ? await provePayment(claimOf({ session, txHash, chains, signal })) : 'final'
  const believed = depth === 'shallow' ? { ...outcome, status: 'IN_PROGRESS' as const } : outcome
  await orm.transaction((tx) => takeReport({ tx, session, outcome: believed, delivery, now: clock.now() }))
}

async function findSession(request: { orm: Orm; exchangeId: string; sessionId: string }): Promise<Session> {
  const { orm, exchangeId, sessionId } = request
  const own = and(eq(table.id, sessionId), eq(table.exchangeId, exchangeId))
  const [session] = await orm.select().from(table).where(own)
  if (session) return session
  throw new InvalidInputError({ name: 'sessionId', description: 'There is no such payment.' })
}

/** Leaves the payment as it is where an exchange says what the network doesn't show yet, or shows otherwise. */
function unlessRefused(error: unknown): void {
  if (!(error instanceof ApiError)) throw error
}

function claimOf(request: { session: Session; txHash: string; chains: Chains; signal: AbortSignal }): ClaimedPayment {
  const { session, txHash, chains, signal } = request
  const asset = readAsset({ asset: session.asset, chains })
  if (!asset) throw new PaymentMismatchError({ description: "The payment's asset isn't known here any more." })
  return {
    chain: asset.chain,
    txHash,
    token: parseFungible(session.asset).token,
    recipient: parseAccountId(session.recipient).address,
    amount: amountOf({ asset, amount: session.amount }),
    notBefore: session.createdAt.getTime() - clockSlackMs,
    signal,
  }
}

/** Returns the amount, with the decimals that the asset had then. @throws {@link PaymentMismatchError} */
function amountOf(request: Parameters<typeof readPayAmount>[0]): bigint {
  try {
    return readPayAmount(request).value
  } catch (error) {
    if (!(error instanceof PayError)) throw error
    throw new PaymentMismatchError({ description: "The payment's amount isn't one of its asset any more." })
  }
}

interface TakeReport {
  tx: Pick<Orm, 'select' | 'insert' | 'update' | 'delete'>
  session: Session
  outcome: PayOutcome
  delivery: string | undefined
  now: number
}

async function takeReport({ tx, session, outcome, delivery, now }: TakeReport): Promise<void> {
  const { id, exchangeId, chainId } = session
  if (delivery !== undefined) await takeDelivery({ orm: tx, sender: `pay:${exchangeId}`, delivery, now })
  const txHash = outcome.txHash?.toLowerCase() ?? null
  if (txHash !== null) {
    // One payment settles one session.
    const others = and(eq(table.chainId, chainId), eq(table.txHash, txHash), ne(table.id, id))
    const [other] = await tx.select({ id: table.id }).from(table).where(others).limit(1)
    if (other) throw new PaymentMismatchError({ description: 'This transaction counts for another payment.' })
  }
  await tx
    .update(table)
    .set({ status: outcome.status, updatedAt: new Date(now), ...(txHash !== null && { txHash }) })
    .where(and(eq(table.id, id), inArray(table.status, ['UNKNOWN', 'IN_PROGRESS'])))
}
