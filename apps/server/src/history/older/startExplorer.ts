import { createServer } from 'node:http'
import { createClient, http, toEventSelector } from 'viem'
import { getBlock, getBlockNumber, getTransactionReceipt } from 'viem/actions'

/** An explorer's API in small, over a local chain, for tests; nothing in the product imports this. */
export interface Explorer {
  readonly url: string
  /** the queries that were asked, in order */
  readonly asked: readonly URLSearchParams[]
  /** what is answered instead, where it is set: a body and its status */
  instead: { readonly status: number; readonly body: unknown } | null
  /** additional rows of the answer, true or not */
  lies: readonly Row[]
  stop(): Promise<void>
}

interface Row {
  readonly hash: string
  readonly blockNumber: string
}

interface Entry {
  readonly row: Row
  /** the accounts by list */
  readonly sides: Readonly<Record<string, readonly string[]>>
}

const lastOfTopic = (topic: string | undefined) => `0x${topic?.slice(26)}`

const transfer = toEventSelector('event Transfer(address,address,uint256)')
const single = toEventSelector('event TransferSingle(address,address,address,uint256,uint256)')
const batch = toEventSelector('event TransferBatch(address,address,address,uint256[],uint256[])')

/** A log's list, and the positions of its accounts. */
const lists: Readonly<Record<string, (topics: readonly string[]) => readonly (string | undefined)[]>> = {
  tokentx: (topics) => (topics[0] === transfer && topics.length === 3 ? topics.slice(1, 3) : []),
  tokennfttx: (topics) => (topics[0] === transfer && topics.length === 4 ? topics.slice(1, 3) : []),
  token1155tx: (topics) => (topics[0] === single || topics[0] === batch ? topics.slice(2, 4) : []),
}

export async function startExplorer({ chainUrl }: { chainUrl: string }): Promise<Explorer> {
  const client = createClient({ transport: http(chainUrl, { batch: true }) })
  const asked: URLSearchParams[] = []

  /** Who took part in which of the chain's transactions, a list an account can be in. */
  const readBlock = async (number: number): Promise<readonly Entry[]> => {
    const block = await getBlock(client, { blockNumber: BigInt(number), includeTransactions: true })
    return Promise.all(
      block.transactions.map(async ({ hash, from, to }) => {
        const row = { hash, blockNumber: String(number), timeStamp: String(block.timestamp) }
        const { logs } = await getTransactionReceipt(client, { hash })
        const ofList = (list: string) => logs.flatMap((log) => lists[list]?.(log.topics) ?? []).map(lastOfTopic)
        const sides = Object.fromEntries(Object.keys(lists).map((list) => [list, ofList(list)]))
        return { row, sides: { ...sides, txlist: [from, to ?? ''] } }
      }),
    )
  }
  const read = async (head: number) =>
    (await Promise.all(Array.from({ length: head + 1 }, (_, index) => readBlock(head - index)))).flat()
  let known: { head: number; entries: Promise<readonly Entry[]> } | null = null

  const rowsOf = async (query: URLSearchParams): Promise<readonly Row[]> => {
    const account = query.get('address')
    const head = Number(await getBlockNumber(client, { cacheTime: 0 }))
    if (known?.head !== head) known = { head, entries: read(head) }
    const own = (await known.entries).filter(({ sides, row }) => {
      const isIn = sides[query.get('action') ?? '']?.some((side) => side.toLowerCase() === account)
      return isIn && Number(row.blockNumber) <= Number(query.get('endblock'))
    })
    return [...explorer.lies, ...own.map(({ row }) => row)]
  }

  const server = createServer((request, response) => {
    const query = new URL(request.url ?? '/', 'http://explorer').searchParams
    asked.push(query)
    const { instead } = explorer
    response.setHeader('content-type', 'application/json')
    if (instead !== null) {
      response.writeHead(instead.status).end(JSON.stringify(instead.body))
      return
    }
    void rowsOf(query).then(
      (rows) => {
        const [page, offset] = [Number(query.get('page')), Number(query.get('offset'))]
        const result = rows.slice((page - 1) * offset, page * offset)
        const [status, message] = result.length > 0 ? ['1', 'OK'] : ['0', 'No transactions found']
        response.end(JSON.stringify({ status, message, result }))
      },
      () => response.destroy(), // the test is over, and the chain gone
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The system gave no port.')
  const explorer: Explorer = {
    url: `http://127.0.0.1:${address.port}/v2/api?chainid=31337`,
    asked,
    instead: null,
    lies: [],
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return explorer
}
