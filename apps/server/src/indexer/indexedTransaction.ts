import type { Block, BlockTransaction, Receipt } from './block.js'
import { type ChainEvent, isTransfer, zeroAddress } from './chainEvent.js'
import { decodeLog, topics } from './decodeLog.js'

/** A transaction, wherever it is known from. */
export interface Transaction {
  readonly hash: string
  /** seconds since 1970 */
  readonly minedAt: number
  /** '' where only what it moved is known */
  readonly from: string
  /** null where the transaction made a contract */
  readonly to: string | null
  readonly nonce: number
  /** in the smallest unit of the network's coin */
  readonly value: bigint
  /** the first four bytes of its call, `0x` where there is none */
  readonly selector: string
  /** null where that can't be had */
  readonly succeeded: boolean | null
  /** how many accounts were given something, as far as that is known: many at once are no payment */
  readonly recipients: number
}

/** A transaction as it is stored: its events and its accounts. */
export interface IndexedTransaction extends Transaction {
  readonly blockNumber: number
  readonly position: number
  readonly events: readonly ChainEvent[]
  /** whose history it belongs to */
  readonly accounts: readonly string[]
  /** who signed it, or an operation in it */
  readonly signers: ReadonlySet<string>
}

export interface ToIndexed {
  block: Pick<Block, 'number' | 'timestamp'>
  transaction: BlockTransaction
  receipt: Receipt
}

/** More of a transaction aren't written down: a payment of everyone's wages has fewer, and 16.7 million gas write 60,000. */
export const mostEvents = 2_000

/** A transaction with what it did, by its own receipt: of more than {@link mostEvents} each contract's first. */
export function toIndexed({ block, transaction, receipt }: ToIndexed): IndexedTransaction {
  const { hash, transactionIndex, from, to, nonce, value, input } = transaction
  const succeeded = receipt.status
  const receiver = to ?? receipt.contractAddress
  // A failed transaction moved nothing, and of one that may have failed it isn't known.
  const ownValue: readonly ChainEvent[] =
    value > 0n && receiver !== null
      ? [{ kind: 'native', contract: null, tokenId: null, from, to: receiver, amount: value }]
      : []
  const signers = new Set([from, ...operatorsIn(receipt.logs)])
  const events = succeeded === true ? [...ownValue, ...fairly(eventsIn(receipt.logs, signers), signers)] : []
  const accounts = new Set([from, ...(receiver === null ? [] : [receiver]), ...events.flatMap(sidesOf)])
  accounts.delete(zeroAddress)
  return {
    hash,
    blockNumber: block.number,
    position: transactionIndex,
    minedAt: block.timestamp,
    from,
    to,
    nonce,
    value,
    selector: input.length < 10 ? '0x' : input.slice(0, 10),
    succeeded,
    recipients: new Set(events.filter(isTransfer).map((event) => event.to)).size,
    events,
    accounts: [...accounts],
    signers,
  }
}

/** The events of logs: of each contract no more than are kept, besides what its signers have approved. */
function eventsIn(logs: Receipt['logs'], signers: ReadonlySet<string>): readonly ChainEvent[] {
  const counts = new Map<string, number>()
  const isSigned = ({ topics: [topic, owner = ''] }: Receipt['logs'][number]) =>
    (topic === topics.approval || topic === topics.approvalForAll) && signers.has(`0x${owner.slice(26)}`)
  return logs.flatMap((log) => {
    const before = counts.get(log.address) ?? 0
    if (before >= mostEvents && !isSigned(log)) return []
    const events = decodeLog(log)
    counts.set(log.address, before + events.length)
    return events
  })
}

/** EntryPoint 0.6, 0.7 and 0.8 (ERC-4337), which follow from their code (CREATE2): nobody else's program speaks there. */
const entryPoints: ReadonlySet<string> = new Set([
  '0x5ff137d4b0fdcd49dca30c7cf57e578a026d2789',
  '0x0000000071727de22e5e9d8baf0edac6f37da032',
  '0x4337084d9e255ff0702461cf8895ce9e3b5ff108',
])
/** UserOperationEvent(bytes32,address,address,uint256,bool,uint256,uint256) */
const operationTopic = '0x49628fd1471006c1482da88028e9ce4dbb080b815c9b0344d39e5a8e6ec1419f'

/** The accounts that signed operations which somebody else sent. */
function operatorsIn(logs: Receipt['logs']): readonly string[] {
  return logs.flatMap(({ address, topics: [topic, , sender] }) =>
    topic === operationTopic && sender !== undefined && entryPoints.has(address) ? [`0x${sender.slice(26)}`] : [],
  )
}

/** Whether the one whom it gives something, or whose approval it is, signed. */
export const isOwn = (event: ChainEvent, signers: ReadonlySet<string>): boolean =>
  signers.has(isTransfer(event) ? event.to : event.from)

const isApproval = ({ kind }: ChainEvent) => kind === 'approval' || kind === 'approvalForAll'

/** More approvals of one account in one transaction aren't written down: those of a contract that an account called hide none of its other transactions. */
export const mostApprovals = 50

/**
 * As many as are kept. Signers' own approvals go first, the signers in turn; of all else the contracts take turns, so that one that writes thousands, in a bundle of
 * several people's or before what it hides, leaves room for each other's.
 */
function fairly(events: readonly ChainEvent[], signers: ReadonlySet<string>): readonly ChainEvent[] {
  const most = mostEvents - 1 // beside the transaction's own value
  const approvals = events.filter(isApproval)
  const surplus = new Set(approvals.length > mostApprovals ? ofEach(approvals, mostApprovals).dropped : [])
  const left = events.filter((event) => !surplus.has(event))
  if (left.length <= most) return left
  const own = ofEach(
    left.filter((event) => isApproval(event) && isOwn(event, signers)),
    mostApprovals,
  ).inTurns
  const first = new Set(own.slice(0, most / 2))
  const rest = inTurns(
    left.filter((event) => !first.has(event)),
    ({ contract }) => contract,
  )
  const kept = new Set([...first, ...rest.slice(0, most - first.size)])
  return left.filter((event) => kept.has(event))
}

/** Of each owner so many, its contracts in turn; and the owners in turn. */
function ofEach(approvals: readonly ChainEvent[], most: number) {
  const counts = new Map<string, number>()
  const isKept = ({ from }: ChainEvent) => {
    const before = counts.get(from) ?? 0
    counts.set(from, before + 1)
    return before < most
  }
  const all = inTurns(approvals, ({ from, contract }) => `${from} ${contract}`)
  const kept = new Set(all.filter(isKept))
  return { inTurns: inTurns([...kept], ({ from }) => from), dropped: all.filter((event) => !kept.has(event)) }
}

/** The first of each before the second of any. */
export function inTurns<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): readonly Item[] {
  const turns = new Map<Key, number>()
  const placed = items.map((item) => {
    const key = keyOf(item)
    const turn = turns.get(key) ?? 0
    turns.set(key, turn + 1)
    return { item, turn }
  })
  return placed.toSorted((one, other) => one.turn - other.turn).map(({ item }) => item)
}

/** The spender of an approval and the pool of a swap are no participants. */
function sidesOf(event: ChainEvent): readonly string[] {
  if (isTransfer(event)) return [event.from, event.to]
  return event.kind === 'swap' ? [] : [event.from]
}
