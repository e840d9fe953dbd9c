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
import { and, eq, inArray, ne } from 'drizzle-orm'
import type { Chains } from '../chains/chains.js'
import type { Orm } from '../db/database.js'
import { paySessions as table } from '../db/schema/index.js'
import { InvalidInputError } from '../errors/refusals.js'
import { takeDelivery } from '../webhooks/deliveries.js'
import { provePayment } from '../webhooks/provePayment.js'
import { PaymentMismatchError } from '../webhooks/refusals.js'
import type { Exchange } from './exchange.js'
import { unknownExchange, unsupportedAsset } from './PayError.js'
import type { PayConfig } from './payConfig.js'
import type { PaymentReport } from './paymentReport.js'
import { readAsset, readPayAmount, readRecipient } from './readPayment.js'
import { webhookExchange } from './webhookExchange.js'

/** Payments from exchanges. A failure is a PayError, which JSON-RPC answers; reports fail by HTTP status. */
export interface Payments {
  exchanges(params: PayExchangesParams): PayExchangesResult
  url(request: { projectId: string; params: PayUrlParams; signal: AbortSignal }): Promise<PayUrlResult>
  status(request: { projectId: string; params: PayStatusParams }): Promise<PayStatusResult>
  /** @returns what an exchange signs with; null for one that isn't there, or sends nothing */
  secretOf(exchangeId: string): string | null
  /**
   * Accepts an exchange's report of a payment. A success is accepted only when the network shows it: the asset, at least the
   * amount, the recipient, and no earlier than it was asked for. What is final stays as it is.
   * @throws {@link InvalidInputError} · WebhookReplayedError · PaymentNotSeenError · {@link PaymentMismatchError} ·
   * ChainUnavailableError
   */
  report(request: { exchangeId: string; report: PaymentReport; signal: AbortSignal }): Promise<void>
}

export interface PaymentsParameters {
  /** undefined: there are no exchanges */
  config: PayConfig | undefined
  orm: Orm
  chains: Chains
  now: () => number
  uuid: () => string
}

/** How many exchanges a page has. */
const pageSize = 20
/** How far a network's clock may be behind ours. */
const clockSlackMs = 300_000

export function createPayments({ config, orm, chains, now, uuid }: PaymentsParameters): Payments {
  const all = (config?.exchanges ?? []).map((each): Exchange => webhookExchange({ config: each, now }))
  const byId = new Map(all.map((exchange) => [exchange.id, exchange]))
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
    async url({ projectId, params, signal }) {
      const exchange = byId.get(params.exchangeId)
      if (!exchange) throw unknownExchange()
      const asset = readAsset({ asset: params.asset, chains })
      if (!asset || !exchange.pays(asset.asset)) throw unsupportedAsset()
      const { amount } = readPayAmount({ asset, amount: params.amount })
      const recipient = readRecipient({ asset, recipient: params.recipient })
      const session = { id: uuid(), asset: asset.asset, amount, recipient }
      const url = await exchange.urlFor({ session, signal })
      const at = new Date(now())
      const row = { ...session, projectId, exchangeId: exchange.id, chainId: asset.chain.id }
      await orm.insert(table).values({ ...row, status: 'UNKNOWN', createdAt: at, updatedAt: at })
      return { url, sessionId: session.id }
    },
    async status({ projectId, params: { sessionId, exchangeId } }) {
      if (!isUuid(sessionId)) return { status: 'UNKNOWN' }
      const own = and(eq(table.id, sessionId), eq(table.projectId, projectId), eq(table.exchangeId, exchangeId))
      const [session] = await orm.select().from(table).where(own)
      if (!session) return { status: 'UNKNOWN' }
      const { status, txHash } = session
      return { status, ...(txHash !== null && { txHash }) }
    },
    secretOf: (exchangeId) => byId.get(exchangeId)?.secret ?? null,
    async report({ exchangeId, report, signal }) {
      const session = await findSession({ orm, exchangeId, sessionId: report.sessionId })
      if (report.status === 'SUCCESS') await prove({ session, txHash: report.txHash ?? '', chains, signal })
      await orm.transaction((tx) => takeReport({ tx, session, report, now: now() }))
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

interface Prove {
  session: Session
  txHash: string
  chains: Chains
  signal: AbortSignal
}

async function prove({ session, txHash, chains, signal }: Prove): Promise<void> {
  const asset = readAsset({ asset: session.asset, chains })
  if (!asset) throw new PaymentMismatchError({ description: "The payment's asset isn't known here any more." })
  await provePayment({
    chain: asset.chain,
    txHash,
    token: parseFungible(session.asset).token,
    recipient: parseAccountId(session.recipient).address,
    amount: readPayAmount({ asset, amount: session.amount }).value,
    notBefore: session.createdAt.getTime() - clockSlackMs,
    signal,
  })
}

interface TakeReport {
  tx: Pick<Orm, 'select' | 'insert' | 'update' | 'delete'>
  session: Session
  report: PaymentReport
  now: number
}

async function takeReport({ tx, session, report, now }: TakeReport): Promise<void> {
  const { id, exchangeId, chainId } = session
  await takeDelivery({ orm: tx, sender: `pay:${exchangeId}`, delivery: report.delivery, now })
  const txHash = report.txHash?.toLowerCase() ?? null
  if (txHash !== null) {
    // One payment settles one session.
    const others = and(eq(table.chainId, chainId), eq(table.txHash, txHash), ne(table.id, id))
    const [other] = await tx.select({ id: table.id }).from(table).where(others).limit(1)
    if (other) throw new PaymentMismatchError({ description: 'This transaction counts for another payment.' })
  }
  await tx
    .update(table)
    .set({ status: report.status, updatedAt: new Date(now), ...(txHash !== null && { txHash }) })
    .where(and(eq(table.id, id), inArray(table.status, ['UNKNOWN', 'IN_PROGRESS'])))
}
