import { parseAccountId, parseFungible } from '@foyer/core/chain'
import type {
  PayExchange,
  PayExchangesParams,
  PayExchangesResult,
  PayStatusParams,
  PayStatusResult,
  PayUrlParams,
  PayUrlResult,
} from '@foyer/core/wire'
import { and, eq, gt, inArray, isNotNull, lt, ne } from 'drizzle-orm'
import { createSharedReads } from '../cache/sharedReads.js'
import type { Chains } from '../chains/chains.js'
import type { Clock } from '../clock.js'
import type { Orm } from '../db/database.js'
import { paySessions as table } from '../db/schema/index.js'
import { ApiError } from '../errors/ApiError.js'
import { InvalidInputError } from '../errors/refusals.js'
import { createCoinbaseApi } from '../onramp/coinbaseApi.js'
import { takeDelivery } from '../webhooks/deliveries.js'
import { type ClaimedPayment, isSettled, mostSettled, provePayment, settlesSince } from '../webhooks/provePayment.js'
import { PaymentMismatchError, WebhookRefusedError } from '../webhooks/refusals.js'
import type { WebhookMessage } from '../webhooks/signature.js'
import { coinbaseExchange } from './coinbaseExchange.js'
import type { Exchange, PayOutcome } from './exchange.js'
import { unknownExchange, unsupportedAsset } from './PayError.js'
import type { PayConfig } from './payConfig.js'
import type { PaymentReport } from './paymentReport.js'
import { readAsset, readPayAmount, readRecipient } from './readPayment.js'
import { webhookExchange } from './webhookExchange.js'

