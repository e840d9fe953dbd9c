import { parseAccountId, parseFungible } from '@foyer/core/chain'
import type { Output } from '@foyer/core/wire'
import { limits, type Transaction, type TransactionStatus } from '@foyer/core/wire'
import type { Orm } from '@foyer/service/db/database'
import { InvalidInputError } from '@foyer/service/errors/refusals'
import type { Log } from '@foyer/service/log/createLog'
import { and, desc, eq, gt, isNotNull, ne, sql } from 'drizzle-orm'
import * as v from 'valibot'
import type { Chain, Chains } from '../chains/chains.js'
import { purchases as table } from '../db/schema/index.js'
import type { Purchases } from '../history/engines/engine.js'
import { parses } from '../kernel/fields.js'
import { takeDelivery } from '../webhooks/deliveries.js'
import { provePayment } from '../webhooks/provePayment.js'
import { PaymentMismatchError } from '../webhooks/refusals.js'
import { settledPage, settleEach, settlesSince } from '../webhooks/settleEach.js'
import { readAmount } from './amounts.js'

const decimal = v.pipe(v.string(), v.maxLength(limits.decimal), v.regex(/^\d+(?:\.\d+)?$/, 'must be a decimal number'))

/** Its own kind of transaction hash: 32 bytes in hex. */
export const TxHash = v.pipe(v.string(), v.regex(/^0x[0-9a-fA-F]{64}$/, 'must be a transaction hash'))

/**
 * A provider's report of a purchase, the body of a signed message (`Foyer-Timestamp`, `Foyer-Signature`). It may be sent
 * again as often as needed, each time with a `delivery` of its own.
 */
export const PurchaseReport = v.pipe(
  v.strictObject({
    /** The message's own id: a UUID. */
    delivery: v.pipe(v.string(), v.uuid()),
    /** The purchase's, at the provider. */
    id: v.pipe(v.string(), v.regex(/^[-\w]{1,64}$/)),
    /** The project that the order names. */
    projectId: v.pipe(v.string(), v.maxLength(limits.projectId)),
    /** CAIP-10. */
    recipient: v.pipe(
      v.string(),
      v.maxLength(limits.accountId),
      v.check(parses(parseAccountId), 'must be a CAIP-10 id'),
    ),
    /** CAIP-19, of the recipient's network. */
    asset: v.pipe(v.string(), v.maxLength(limits.caip19), v.check(parses(parseFungible), 'must be a CAIP-19 id')),
    /** Decimal, in whole units of the asset. */
    amount: decimal,
    payment: v.strictObject({ amount: decimal, currency: v.pipe(v.string(), v.regex(/^[A-Z]{3}$/)) }),
    status: v.picklist(['IN_PROGRESS', 'SUCCESS', 'FAILED']),
    /** Needed for a success. */
    txHash: v.optional(TxHash),
  }),
  v.check(({ status, txHash }) => status !== 'SUCCESS' || txHash !== undefined, 'a success must name its transaction'),
)
export type PurchaseReport = Output<typeof PurchaseReport>

/** Purchases that were reported, and how a history lists them. */
export interface PurchaseLedger extends Purchases {
  /**
   * Accepts a provider's report of a purchase. A success is accepted only when the network shows the payment; what is final
   * stays as it is.
   * @throws {@link InvalidInputError} · WebhookReplayedError · PaymentNotSeenError · {@link PaymentMismatchError} ·
   * ChainUnavailableError
   */
  report(request: { provider: string; report: PurchaseReport; signal: AbortSignal }): Promise<void>
  /** Looks again at what a provider has called paid and no reorganisation was yet sure not to undo. */
  settle(signal: AbortSignal): Promise<void>
}

export interface PurchaseLedgerParameters {
  orm: Orm
  chains: Chains
  /** providers that keep the purchases themselves and are asked about them */
  outside: readonly Purchases[]
  log: Pick<Log, 'warn'>
  now: () => number
}

/** The most purchases that a history shows. */
const most = 50

export function createPurchaseLedger({ orm, chains, outside, log, now }: PurchaseLedgerParameters): PurchaseLedger {
  return {
    async report({ provider, report, signal }) {
      const bought = readReport({ report, chains })
      const isPaid = report.status === 'SUCCESS'
      const depth = isPaid ? await provePayment({ ...bought, txHash: report.txHash ?? '', signal }) : 'final'
      const status = depth === 'shallow' ? 'IN_PROGRESS' : report.status
      const row = { ...toRow({ provider, report, bought, at: new Date(now()) }), status }
      await orm.transaction(async (tx) => {
        await takeDelivery({ orm: tx, sender: `onramp:${provider}`, delivery: report.delivery, now: now() })
        if (row.txHash !== null) await refuseCounted({ tx, row, txHash: row.txHash })
        // The recipient and the asset are set by the first report; a later one only changes the status.
        await tx
          .insert(table)
          .values(row)
          .onConflictDoUpdate({
            target: [table.provider, table.id],
            set: { status: row.status, txHash: row.txHash, updatedAt: row.updatedAt },
            setWhere: eq(table.status, 'IN_PROGRESS'),
          })
      })
    },
    settle: (signal) => settle({ orm, chains, log, now, signal }),
    async of({ address, chainId, provider, signal }) {
      const ofAddress = eq(table.address, normalAddress(address))
      const rows = await orm
        .select()
        .from(table)
        .where(chainId === undefined ? ofAddress : and(ofAddress, eq(table.chainId, chainId)))
        .orderBy(desc(table.createdAt), table.id)
        .limit(most)
      const own = rows.map((row) => toTransaction({ row, chains }))
      // Who asks for purchases gets all; a history of everything has them from the network, and doesn't wait for others.
      const asked = provider === undefined ? [] : outside.map((each) => each.of({ address, chainId, provider, signal }))
      return [...own, ...(await Promise.all(asked)).flat()].sort(newestFirst).slice(0, most)
    },
  }
}

