import { type ChainRecord, createChainRecords } from './chainRecords.js'
import { type InternalTransfer, logsOf } from './etherscan.js'
import { type StandIn, type StandInAnswer, type StandInRequest, startStandIn } from './standIn.js'

export interface StartBlockscoutParameters {
  readonly chainUrl: string
  /** where it wants one, as its paid hosts do */
  readonly key?: string | undefined
  readonly internals?: readonly InternalTransfer[] | undefined
}

const perPage = 50

interface Item {
  /** newest first, by these one after the other */
  readonly place: Readonly<Record<string, number>>
  readonly body: object
}

/**
 * Blockscout's REST API for a local chain, as far as histories need it: pages of 50 with cursors, and the events of its older API.
 * @see https://docs.blockscout.com/api-reference/get-address-internal-transactions and its kin
 */
export async function startBlockscout({ chainUrl, key, internals = [] }: StartBlockscoutParameters): Promise<StandIn> {
  const read = createChainRecords({ url: chainUrl })
  const answer = async ({ path, query }: StandInRequest): Promise<StandInAnswer> => {
    if (key !== undefined && query.get('apikey') !== key) return { status: 401, body: { message: 'Unauthorized' } }
    const records = await read()
    if (path === '/api') return logsOf({ records, query })
    const [, account, list] = /^\/api\/v2\/addresses\/(0x[0-9a-fA-F]{40})\/([a-z-]+)$/.exec(path) ?? []
    const items = account && list ? itemsOf({ records, account: account.toLowerCase(), list, internals }) : undefined
    return items === undefined ? { status: 404, body: { message: 'Not found' } } : pageOf({ items, query })
  }
  return startStandIn({ answer })
}

/** Items after the cursor: its fields say the last one that was seen. */
function pageOf({ items, query }: { items: readonly Item[]; query: URLSearchParams }): StandInAnswer {
  const isAfter = ({ place }: Item) => {
    for (const [name, value] of Object.entries(place)) {
      const seen = query.get(name)
      if (seen === null) return true
      if (!/^-?\d+$/.test(seen)) return false
      if (value !== Number(seen)) return value < Number(seen)
    }
    return false
  }
  const rest = query.get('block_number') === null ? items : items.filter(isAfter)
  const shown = rest.slice(0, perPage)
  const last = shown.at(-1)
  const next = rest.length > perPage && last ? { ...last.place, items_count: perPage } : null
  return { body: { items: shown.map(({ body }) => body), next_page_params: next } }
}

const side = (hash: string | null) => (hash === null ? null : { hash, is_contract: false, name: null })
const time = (seconds: number) => new Date(seconds * 1000).toISOString().replace('.000Z', '.000000Z')

interface ItemsOf {
  readonly records: readonly ChainRecord[]
  readonly account: string
  readonly list: string
  readonly internals: readonly InternalTransfer[]
}

function itemsOf({ records, account, list, internals }: ItemsOf): readonly Item[] | undefined {
  const isOwn = ({ from, to }: { readonly from: string; readonly to: string | null }) =>
    from === account || to === account
  switch (list) {
    case 'transactions':
      return records.filter((record) => isOwn(record) || record.made === account).map(transactionItem)
    case 'internal-transactions':
      return records.flatMap((record) =>
        internals
          .filter(({ hash }) => hash === record.hash)
          .map(({ from, to, value }) => ({ from: from.toLowerCase(), to: to.toLowerCase(), value }))
          .filter(isOwn)
          .map(({ from, to, value }) => ({
            place: { block_number: record.blockNumber, transaction_index: record.position, index: 1 },
            body: {
              ...placeOf(record),
              transaction_hash: record.hash,
              transaction_index: record.position,
              from: side(from),
              to: side(to),
              created_contract: null,
              value: String(value),
              success: true,
              error: null,
              type: 'call',
            },
          })),
      )
    case 'token-transfers':
      return records.flatMap((record) =>
        record.moves
          .filter(isOwn)
          .map((move) => transferItem({ record, move }))
          .reverse(),
      )
    default:
      return undefined
  }
}

const placeOf = ({ blockNumber, minedAt }: ChainRecord) => ({ block_number: blockNumber, timestamp: time(minedAt) })

const transactionItem = (record: ChainRecord): Item => ({
  place: { block_number: record.blockNumber, index: record.position },
  body: {
    ...placeOf(record),
    hash: record.hash,
    position: record.position,
    nonce: record.nonce,
    from: side(record.from),
    to: side(record.to),
    created_contract: side(record.made),
    value: String(record.value),
    raw_input: record.input,
    method: null,
    status: record.succeeded ? 'ok' : 'error',
    result: record.succeeded ? 'success' : 'Reverted',
  },
})

function transferItem({ record, move }: { record: ChainRecord; move: ChainRecord['moves'][number] }): Item {
  const { standard, contract, from, to, tokenId, amount, logIndex } = move
  const totals = {
    'ERC-20': { value: String(amount), decimals: '18' },
    'ERC-721': { token_id: String(tokenId) },
    'ERC-1155': { token_id: String(tokenId), value: String(amount), decimals: null },
  }
  return {
    place: { block_number: record.blockNumber, index: logIndex },
    body: {
      ...placeOf(record),
      block_hash: record.blockHash,
      transaction_hash: record.hash,
      log_index: logIndex,
      from: side(from),
      to: side(to),
      token: { address_hash: contract, name: null, symbol: null, type: standard },
      total: totals[standard],
    },
  }
}
