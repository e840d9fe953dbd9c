import { type Hex, isHex, isTransactionHash } from '@foyer/core/chain'
import * as v from 'valibot'
import { Quantity, type Reading } from './chainAnswers.js'

/** How long every node may fail to know what an account that is a contract has sent, before that is said, in milliseconds. */
export const heldAfterMs: number = 30_000

/** How often the chain is asked about a held one, in milliseconds: people sign for it. */
export const heldPollMs: number = 15_000

/** The most blocks of one `eth_getLogs`: public nodes refuse more. */
const windowBlocks = 1_000n

/** The most of those in one look. */
const mostWindows = 4

/** The newest blocks may be undone, and are read again. */
const unsettledBlocks = 64n

/** The events of an account that carries out what its owners have signed: `ExecutionSuccess(bytes32 txHash, uint256 payment)`, and that it failed. */
const succeeded = '0x442e715f626346e8c54381002da614f62bee8d27386535b2521ec8540898556e'
const failed = '0x23428b18acfb3ea64b08dc0c1d296ea9c09702c09083ca5272e64d115b687d23'

const Logs = v.array(
  v.object({
    address: v.custom<Hex>(isHex),
    topics: v.array(v.custom<Hex>(isHex)),
    data: v.custom<Hex>(isHex),
    transactionHash: v.custom<Hex>(isTransactionHash),
  }),
)

/** Reads an account's code; `0x` where it has none. */
export async function readCode({ read, signal, address }: Reading & { readonly address: string }): Promise<Hex> {
  return v.parse(v.custom<Hex>(isHex), await read({ method: 'eth_getCode', params: [address, 'latest'], signal }))
}

/** Is it an account whose code carries out what others sign? A key's is, with EIP-7702, a key's all the same: what it answers is a transaction's hash. */
export async function isContract({ read, signal, address }: Reading & { readonly address: string }): Promise<boolean> {
  const code = await readCode({ read, signal, address })
  return code.length > 2 && !code.toLowerCase().startsWith('0xef0100')
}

/** The transaction that carried out what an account held. */
export interface CarriedOut {
  readonly hash: Hex
  readonly status: 'success' | 'reverted'
}

/**
 * Reads the account's own events for what it was asked by that hash, a few windows of blocks at a time.
 *
 * @returns what carried it out, or the block to read on from
 */
export async function carriedOut({
  read,
  signal,
  address,
  hash,
  from,
}: Reading & { readonly address: string; readonly hash: Hex; readonly from: bigint }): Promise<
  { readonly found: CarriedOut } | { readonly found: undefined; readonly next: bigint }
> {
  const newest = v.parse(Quantity, await read({ method: 'eth_blockNumber', params: [], signal }))
  let next = from
  for (let windows = 0; windows < mostWindows && next <= newest; windows++) {
    const end = next + windowBlocks - 1n
    const [fromBlock, toBlock] = [next, end < newest ? end : newest].map((block) => `0x${block.toString(16)}`)
    const filter = { address, fromBlock, toBlock, topics: [[succeeded, failed]] }
    const logs = v.parse(Logs, await read({ method: 'eth_getLogs', params: [filter], signal }))
    const log = logs.find(
      (each) => each.address.toLowerCase() === address.toLowerCase() && hashIn(each) === hash.toLowerCase(),
    )
    if (log) return { found: { hash: log.transactionHash, status: log.topics[0] === failed ? 'reverted' : 'success' } }
    if (end + unsettledBlocks > newest) break
    next = end + 1n
  }
  return { found: undefined, next }
}

/** The hash is a topic, or the first word of the data: older accounts don't index it. */
function hashIn({ topics: [event, topic], data }: v.InferOutput<typeof Logs>[number]): string | undefined {
  if (event !== succeeded && event !== failed) return undefined
  return (topic ?? data.slice(0, 66)).toLowerCase()
}
