import type { Orm } from '@foyer/service/db/database'
import { asc, eq } from 'drizzle-orm'
import {
  type Address,
  type Client,
  createClient,
  erc20Abi,
  erc721Abi,
  type Hash,
  http,
  type Log,
  parseAbi,
  parseEventLogs,
  zeroAddress,
  zeroHash,
} from 'viem'
import { getBlock, getTransactionReceipt } from 'viem/actions'
import { accountTransactions, chainEvents, transactions } from '../../db/schema/indexer.js'

/** The facts of a transaction, a line each, in an order of its own: the same from the chain and from the index. */
export type Facts = readonly string[]

const editionsAbi = parseAbi([
  'event TransferSingle(address indexed operator, address indexed from, address indexed to, uint256 id, uint256 value)',
  'event TransferBatch(address indexed operator, address indexed from, address indexed to, uint256[] ids, uint256[] values)',
  'event ApprovalForAll(address indexed owner, address indexed operator, bool approved)',
])
const pairAbi = parseAbi([
  'event Swap(address indexed sender, uint256 amount0In, uint256 amount1In, uint256 amount0Out, uint256 amount1Out, address indexed to)',
])

/** The facts of a chain, and whose history each transaction belongs to. */
export interface Truth {
  readonly facts: Facts
  readonly accounts: Facts
}

/** A block that was read; its hash says all that is in it and before it. */
interface ReadBlock extends Truth {
  readonly parent: Hash
}

/** By hash: a chain is compared again and again, and most of it is what it was. */
const known = new Map<Hash, ReadBlock>()

/** Reads a whole chain from its head back, by another library than the index does; a block that it has read before, once. For tests. */
export async function truthOfChain({ url }: { url: string }): Promise<Truth> {
  const client = createClient({ transport: http(url) })
  const facts: string[] = []
  const accounts: string[] = []
  let { hash: next } = await getBlock(client, { blockTag: 'latest' })
  while (next !== zeroHash) {
    const block: ReadBlock = known.get(next) ?? (await readBlock({ client, hash: next }))
    known.set(next, block)
    facts.push(...block.facts)
    accounts.push(...block.accounts)
    next = block.parent
  }
  return { facts: facts.sort(), accounts: accounts.sort() }
}

async function readBlock({ client, hash: blockHash }: { client: Client; hash: Hash }): Promise<ReadBlock> {
  const block = await getBlock(client, { blockHash, includeTransactions: true })
  const facts: string[] = []
  const accounts = new Set<string>()
  for (const { hash, from, to, value, nonce, transactionIndex } of block.transactions) {
    const { status, logs, contractAddress } = await getTransactionReceipt(client, { hash })
    const at = `${block.number}/${transactionIndex} ${hash}`
    facts.push(`${at} ${status === 'success'} ${block.timestamp} ${from} ${to} ${nonce} ${value}`)
    const receiver = to ?? contractAddress
    if (status === 'success' && value > 0n) facts.push(`${hash} native null null ${from} ${receiver} ${value}`)
    const ofLogs = factsOfLogs({ hash, logs })
    facts.push(...ofLogs)
    for (const side of [from, receiver, ...ofLogs.flatMap(sidesOf)]) {
      if (side && side !== zeroAddress) accounts.add(`${at} ${side}`.toLowerCase())
    }
  }
  return { parent: block.parentHash, facts: facts.map((fact) => fact.toLowerCase()), accounts: [...accounts] }
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

/** Reads the facts of a chain in the index. */
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
