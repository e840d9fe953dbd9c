import * as v from 'valibot'
import type { ChainEvent } from '../../indexer/chainEvent.js'
import type { Provider } from '../../provider/provider.js'
import { readable, row } from '../../provider/rows.js'
import { type EngineRequest, type HistoryEngine, pageSize } from './engine.js'
import { createLogsByTopic, type EngineRow, joinLists, readList } from './rows.js'

export interface BlockscoutParameters {
  /** CAIP-2 */
  chainId: string
  /** such as `https://eth.blockscout.com`, or `https://api.blockscout.com/1` with a key */
  url: string
  apiKey?: string | undefined
  provider: Provider
}

const freshMs = { newest: 15_000, older: 600_000, tokens: 300_000 } as const

const Count = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
const Digits = v.pipe(v.string(), v.regex(/^\d{1,78}$/))
const Hash = v.pipe(v.string(), v.regex(/^0x[0-9a-fA-F]{64}$/), v.toLowerCase())
const Address = v.pipe(v.string(), v.regex(/^0x[0-9a-fA-F]{40}$/), v.toLowerCase())
const Side = v.nullish(v.object({ hash: Address }))
const Time = v.pipe(v.string(), v.isoTimestamp())

/** The cursor of the next page: whatever it is, in the engine's own words. */
const NextPage = v.nullish(v.record(v.string(), v.union([v.string(), v.number(), v.boolean(), v.null()])))
const pageOf = <Item>(item: v.GenericSchema<unknown, Item>) =>
  v.object({ items: v.array(row(item)), next_page_params: NextPage })

/** Transactions that are in no block yet come first, without a number. */
const Transaction = v.object({
  hash: Hash,
  block_number: v.nullish(Count),
  timestamp: v.nullish(Time),
  position: v.nullish(Count),
  nonce: Count,
  from: Side,
  to: Side,
  created_contract: Side,
  value: Digits,
  raw_input: v.pipe(
    v.nullish(v.string(), '0x'),
    v.transform((input) => input.slice(0, 10).toLowerCase()),
  ),
  status: v.nullish(v.string()),
})

const Internal = v.object({
  transaction_hash: Hash,
  block_number: Count,
  transaction_index: v.nullish(Count),
  timestamp: Time,
  from: Side,
  to: Side,
  created_contract: Side,
  value: Digits,
  success: v.nullish(v.boolean()),
})

/** Older versions have the contract as `hash`, or as `address`. What is kept to be shared has the newest name. */
const Token = v.pipe(
  v.object({
    address_hash: v.optional(Address),
    hash: v.optional(Address),
    address: v.optional(Address),
    type: v.nullish(v.string()),
  }),
  v.transform(({ type, ...names }) => ({ type, address_hash: names.address_hash ?? names.hash ?? names.address })),
  v.object({ type: v.nullish(v.string()), address_hash: Address }),
)

const TokenTransfer = v.object({
  transaction_hash: Hash,
  block_number: Count,
  timestamp: Time,
  from: Side,
  to: Side,
  token: v.nullish(Token),
  total: v.nullish(v.object({ value: v.nullish(Digits), token_id: v.nullish(Digits) })),
})

/** A list, and how one of its items is read. */
interface ListOf<Item> {
  readonly path: string
  readonly schema: v.GenericSchema<unknown, Item>
  readonly toRow: (item: Item) => EngineRow | null
  /** what the place before a block's first item is called beside the block's number */
  readonly before: Readonly<Record<string, string>>
}

/**
 * Reads Blockscout's REST API.
 * @see https://docs.blockscout.com/api-reference/get-address-internal-transactions and its kin
 */
