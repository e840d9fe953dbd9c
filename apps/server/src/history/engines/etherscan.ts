import { parseNetworkId } from '@foyer/core/chain'
import * as v from 'valibot'
import type { ChainEvent } from '../../indexer/chainEvent.js'
import type { Provider } from '../../provider/provider.js'
import { readable, row } from '../../provider/rows.js'
import { type EngineRequest, type HistoryEngine, pageSize } from './engine.js'
import { createLogsByTopic, type EngineRow, etherscanRefusal, joinLists, readList } from './rows.js'

export interface EtherscanParameters {
  /** CAIP-2 */
  chainId: string
  /** `https://api.etherscan.io/v2/api`, or where the same API is */
  url: string
  apiKey?: string | undefined
  provider: Provider
}

export const etherscanUrl = 'https://api.etherscan.io/v2/api'

/** The networks that a key opens, by their numbers. @see https://docs.etherscan.io/supported-chains */
export const ofEtherscan: ReadonlySet<string> = new Set(
  [
    1, 10, 56, 97, 100, 130, 137, 146, 252, 324, 480, 1284, 1285, 1301, 1329, 2741, 5000, 5003, 8453, 33139, 42161,
    42220, 43113, 43114, 59144, 80002, 80094, 81457, 84532, 421614, 534352, 11155111, 11155420,
  ].map((id) => `eip155:${id}`),
)

/** The lists that together have all that an account took part in. */
const actions = ['txlist', 'txlistinternal', 'tokentx', 'tokennfttx', 'token1155tx'] as const
type Action = (typeof actions)[number]

const perPage = 100
/** The lifetimes of answers: the newest changes; what was before a block doesn't, but for a reorganisation. */
const freshMs = { newest: 15_000, older: 600_000, tokens: 300_000 } as const

const Digits = v.pipe(v.string(), v.regex(/^\d{1,78}$/))
const Hash = v.pipe(v.string(), v.regex(/^0x[0-9a-fA-F]{64}$/), v.toLowerCase())
/** Empty where a transaction made a contract, and of a contract where it made none. */
const Address = v.pipe(v.string(), v.regex(/^(?:0x[0-9a-fA-F]{40})?$/), v.toLowerCase())

const Row = v.object({
  hash: Hash,
  blockNumber: v.pipe(v.string(), v.regex(/^\d{1,15}$/)),
  timeStamp: v.pipe(v.string(), v.regex(/^\d{1,12}$/)),
  from: Address,
  to: Address,
  contractAddress: v.optional(Address, ''),
  value: v.optional(Digits),
  nonce: v.optional(v.pipe(v.string(), v.regex(/^\d{1,15}$/))),
  transactionIndex: v.optional(v.pipe(v.string(), v.regex(/^\d{0,9}$/))),
  isError: v.optional(v.picklist(['0', '1'])),
  methodId: v.optional(v.string()),
  tokenID: v.optional(Digits),
  tokenValue: v.optional(Digits),
})
type Row = v.InferOutput<typeof Row>

/** An empty list comes with the status of an error. */
const Reply = v.object({
  result: v.pipe(
    v.nullable(v.array(row(Row))),
    v.transform((rows) => rows ?? []),
  ),
})

/**
 * Reads Etherscan's API, whose one key is for all of its networks.
 * @see https://docs.etherscan.io/api-reference/endpoint/txlist and its kin · https://docs.etherscan.io/resources/rate-limits
 */
export function createEtherscan({ chainId, url, apiKey, provider }: EtherscanParameters): HistoryEngine {
  const urlOf = (query: Readonly<Record<string, string>>) => {
    const asked = new URL(url)
    const all = {
      chainid: parseNetworkId(chainId).reference,
      ...query,
      ...(apiKey !== undefined && { apikey: apiKey }),
    }
    for (const [name, value] of Object.entries(all)) asked.searchParams.set(name, value)
    return asked.href
  }
  const readPage = async ({ action, page, upTo, fresh, account, ...asker }: ReadPage) => {
    const range = { startblock: '0', ...(upTo !== null && { endblock: upTo }), sort: 'desc' }
    const { result } = await provider.ask({
      url: urlOf({
        module: 'account',
        action,
        address: account,
        ...range,
        page: String(page),
        offset: String(perPage),
      }),
      schema: Reply,
      rows: ({ result }) => result,
      refusal: etherscanRefusal,
      freshMs: fresh ?? (upTo === null ? freshMs.newest : freshMs.older),
      ...asker,
    })
    return result
  }
  return {
    mark: /^\d{1,15}$/,
    async page({ mark, ...request }) {
      const lists = actions.map((action) =>
        readList({
          first: 1,
          read: async (page: number) => {
            const rows = await readPage({ ...request, action, page, upTo: mark })
            const next = rows.length < perPage ? null : page + 1
            return { rows: readable(rows).map((each) => toRow({ action, row: each })), next }
          },
        }),
      )
      return joinLists({ chainId, account: request.account, lists: await Promise.all(lists), most: pageSize })
    },
    async tokens(request) {
      const rows = await readPage({ ...request, action: 'tokentx', page: 1, upTo: null, fresh: freshMs.tokens })
      return [
        ...new Set(
          readable(rows)
            .filter(({ to }) => to === request.account)
            .map(({ contractAddress }) => contractAddress),
        ),
      ]
    },
    approvals: createLogsByTopic({ urlOf, provider }),
  }
}

interface ReadPage extends EngineRequest {
  action: Action
  page: number
  upTo: string | null
  fresh?: number | undefined
}

function toRow({ action, row }: { action: Action; row: Row }): EngineRow {
  const { hash, from, to, nonce, transactionIndex } = row
  const succeeded = row.isError !== '1'
  const value = BigInt(row.value ?? 0)
  return {
    hash,
    blockNumber: Number(row.blockNumber),
    minedAt: Number(row.timeStamp),
    ...(nonce !== undefined && { nonce: Number(nonce) }),
    ...(transactionIndex !== undefined && { position: Number(transactionIndex) }),
    event: succeeded ? eventOf({ action, row, value }) : undefined,
    ...(action === 'txlist' && {
      transaction: {
        from,
        to: to === '' ? null : to,
        nonce: Number(nonce ?? 0),
        value,
        selector: /^0x[0-9a-fA-F]{8}$/.test(row.methodId ?? '') ? (row.methodId ?? '0x').toLowerCase() : '0x',
        succeeded,
      },
    }),
  }
}

function eventOf({ action, row, value }: { action: Action; row: Row; value: bigint }): ChainEvent | undefined {
  const { from, to, contractAddress: contract, tokenID } = row
  const sides = { from, to: to === '' ? contract : to }
  switch (action) {
    case 'txlist':
    case 'txlistinternal':
      return value > 0n ? { kind: 'native', contract: null, tokenId: null, ...sides, amount: value } : undefined
    case 'tokentx':
      return { kind: 'erc20', contract, tokenId: null, ...sides, amount: value }
    case 'tokennfttx':
      return { kind: 'erc721', contract, tokenId: BigInt(tokenID ?? 0), ...sides, amount: 1n }
    case 'token1155tx':
      return { kind: 'erc1155', contract, tokenId: BigInt(tokenID ?? 0), ...sides, amount: BigInt(row.tokenValue ?? 0) }
  }
}
