import { asc, eq } from 'drizzle-orm'
import {
  type Address,
  createClient,
  erc20Abi,
  erc721Abi,
  http,
  type Log,
  parseAbi,
  parseEventLogs,
  zeroAddress,
} from 'viem'
import { getBlock, getBlockNumber, getTransactionReceipt } from 'viem/actions'
import type { Orm } from '../../db/database.js'
import { accountTransactions, chainEvents, transactions } from '../../db/schema/indexer.js'

/** What a transaction did, a line a fact, in an order of its own: the same from the chain and from the index. */
export type Facts = readonly string[]

const editionsAbi = parseAbi([
  'event TransferSingle(address indexed operator, address indexed from, address indexed to, uint256 id, uint256 value)',
  'event TransferBatch(address indexed operator, address indexed from, address indexed to, uint256[] ids, uint256[] values)',
  'event ApprovalForAll(address indexed owner, address indexed operator, bool approved)',
])
const pairAbi = parseAbi([
  'event Swap(address indexed sender, uint256 amount0In, uint256 amount1In, uint256 amount0Out, uint256 amount1Out, address indexed to)',
])

/** What a chain holds, and whose history each transaction belongs to. */
export interface Truth {
  readonly facts: Facts
  readonly accounts: Facts
}

/** Reads a whole chain block by block, by another library than the index does. For tests. */
export async function truthOfChain({ url }: { url: string }): Promise<Truth> {
  const client = createClient({ transport: http(url) })
  const head = await getBlockNumber(client, { cacheTime: 0 })
  const facts: string[] = []
  const accounts = new Set<string>()
  for (let number = 0n; number <= head; number += 1n) {
    const block = await getBlock(client, { blockNumber: number, includeTransactions: true })
    for (const { hash, from, to, value, nonce, transactionIndex } of block.transactions) {
      const { status, logs, contractAddress } = await getTransactionReceipt(client, { hash })
      const at = `${number}/${transactionIndex} ${hash}`
      facts.push(`${at} ${status === 'success'} ${block.timestamp} ${from} ${to} ${nonce} ${value}`)
      const receiver = to ?? contractAddress
      if (status === 'success' && value > 0n) facts.push(`${hash} native null null ${from} ${receiver} ${value}`)
      const ofLogs = factsOfLogs({ hash, logs })
      facts.push(...ofLogs)
      for (const side of [from, receiver, ...ofLogs.flatMap(sidesOf)]) {
        if (side && side !== zeroAddress) accounts.add(`${at} ${side}`.toLowerCase())
      }
    }
  }
  return { facts: facts.map((fact) => fact.toLowerCase()).sort(), accounts: [...accounts].sort() }
}

/** Of a transfer both sides, of an approval its owner, of a swap none: its transfers say it. */
function sidesOf(fact: string): readonly string[] {
  const [, kind = '', , , from = '', to = ''] = fact.split(' ')
  if (kind === 'swap') return []
  return kind.startsWith('approval') ? [from] : [from, to]
}

function factsOfLogs({ hash, logs }: { hash: string; logs: Log[] }): Facts {
  const line = (kind: string, contract: Address, id: bigint | null, from: Address, to: Address, amount: bigint) =>
    `${hash} ${kind} ${contract} ${id} ${from} ${to} ${amount}`
  return [
    ...parseEventLogs({ abi: erc20Abi, logs }).map(({ eventName, address, args }) =>
      eventName === 'Transfer'
        ? line('erc20', address, null, args.from, args.to, args.value)
        : line('approval', address, null, args.owner, args.spender, args.value),
    ),
    ...parseEventLogs({ abi: erc721Abi, logs, eventName: ['Transfer', 'Approval'] }).map(
      ({ eventName, address, args }) =>
        eventName === 'Transfer'
          ? line('erc721', address, args.tokenId, args.from, args.to, 1n)
          : line('approval', address, args.tokenId, args.owner, args.spender, 1n),
    ),
    ...parseEventLogs({ abi: editionsAbi, logs }).flatMap((log) => {
      const { address } = log
      if (log.eventName === 'ApprovalForAll') {
        return [line('approvalForAll', address, null, log.args.owner, log.args.operator, log.args.approved ? 1n : 0n)]
      }
      if (log.eventName === 'TransferSingle') {
        return [line('erc1155', address, log.args.id, log.args.from, log.args.to, log.args.value)]
      }
      const { ids, values, from, to } = log.args
      return ids.map((id, index) => line('erc1155', address, id, from, to, values[index] ?? 0n))
    }),
    ...parseEventLogs({ abi: pairAbi, logs }).map(({ address, args }) =>
      line('swap', address, null, args.sender, args.to, 0n),
    ),
  ]
}

/** What the index holds of a chain. */
export async function truthOfIndex({ orm, chainId }: { orm: Orm; chainId: string }): Promise<Truth> {
  return { facts: await factsOfIndex({ orm, chainId }), accounts: await accountsOfIndex({ orm, chainId }) }
}

async function factsOfIndex({ orm, chainId }: { orm: Orm; chainId: string }): Promise<Facts> {
  const rows = await orm.select().from(transactions).where(eq(transactions.chainId, chainId))
  const events = await orm
    .select()
    .from(chainEvents)
    .where(eq(chainEvents.chainId, chainId))
    .orderBy(asc(chainEvents.ordinal))
  const facts = [
    ...rows.map(({ blockNumber, position, hash, succeeded, minedAt, from, to, nonce, value }) =>
      [`${blockNumber}/${position}`, hash, succeeded, minedAt, from, to, nonce, value].map(String).join(' '),
    ),
    ...events.map(({ hash, kind, contract, tokenId, from, to, amount }) =>
      [hash, kind, contract, tokenId, from, to, amount].map(String).join(' '),
    ),
  ]
  return facts.map((fact) => fact.toLowerCase()).sort()
}

async function accountsOfIndex({ orm, chainId }: { orm: Orm; chainId: string }): Promise<Facts> {
  const rows = await orm.select().from(accountTransactions).where(eq(accountTransactions.chainId, chainId))
  return rows.map(({ address, hash, blockNumber, position }) => `${blockNumber}/${position} ${hash} ${address}`).sort()
}