export function createBlockscout({ chainId, url, apiKey, provider }: BlockscoutParameters): HistoryEngine {
  const base = url.replace(/(?<!\/)\/+$/, '')
  const withQuery = (path: string, query: Readonly<Record<string, string>>) => {
    const asked = new URL(`${base}${path}`)
    const all = { ...query, ...(apiKey !== undefined && { apikey: apiKey }) }
    for (const [name, value] of Object.entries(all)) asked.searchParams.set(name, value)
    return asked.href
  }
  const read = async <Item>({ list, account, query, fresh, ...asker }: Read<Item>) => {
    const { items, next_page_params: next } = await provider.ask({
      url: withQuery(`/api/v2/addresses/${account}/${list.path}`, query),
      schema: pageOf(list.schema),
      rows: (page) => page.items,
      freshMs: fresh,
      ...asker,
    })
    const rows = readable(items).flatMap((item) => list.toRow(item) ?? [])
    return { rows, next: next === null || next === undefined ? null : textOf(next) }
  }
  const readWhole = <Item>({ mark, ...request }: Omit<Read<Item>, 'query' | 'fresh'> & { mark: string | null }) => {
    // What its own cursor says is followed as it is; one is made only for the beginning of a block.
    const first = mark === null ? {} : { ...request.list.before, block_number: String(Number(mark) + 1) }
    const fresh = mark === null ? freshMs.newest : freshMs.older
    return readList({ first, read: (query: Query) => read({ ...request, query, fresh }) })
  }
  return {
    mark: /^\d{1,15}$/,
    async page(asked) {
      const lists = await Promise.all([
        readWhole({ list: transactions, ...asked }),
        readWhole({ list: internals, ...asked }),
        readWhole({ list: tokenTransfers, ...asked }),
      ])
      return joinLists({ chainId, account: asked.account, lists, most: pageSize })
    },
    async tokens(request) {
      const { rows } = await read({ ...request, list: tokenTransfers, query: {}, fresh: freshMs.tokens })
      const received = rows.flatMap(({ event }) =>
        event?.kind === 'erc20' && event.to === request.account ? [event] : [],
      )
      return [...new Set(received.flatMap(({ contract }) => contract ?? []))]
    },
    approvals: createLogsByTopic({ urlOf: (query) => withQuery('/api', query), provider }),
  }
}

type Query = Readonly<Record<string, string>>

interface Read<Item> extends EngineRequest {
  list: ListOf<Item>
  query: Query
  fresh: number
}

const textOf = (next: NonNullable<v.InferOutput<typeof NextPage>>): Query =>
  Object.fromEntries(Object.entries(next).flatMap(([name, value]) => (value === null ? [] : [[name, String(value)]])))

const seconds = (timestamp: string) => Math.floor(Date.parse(timestamp) / 1000)

const transactions: ListOf<v.InferOutput<typeof Transaction>> = {
  path: 'transactions',
  schema: Transaction,
  before: { index: '0', items_count: '50' },
  toRow(item) {
    const { hash, block_number: blockNumber, timestamp, position, nonce, from, to, created_contract: made } = item
    if (blockNumber === null || blockNumber === undefined || !timestamp) return null // it is in no block yet
    const value = BigInt(item.value)
    const succeeded = item.status !== 'error'
    const sides = { from: from?.hash ?? '', to: to?.hash ?? made?.hash ?? '' }
    const moved: ChainEvent = { kind: 'native', contract: null, tokenId: null, ...sides, amount: value }
    const selector = /^0x[0-9a-f]{8}$/.test(item.raw_input) ? item.raw_input : '0x'
    return {
      hash,
      blockNumber,
      minedAt: seconds(timestamp),
      ...(typeof position === 'number' && { position }),
      transaction: { from: sides.from, to: to?.hash ?? null, nonce, value, selector, succeeded },
      event: succeeded && value > 0n ? moved : undefined,
    }
  },
}

const internals: ListOf<v.InferOutput<typeof Internal>> = {
  path: 'internal-transactions',
  schema: Internal,
  before: { index: '0', transaction_index: '0', items_count: '50' },
  toRow(item) {
    const { transaction_hash: hash, block_number: blockNumber, transaction_index: position } = item
    const amount = BigInt(item.value)
    const sides = { from: item.from?.hash ?? '', to: item.to?.hash ?? item.created_contract?.hash ?? '' }
    const moved: ChainEvent = { kind: 'native', contract: null, tokenId: null, ...sides, amount }
    return {
      hash,
      blockNumber,
      minedAt: seconds(item.timestamp),
      ...(typeof position === 'number' && { position }),
      event: item.success === false || amount === 0n ? undefined : moved,
    }
  },
}

const tokenTransfers: ListOf<v.InferOutput<typeof TokenTransfer>> = {
  path: 'token-transfers',
  schema: TokenTransfer,
  before: { index: '0', items_count: '50' },
  toRow(item) {
    const { transaction_hash: hash, block_number: blockNumber, timestamp, token, total } = item
    if (!token) return null
    const sides = { contract: token.address_hash, from: item.from?.hash ?? '', to: item.to?.hash ?? '' }
    const tokenId = BigInt(total?.token_id ?? 0)
    const amount = BigInt(total?.value ?? 0)
    const event: ChainEvent =
      token.type === 'ERC-721'
        ? { kind: 'erc721', tokenId, ...sides, amount: 1n }
        : token.type === 'ERC-1155'
          ? { kind: 'erc1155', tokenId, ...sides, amount }
          : { kind: 'erc20', tokenId: null, ...sides, amount }
    return { hash, blockNumber, minedAt: seconds(timestamp), event }
  },
}
