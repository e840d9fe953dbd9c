import type { Block, BlockTransaction, ChainLog, Receipt } from './block.js'
import { type ChainEvent, isTransfer, zeroAddress } from './chainEvent.js'
import { keptEvents, mostEvents } from './keptEvents.js'

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
  /** the accounts of which an approval may not be among the events */
  readonly cut: ReadonlySet<string>
  /** the tokens that the network's list has, in lower case */
  readonly listed: ReadonlySet<string>
}

export interface ToIndexed {
  block: Pick<Block, 'number' | 'timestamp'>
  transaction: BlockTransaction
  receipt: Receipt
  /** the tokens that the network's list has, in lower case */
  listed: ReadonlySet<string>
}

/** A transaction with what it did, by its own receipt: of more than {@link mostEvents} those that {@link keptEvents} chooses. */
export function toIndexed({ block, transaction, receipt, listed }: ToIndexed): IndexedTransaction {
  const { hash, transactionIndex, from, to, nonce, value, input } = transaction
  const succeeded = receipt.status
  const logs = receipt.logs ?? []
  const receiver = to ?? receipt.contractAddress
  // A failed transaction moved nothing, and of one that may have failed it isn't known.
  const ownValue: readonly ChainEvent[] =
    value > 0n && receiver !== null
      ? [{ kind: 'native', contract: null, tokenId: null, from, to: receiver, amount: value }]
      : []
  const signers = new Set([from, ...operatorsIn(logs)])
  const kept = keptEvents({ logs, signers, listed })
  const events = succeeded === true ? [...ownValue, ...kept.events] : []
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
    cut: receipt.logs === null ? new Set([from]) : kept.cut,
    listed,
  }
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
function operatorsIn(logs: readonly ChainLog[]): readonly string[] {
  return logs.flatMap(({ address, topics: [topic, , sender] }) =>
    topic === operationTopic && sender !== undefined && entryPoints.has(address) ? [`0x${sender.slice(26)}`] : [],
  )
}

/** The spender of an approval and the pool of a swap are no participants. */
function sidesOf(event: ChainEvent): readonly string[] {
  if (isTransfer(event)) return [event.from, event.to]
  return event.kind === 'swap' ? [] : [event.from]
}
