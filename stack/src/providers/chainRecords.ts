import { createClient, decodeEventLog, http, parseAbi } from 'viem'
import { getBlock, getBlockNumber, getTransactionReceipt } from 'viem/actions'

/** What explorers keep of a chain, by transaction, newest first. */
export interface ChainRecord {
  readonly hash: string
  readonly blockNumber: number
  readonly blockHash: string
  readonly minedAt: number
  readonly position: number
  readonly from: string
  readonly to: string | null
  readonly made: string | null
  readonly nonce: number
  readonly value: bigint
  readonly input: string
  readonly succeeded: boolean
  readonly moves: readonly TokenMove[]
  readonly logs: readonly RecordedLog[]
}

/** A token that moved. */
export interface TokenMove {
  readonly standard: 'ERC-20' | 'ERC-721' | 'ERC-1155'
  readonly contract: string
  readonly from: string
  readonly to: string
  readonly tokenId: bigint
  readonly amount: bigint
  readonly logIndex: number
}

export interface RecordedLog {
  readonly address: string
  readonly topics: readonly string[]
  readonly data: string
  readonly logIndex: number
}

const fungible = parseAbi(['event Transfer(address indexed from, address indexed to, uint256 value)'])
const single = parseAbi(['event Transfer(address indexed from, address indexed to, uint256 indexed tokenId)'])
const editions = parseAbi([
  'event TransferSingle(address indexed operator, address indexed from, address indexed to, uint256 id, uint256 value)',
  'event TransferBatch(address indexed operator, address indexed from, address indexed to, uint256[] ids, uint256[] values)',
])

/** Reads a local chain whole; what was read is kept until there is another block. */
export function createChainRecords({ url }: { readonly url: string }): () => Promise<readonly ChainRecord[]> {
  const client = createClient({ transport: http(url, { batch: true }) })
  const readBlock = async (number: number): Promise<readonly ChainRecord[]> => {
    const block = await getBlock(client, { blockNumber: BigInt(number), includeTransactions: true })
    const records = await Promise.all(
      block.transactions.map(async ({ hash, from, to, nonce, value, input, transactionIndex }) => {
        const { logs, status, contractAddress } = await getTransactionReceipt(client, { hash })
        return {
          hash,
          blockNumber: number,
          blockHash: block.hash,
          minedAt: Number(block.timestamp),
          position: transactionIndex,
          from: from.toLowerCase(),
          to: to?.toLowerCase() ?? null,
          made: contractAddress?.toLowerCase() ?? null,
          nonce,
          value,
          input,
          succeeded: status === 'success',
          moves: logs.flatMap(movesOf),
          logs: logs.map(({ address, topics, data, logIndex }) => ({ address, topics, data, logIndex })),
        }
      }),
    )
    return records.reverse()
  }
  let known: { head: bigint; records: Promise<readonly ChainRecord[]> } | undefined
  return async () => {
    const head = await getBlockNumber(client, { cacheTime: 0 })
    if (known?.head !== head) {
      const numbers = Array.from({ length: Number(head) + 1 }, (_, index) => Number(head) - index)
      known = { head, records: Promise.all(numbers.map(readBlock)).then((blocks) => blocks.flat()) }
    }
    return known.records
  }
}

type Log = Awaited<ReturnType<typeof getTransactionReceipt>>['logs'][number]

function movesOf({ address, topics, data, logIndex }: Log): readonly TokenMove[] {
  const contract = address.toLowerCase()
  const one = (move: Pick<TokenMove, 'standard' | 'from' | 'to' | 'tokenId' | 'amount'>): TokenMove => {
    return { ...move, from: move.from.toLowerCase(), to: move.to.toLowerCase(), contract, logIndex }
  }
  try {
    if (topics.length === 3) {
      const { from, to, value } = decodeEventLog({ abi: fungible, topics, data }).args
      return [one({ standard: 'ERC-20', from, to, tokenId: 0n, amount: value })]
    }
    const [first] = topics
    const erc721 = decodeOr(() => decodeEventLog({ abi: single, topics, data }))
    if (erc721 !== undefined) return [one({ standard: 'ERC-721', ...erc721.args, amount: 1n })]
    const { eventName, args } = decodeEventLog({ abi: editions, topics, data })
    if (first === undefined) return []
    if (eventName === 'TransferSingle')
      return [one({ standard: 'ERC-1155', ...args, tokenId: args.id, amount: args.value })]
    return args.ids.map((tokenId, index) =>
      one({ standard: 'ERC-1155', ...args, tokenId, amount: args.values[index] ?? 0n }),
    )
  } catch {
    return [] // a log of another kind moves nothing
  }
}

function decodeOr<Value>(decode: () => Value): Value | undefined {
  try {
    return decode()
  } catch {
    return undefined // it is another event
  }
}