/** Payments from exchanges. A failure is a PayError, which JSON-RPC answers; reports fail by HTTP status. */
export interface Payments {
  exchanges(params: PayExchangesParams): PayExchangesResult
  /** @param request.client - the visitor's address, which some exchanges require */
  url(request: { projectId: string; client: string; params: PayUrlParams; signal: AbortSignal }): Promise<PayUrlResult>
  status(request: { projectId: string; params: PayStatusParams; signal: AbortSignal }): Promise<PayStatusResult>
  /**
   * Reads an exchange's message about a payment.
   * @returns what is to be a PaymentReport; undefined where it says nothing about one
   * @throws {@link WebhookRefusedError}, also for an exchange that isn't there or sends none
   */
  readReport(request: { exchangeId: string; message: WebhookMessage }): unknown
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

export interface PaymentsParameters {
  /** undefined: there are no exchanges */
  config: PayConfig | undefined
  orm: Orm
  chains: Chains
  clock: Clock
  uuid: () => string
}

/** How many exchanges a page has. */
const pageSize = 20
/** How far a network's clock may be behind ours. */
const clockSlackMs = 300_000
/** An exchange is asked about a payment no more often, however many want to know. */
const askedEveryMs = 3_000
/** An address of an exchange holds for an hour; an exchange that hasn't reported within a day never will. */
const silentMs = 86_400_000

export function createPayments({ config, orm, chains, clock, uuid }: PaymentsParameters): Payments {
  const { now } = clock
  const all = (config?.exchanges ?? []).map((each): Exchange => {
    if (each.kind === 'webhook') return webhookExchange({ config: each, now })
    return coinbaseExchange({ config: each, api: createCoinbaseApi({ access: each, clock, nonce: uuid }) })
  })
  const byId = new Map(all.map((exchange) => [exchange.id, exchange]))
  const take: Take = async ({ session, outcome, delivery, signal }) => {
    const { status, txHash = '' } = outcome
    const isPaid = status === 'SUCCESS'
    const depth = isPaid ? await provePayment(claimOf({ session, txHash, chains, signal })) : 'final'
    const believed = depth === 'shallow' ? { ...outcome, status: 'IN_PROGRESS' as const } : outcome
    await orm.transaction((tx) => takeReport({ tx, session, outcome: believed, delivery, now: now() }))
  }
  const asking = createSharedReads<Session, true>({
    keyOf: ({ id }) => id,
    async load({ items, signal }) {
      const ask = async (session: Session) => {
        const outcome = await byId.get(session.exchangeId)?.outcomeOf?.({ sessionId: session.id, signal })
        if (outcome) await take({ session, outcome, signal }).catch(unlessRefused)
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
    exchanges({ page = 0, includeOnly, exclude, asset, amount }) {
      const wanted = asset === undefined ? undefined : readAsset({ asset, chains })
      if (wanted && amount !== undefined) readPayAmount({ asset: wanted, amount })
      const matching = all.filter(
        (exchange) =>
          (includeOnly?.includes(exchange.id) ?? true) &&
          !exclude?.includes(exchange.id) &&
          (asset === undefined || (wanted !== undefined && exchange.pays(wanted.asset))),
      )
      const shown = matching.slice(page * pageSize, (page + 1) * pageSize)
      return { exchanges: shown.map(listed), total: matching.length }
    },
    async url({ projectId, client, params, signal }) {
      const exchange = byId.get(params.exchangeId)
      if (!exchange) throw unknownExchange()
      const asset = readAsset({ asset: params.asset, chains })
      if (!asset || !exchange.pays(asset.asset)) throw unsupportedAsset()
      const { amount } = readPayAmount({ asset, amount: params.amount })
      const recipient = readRecipient({ asset, recipient: params.recipient })
      const session = { id: uuid(), asset: asset.asset, amount, recipient }
      // A client of IPv6 is known by its network only; its first address stands for it.
      const clientIp = client.replace(/\/64$/, '')
      const url = await exchange.urlFor({ session: { ...session, symbol: asset.symbol, clientIp }, signal })
      const at = new Date(now())
      const row = { ...session, projectId, exchangeId: exchange.id, chainId: asset.chain.id }
      await orm.insert(table).values({ ...row, status: 'UNKNOWN', createdAt: at, updatedAt: at })
      return { url, sessionId: session.id }
    },
    async status({ projectId, params: { sessionId, exchangeId }, signal }) {
      if (!isUuid(sessionId)) return { status: 'UNKNOWN' }
      const own = and(eq(table.id, sessionId), eq(table.projectId, projectId), eq(table.exchangeId, exchangeId))
      const find = async () => (await orm.select().from(table).where(own))[0]
      const found = await find()
      if (!found) return { status: 'UNKNOWN' }
      const isOpen = found.status === 'UNKNOWN' || found.status === 'IN_PROGRESS'
      const isAsked = isOpen && byId.get(exchangeId)?.outcomeOf !== undefined
      if (isAsked) await asking.of({ items: [found], signal })
      const { status, txHash } = (isAsked ? await find() : found) ?? found
      return { status, ...(txHash !== null && { txHash }) }
    },
    readReport({ exchangeId, message }) {
      const read = byId.get(exchangeId)?.readReport
      if (!read) throw new WebhookRefusedError()
      return read(message)
    },
    async report({ exchangeId, report: { sessionId, delivery, ...outcome }, signal }) {
      const session = await findSession({ orm, exchangeId, sessionId })
      await take({ session, outcome, delivery, signal })
    },
    async settle(signal) {
      const isSilent = and(eq(table.status, 'UNKNOWN'), lt(table.createdAt, new Date(now() - silentMs)))
      await orm.delete(table).where(isSilent)
      const open = and(
        eq(table.status, 'IN_PROGRESS'),
        isNotNull(table.txHash),
        gt(table.updatedAt, settlesSince(now())),
      )
      for (const session of await orm.select().from(table).where(open).orderBy(table.updatedAt).limit(mostSettled)) {
        const isFinal = await isSettled(claimOf({ session, txHash: session.txHash ?? '', chains, signal }))
        const own = and(eq(table.id, session.id), eq(table.status, 'IN_PROGRESS'))
        if (isFinal)
          await orm
            .update(table)
            .set({ status: 'SUCCESS', updatedAt: new Date(now()) })
            .where(own)
      }
    },
  }
}

type Session = typeof table.$inferSelect

const listed = ({ id, name, imageUrl }: Exchange): PayExchange => ({ id, name, imageUrl })
const isUuid = (text: string) => /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i.test(text)

interface FindSession {
  orm: Orm
  exchangeId: string
  sessionId: string
}

async function findSession({ orm, exchangeId, sessionId }: FindSession): Promise<Session> {
  const own = and(eq(table.id, sessionId), eq(table.exchangeId, exchangeId))
  const [session] = await orm.select().from(table).where(own)
  if (session) return session
  throw new InvalidInputError({ reasons: [{ name: 'sessionId', description: 'There is no such payment.' }] })
}

type Take = (request: {
  session: Session
  outcome: PayOutcome
  /** the message's own id, where a message said it */
  delivery?: string | undefined
  signal: AbortSignal
}) => Promise<void>

/** What an exchange says and the network doesn't show yet, or shows otherwise, leaves the payment as it is. */
function unlessRefused(error: unknown): void {
  if (!(error instanceof ApiError)) throw error
}

interface ClaimOf {
  session: Session
  txHash: string
  chains: Chains
  signal: AbortSignal
}

function claimOf({ session, txHash, chains, signal }: ClaimOf): ClaimedPayment {
  const asset = readAsset({ asset: session.asset, chains })
  if (!asset) throw new PaymentMismatchError({ description: "The payment's asset isn't known here any more." })
  return {
    chain: asset.chain,
    txHash,
    token: parseFungible(session.asset).token,
    recipient: parseAccountId(session.recipient).address,
    amount: readPayAmount({ asset, amount: session.amount }).value,
    notBefore: session.createdAt.getTime() - clockSlackMs,
    signal,
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
