import { type AccountSubject, accountSubject, type Definition, type OfAccount } from '../query/definition.js'
import type { Transaction } from '../wire/transaction.js'

/** A purchase, as a list shows it. */
export interface PurchaseRow {
  readonly id: string
  readonly status: 'inProgress' | 'bought' | 'failed'
  /** CAIP-2. */
  readonly networkId: string
  /** What was bought, as a decimal string, and of what; undefined where the provider doesn't say. */
  readonly amount: string | undefined
  readonly symbol: string | undefined
  readonly iconUrl: string | undefined
  /** The transaction that delivered it; undefined until there is one. */
  readonly hash: string | undefined
  /** Milliseconds since 1970. */
  readonly at: number
}

/** What an account has bought, on every network, newest first: asked for every 3 s while any of it is in progress. */
export const onrampPurchases: Definition<OfAccount, readonly PurchaseRow[], AccountSubject, readonly PurchaseRow[]> = {
  subject: accountSubject,
  key: ({ network, address }) => ['onrampPurchases', network.caipNetworkId, address],
  freshMs: 3_000,
  pollMs: ({ answers: [rows] }) => rows?.some(({ status }) => status === 'inProgress') === true && 3_000,
  async read({ context: { api, queries }, subject: { address }, signal }) {
    const server = await api?.()
    return server ? (await (await queries()).purchases(server, { address, signal })).map(purchaseRow) : []
  },
  data: ([rows]) => rows,
}

export function purchaseRow({ id, metadata, transfers }: Transaction): PurchaseRow {
  const bought = transfers.find(({ direction }) => direction === 'in') ?? transfers[0]
  return {
    id,
    status: statusOf(metadata.status),
    networkId: metadata.chain,
    amount: bought?.quantity.numeric,
    symbol: bought?.fungible_info?.symbol,
    iconUrl: bought?.fungible_info?.icon?.url,
    hash: metadata.hash || undefined,
    at: Date.parse(metadata.minedAt),
  }
}

function statusOf(status: Transaction['metadata']['status']): PurchaseRow['status'] {
  switch (status) {
    case 'ONRAMP_TRANSACTION_STATUS_IN_PROGRESS':
    case 'pending':
      return 'inProgress'
    case 'ONRAMP_TRANSACTION_STATUS_FAILED':
    case 'failed':
      return 'failed'
    default:
      return 'bought'
  }
}
