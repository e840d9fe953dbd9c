import * as v from 'valibot'
import type { Provider } from '../../provider/provider.js'
import { readable, row } from '../../provider/rows.js'
import type { HistoryEntry, HistoryEvent } from '../entry.js'
import type { EnginePage, EngineRequest, HistoryEngine } from './engine.js'

export interface EsploraParameters {
  /** CAIP-2 */
  chainId: string
  /** such as `https://blockstream.info/api` */
  url: string
  provider: Provider
  now: () => number
}

const freshMs = { newest: 15_000, older: 600_000 } as const

/** The number of confirmed transactions in an answer. */
const perPage = 25

const Sats = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
const Output = v.object({ scriptpubkey_address: v.nullish(v.string()), value: Sats })
const txid = /^[0-9a-f]{64}$/

const Transaction = v.object({
  txid: v.pipe(v.string(), v.regex(txid)),
  vin: v.array(v.object({ prevout: v.nullish(Output) })),
  vout: v.array(Output),
  fee: Sats,
  status: v.object({ confirmed: v.boolean(), block_time: v.nullish(Sats) }),
})
type Transaction = v.InferOutput<typeof Transaction>
const Transactions = v.array(row(Transaction))

/**
 * Reads a Bitcoin account's history from an Esplora: what is in no block yet first.
 * @see https://github.com/Blockstream/esplora/blob/master/API.md (`GET /address/:address/txs`, `/txs/chain/:last_seen_txid`)
 */
export function createEsploraHistory({ chainId, url, provider, now }: EsploraParameters): HistoryEngine {
  const read = ({ account, mark, ...asker }: EngineRequest & { mark: string | null }) =>
    provider.ask({
      url: `${url.replace(/(?<!\/)\/+$/, '')}/address/${encodeURIComponent(account)}/txs${mark === null ? '' : `/chain/${mark}`}`,
      schema: Transactions,
      rows: (found) => found,
      freshMs: mark === null ? freshMs.newest : freshMs.older,
      ...asker,
    })
  return {
    mark: txid,
    async page(request): Promise<EnginePage> {
      const { account } = request
      const found = await read(request)
      const entries = readable(found).map((transaction) => toEntry({ chainId, account, transaction, now }))
      const mined = readable(found).filter(({ status }) => status.confirmed)
      const last = mined.at(-1)
      // A full answer may be the last one: the next, which is kept for who turns the page, says so.
      const mayGoOn = last !== undefined && found.length >= perPage
      const hasMore = mayGoOn && (await read({ ...request, mark: last.txid })).length > 0
      return { entries, next: hasMore ? last.txid : null }
    },
  }
}

interface OfTransaction {
  account: string
  transaction: Transaction
}

function toEntry(request: OfTransaction & Pick<EsploraParameters, 'chainId' | 'now'>): HistoryEntry {
  const { chainId, account, transaction, now } = request
  const { txid: hash, status } = transaction
  const event = eventOf({ account, transaction })
  return {
    transaction: {
      chainId,
      hash,
      minedAt: status.block_time ?? Math.floor(now() / 1000),
      from: event.from,
      to: event.to,
      nonce: 0,
      value: event.amount,
      selector: '0x',
      succeeded: true,
      recipients: transaction.vout.length,
      isPending: !status.confirmed,
    },
    events: [event],
  }
}

/** Returns an account's gain or loss, without the fee and the change; and whom most of it went to or came from. */
function eventOf({ account, transaction }: OfTransaction): HistoryEvent {
  const inputs = transaction.vin.flatMap(({ prevout }) => prevout ?? [])
  const [given, got] = [inputs, transaction.vout].map((sides) => sumOf(sides.filter(isOf(account))))
  const change = (got ?? 0n) - (given ?? 0n)
  const coin = { kind: 'native', contract: null, tokenId: null } as const
  if (change > 0n) return { ...coin, from: largestOther({ account, sides: inputs }), to: account, amount: change }
  // Others may have paid a part of the fee; then what was given is less than it.
  const paid = -change - BigInt(transaction.fee)
  if (paid > 0n) return { ...coin, from: account, to: largestOther({ account, sides: transaction.vout }), amount: paid }
  return { ...coin, from: account, to: account, amount: got ?? 0n }
}

type Side = v.InferOutput<typeof Output>

const isOf =
  (account: string) =>
  ({ scriptpubkey_address: address }: Side): boolean =>
    address === account

const sumOf = (sides: readonly Side[]): bigint => sides.reduce((sum, { value }) => sum + BigInt(value), 0n)

function largestOther({ account, sides }: { account: string; sides: readonly Side[] }): string {
  const others = sides.filter(({ scriptpubkey_address: address }) => address && address !== account)
  const [largest] = others.sort((a, b) => b.value - a.value)
  return largest?.scriptpubkey_address ?? ''
}
