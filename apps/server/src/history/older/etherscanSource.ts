import * as v from 'valibot'
import type { SafeFetch } from '../../safeFetch/safeFetch.js'
import { HistorySourceError } from './HistorySourceError.js'
import type { HistorySource } from './historySource.js'

export interface EtherscanSourceParameters {
  /** what it has as its query stays, such as `chainid` */
  url: string
  apiKey?: string | undefined
  safeFetch: SafeFetch
}

/** The lists of the API that together have all that an account took part in. */
const actions = ['txlist', 'tokentx', 'tokennfttx', 'token1155tx'] as const

const perPage = 100
/** In one block; more transactions of an account in one block are left out. */
const mostPages = 10
const maxBytes = 2 * 1024 * 1024

const Row = v.object({
  hash: v.pipe(v.string(), v.regex(/^0x[0-9a-f]{64}$/i), v.toLowerCase()),
  blockNumber: v.pipe(
    v.string(),
    v.regex(/^\d{1,15}$/),
    v.transform((text) => Number(text)),
  ),
})
type Row = v.InferOutput<typeof Row>

/** An empty list comes with the status of an error; a refusal has a sentence as its result. */
const Reply = v.object({ result: v.union([v.array(Row), v.string(), v.null()]) })

/**
 * Reads an API compatible with Etherscan's.
 * @see https://docs.etherscan.io/api-endpoints/accounts: `module=account`, `action=txlist` and its kin
 */
export function createEtherscanSource({ url, apiKey, safeFetch }: EtherscanSourceParameters): HistorySource {
  const ask = async ({ query, signal }: { query: Record<string, string>; signal: AbortSignal }) => {
    const asked = new URL(url)
    for (const [name, value] of Object.entries({ module: 'account', ...query })) asked.searchParams.set(name, value)
    if (apiKey !== undefined) asked.searchParams.set('apikey', apiKey)
    const { bytes } = await safeFetch({ url: asked.href, accept: ['application/json'], maxBytes, signal }).catch(
      (cause: unknown) => {
        signal.throwIfAborted()
        throw new HistorySourceError({ code: 'history_unreachable', cause })
      },
    )
    const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), Reply), new TextDecoder().decode(bytes))
    if (!parsed.success) throw new HistorySourceError({ code: 'history_not_understood' })
    const { result } = parsed.output
    if (typeof result === 'string') throw new HistorySourceError({ code: 'history_refused' })
    return result ?? []
  }

  /** The newest rows of a list, and from which block down it says nothing; null where that was all. */
  const readList = async ({ action, address, upTo, signal }: ReadList): Promise<List> => {
    const rows: Row[] = []
    for (let page = 1; page <= mostPages; page += 1) {
      const range = { startblock: '0', endblock: String(upTo), sort: 'desc' }
      const query = { action, address, ...range, page: String(page), offset: String(perPage) }
      const found = await ask({ query, signal })
      rows.push(...found.filter(({ blockNumber }) => blockNumber <= upTo))
      if (found.length < perPage) return { rows, cutAt: null }
      const lowest = Math.min(...found.map(({ blockNumber }) => blockNumber))
      // The last block may go on on the next page, so it counts as not read; but a step has to be made.
      if (lowest < upTo) return { rows, cutAt: lowest }
    }
    return { rows, cutAt: upTo - 1 }
  }

  return {
    async before({ address, upTo, signal }) {
      // One after the other: most keys allow a few requests a second.
      const lists: List[] = []
      for (const action of actions) lists.push(await readList({ action, address, upTo, signal }))
      const cuts = lists.flatMap(({ cutAt }) => cutAt ?? [])
      const remaining = cuts.length === 0 ? null : Math.max(...cuts)
      const rows = lists.flatMap((list) => list.rows).filter(({ blockNumber }) => blockNumber > (remaining ?? -1))
      return { transactions: [...new Set(rows.map(({ hash }) => hash))].map((hash) => ({ hash })), remaining }
    },
  }
}

interface ReadList {
  action: (typeof actions)[number]
  address: string
  upTo: number
  signal: AbortSignal
}

interface List {
  readonly rows: readonly Row[]
  readonly cutAt: number | null
}
