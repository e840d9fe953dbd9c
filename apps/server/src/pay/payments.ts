import type {
  PayExchange,
  PayExchangesParams,
  PayExchangesResult,
  PayStatusParams,
  PayStatusResult,
  PayUrlParams,
  PayUrlResult,
} from '@foyer/core/wire'
import type { Clock } from '@foyer/service/clock'
import type { Orm } from '@foyer/service/db/database'
import type { Log } from '@foyer/service/log/createLog'
import { and, eq } from 'drizzle-orm'
import type { Chains } from '../chains/chains.js'
import { paySessions as table } from '../db/schema/index.js'
import { createCoinbaseApi } from '../onramp/coinbaseApi.js'
import type { AdmitToPage, PageAsker } from '../onramp/keyedPages.js'
import type { OnUnread } from '../provider/provider.js'
import { WebhookRefusedError } from '../webhooks/refusals.js'
import type { WebhookMessage } from '../webhooks/signature.js'
import { coinbaseExchange } from './coinbaseExchange.js'
import type { Exchange } from './exchange.js'
import { createOutcomes, type Outcomes } from './outcomes.js'
import { unknownExchange, unsupportedAsset } from './PayError.js'
import type { PayConfig } from './payConfig.js'
import { readAsset, readPayAmount, readRecipient } from './readPayment.js'
import { webhookExchange } from './webhookExchange.js'

/** Payments from exchanges. A failure is a PayError, which JSON-RPC answers; reports fail by HTTP status. */
export interface Payments extends Pick<Outcomes, 'report' | 'settle'> {
  exchanges(params: PayExchangesParams): PayExchangesResult
  /** @throws PayError · what {@link AdmitToPage} throws · ProviderUnavailableError */
  url(request: {
    projectId: string
    asker: PageAsker
    params: PayUrlParams
    signal: AbortSignal
  }): Promise<PayUrlResult>
  status(request: { projectId: string; params: PayStatusParams; signal: AbortSignal }): Promise<PayStatusResult>
  /**
   * Reads an exchange's message about a payment.
   * @returns what is to be a PaymentReport; undefined where it says nothing about one
   * @throws {@link WebhookRefusedError}, also for an exchange that isn't there or sends none
   */
  readReport(request: { exchangeId: string; message: WebhookMessage }): unknown
}

export interface PaymentsParameters {
  /** undefined: there are no exchanges */
  config: PayConfig | undefined
  orm: Orm
  chains: Chains
  clock: Clock
  log: Pick<Log, 'warn'>
  onUnread?: OnUnread | undefined
  uuid: () => string
  admitToPage: AdmitToPage
}

/** The number of exchanges in a page. */
const pageSize = 20

export function createPayments(parameters: PaymentsParameters): Payments {
  const { config, orm, chains, onUnread, clock, log, uuid, admitToPage } = parameters
  const all = exchangesOf({ config, onUnread, clock, uuid })
  const byId = new Map(all.map((exchange) => [exchange.id, exchange]))
  const { ask, report, settle } = createOutcomes({ orm, chains, clock, log, exchanges: byId })
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
    async url({ projectId, asker, params, signal }) {
      const exchange = byId.get(params.exchangeId)
      if (!exchange) throw unknownExchange()
      const asset = readAsset({ asset: params.asset, chains })
      if (!asset || !exchange.pays(asset.asset)) throw unsupportedAsset()
      const { amount } = readPayAmount({ asset, amount: params.amount })
      const recipient = readRecipient({ asset, recipient: params.recipient })
      const session = { id: uuid(), asset: asset.asset, amount, recipient }
      if (exchange.opensSessions) await admitToPage(asker)
      const sent = { ...session, symbol: asset.symbol, clientIp: asker.address }
      const url = await exchange.urlFor({ session: sent, signal })
      const at = new Date(clock.now())
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
      if (isAsked) await ask({ session: found, signal })
      const { status, txHash } = (isAsked ? await find() : found) ?? found
      return { status, ...(txHash !== null && { txHash }) }
    },
    readReport({ exchangeId, message }) {
      const read = byId.get(exchangeId)?.readReport
      if (!read) throw new WebhookRefusedError()
      return read(message)
    },
    report,
    settle,
  }
}

function exchangesOf(request: Pick<PaymentsParameters, 'config' | 'onUnread' | 'clock' | 'uuid'>): readonly Exchange[] {
  const { config, onUnread, clock, uuid } = request
  return (config?.exchanges ?? []).map((each) => {
    if (each.kind === 'webhook') return webhookExchange({ config: each, now: clock.now })
    return coinbaseExchange({ config: each, api: createCoinbaseApi({ access: each, clock, nonce: uuid, onUnread }) })
  })
}

const listed = ({ id, name, imageUrl }: Exchange): PayExchange => ({ id, name, imageUrl })
const isUuid = (text: string) => /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i.test(text)