type Settle = Pick<PurchaseLedgerParameters, 'orm' | 'chains' | 'log' | 'now'> & { signal: AbortSignal }

async function settle({ orm, chains, log, now, signal }: Settle): Promise<void> {
  const { provider, id, status, txHash, updatedAt } = table
  const open = and(eq(status, 'IN_PROGRESS'), isNotNull(txHash), gt(updatedAt, settlesSince(now())))
  await settleEach<Row>({
    load: (after) =>
      orm
        .select()
        .from(table)
        .where(after === undefined ? open : and(open, sql`(${provider}, ${id}) > (${after.provider}, ${after.id})`))
        .orderBy(provider, id)
        .limit(settledPage),
    claimOf(row) {
      const bought = readReport({ report: { ...row, recipient: `${row.chainId}:${row.address}` }, chains })
      return { ...bought, txHash: row.txHash ?? '', signal }
    },
    settle: (row) =>
      orm
        .update(table)
        .set({ status: 'SUCCESS', updatedAt: new Date(now()) })
        .where(and(eq(provider, row.provider), eq(id, row.id), eq(status, 'IN_PROGRESS'))),
    log,
    signal,
  })
}

const newestFirst = (a: Transaction, b: Transaction) => Date.parse(b.metadata.minedAt) - Date.parse(a.metadata.minedAt)

type Row = typeof table.$inferSelect

/** Addresses of eip155 networks are written in any case. */
const normalAddress = (address: string) => (/^0x[0-9a-f]{40}$/i.test(address) ? address.toLowerCase() : address)

interface Bought {
  readonly chain: Chain
  readonly token: string | null
  readonly recipient: string
  readonly amount: bigint
}

/** @throws {@link InvalidInputError} for a network or an asset that isn't known here, or two networks in one report */
function readReport(request: {
  report: Pick<PurchaseReport, 'asset' | 'recipient' | 'amount'>
  chains: Chains
}): Bought {
  const { report, chains } = request
  const { networkId, token } = parseFungible(report.asset)
  const { address, networkId: accountNetworkId } = parseAccountId(report.recipient)
  const chain = chains.find(networkId)
  const asset = chain && assetOn({ chain, token })
  if (!chain || !asset) throw new InvalidInputError({ name: 'asset', description: "Isn't known here." })
  if (accountNetworkId !== networkId) {
    throw new InvalidInputError({ name: 'recipient', description: "Isn't on the asset's network." })
  }
  const amount = readAmount({ name: 'amount', text: report.amount, decimals: asset.decimals })
  return { chain, token, recipient: address, amount }
}

function assetOn({ chain, token }: { chain: Chain; token: string | null }) {
  if (token === null) return { ...chain.nativeCurrency, iconUrl: chain.iconUrl }
  return chain.tokens.find(({ address }) => address.toLowerCase() === token.toLowerCase())
}

function toRow(request: { provider: string; report: PurchaseReport; bought: Bought; at: Date }): Row {
  const { provider, report, bought, at } = request
  return {
    provider,
    id: report.id,
    projectId: report.projectId,
    address: normalAddress(bought.recipient),
    chainId: bought.chain.id,
    asset: report.asset,
    amount: report.amount,
    paymentAmount: report.payment.amount,
    paymentCurrency: report.payment.currency,
    status: report.status,
    txHash: report.txHash?.toLowerCase() ?? null,
    createdAt: at,
    updatedAt: at,
  }
}

/** One payment settles one purchase. */
async function refuseCounted(request: { tx: Pick<Orm, 'select'>; row: Row; txHash: string }): Promise<void> {
  const { tx, row, txHash } = request
  const others = await tx
    .select({ id: table.id })
    .from(table)
    .where(and(eq(table.chainId, row.chainId), eq(table.txHash, txHash), ne(table.id, row.id)))
    .limit(1)
  if (others.length > 0)
    throw new PaymentMismatchError({ description: 'This transaction counts for another purchase.' })
}

const statuses: Readonly<Record<Row['status'], TransactionStatus>> = {
  IN_PROGRESS: 'ONRAMP_TRANSACTION_STATUS_IN_PROGRESS',
  SUCCESS: 'ONRAMP_TRANSACTION_STATUS_SUCCESS',
  FAILED: 'ONRAMP_TRANSACTION_STATUS_FAILED',
}

function toTransaction({ row, chains }: { row: Row; chains: Chains }): Transaction {
  const { token } = parseFungible(row.asset)
  const chain = chains.find(row.chainId)
  const asset = chain && assetOn({ chain, token })
  return {
    id: `${row.provider}:${row.id}`,
    metadata: {
      operationType: 'buy',
      hash: row.txHash ?? '',
      chain: row.chainId,
      minedAt: row.createdAt.toISOString(),
      sentFrom: '',
      sentTo: row.address,
      status: statuses[row.status],
      nonce: 0,
    },
    transfers: [
      {
        direction: 'in',
        quantity: { numeric: row.amount },
        // An asset that was taken out of the configuration since is still one that was bought.
        ...(asset && {
          fungible_info: {
            name: asset.name,
            symbol: asset.symbol,
            ...(asset.iconUrl && { icon: { url: asset.iconUrl } }),
          },
        }),
      },
    ],
  }
}
