import * as v from 'valibot'
import type { Chain } from '../chains/chains.js'
import { orUnavailable } from '../chains/orUnavailable.js'
import { confirmationsOf } from '../chains/presets.js'
import { AddressText, Bytes, HashText } from '../rpc/bytes.js'
import { PaymentMismatchError, PaymentNotSeenError } from './refusals.js'

/** A payment as it is claimed. */
export interface ClaimedPayment {
  chain: Chain
  txHash: string
  /** null for the network's own coin */
  token: string | null
  recipient: string
  /** in the asset's smallest unit */
  amount: bigint
  /** milliseconds since 1970: what was paid before can't have been for this */
  notBefore?: number | undefined
  signal: AbortSignal
}

const quantity = v.pipe(v.string(), v.regex(/^0x[0-9a-fA-F]{1,64}$/))
const Sent = v.object({ to: v.nullable(AddressText), value: quantity })
const Log = v.object({ address: AddressText, topics: v.array(HashText), data: Bytes })
const Receipt = v.object({ status: quantity, blockNumber: quantity, logs: v.array(Log) })
const Block = v.object({ timestamp: quantity })

/**
 * Looks at the network itself whether a transaction paid at least that much of that asset to that account. What a contract
 * forwards of the network's own coin isn't seen, so such a payment is refused rather than believed.
 * @returns `shallow` while a reorganisation could still undo it
 * @throws {@link PaymentNotSeenError} · {@link PaymentMismatchError} · ChainUnavailableError · the signal's reason
 */
export async function provePayment(claim: ClaimedPayment): Promise<'final' | 'shallow'> {
  const { chain, txHash, notBefore, signal } = claim
  const [sent, receipt, head] = await ask({
    chain,
    calls: [
      ...['eth_getTransactionByHash', 'eth_getTransactionReceipt'].map((method) => ({ method, params: [txHash] })),
      { method: 'eth_blockNumber', params: [] },
    ],
    signal,
  })
  const mined = v.safeParse(v.tuple([Sent, Receipt]), [sent, receipt])
  if (!mined.success) throw new PaymentNotSeenError()
  const [transaction, { status, blockNumber, logs }] = mined.output
  if (BigInt(status) !== 1n) throw new PaymentMismatchError({ description: 'The transaction failed.' })
  const paid = claim.token === null ? paidDirectly({ transaction, claim }) : paidByTransfer({ logs, claim })
  if (paid < claim.amount)
    throw new PaymentMismatchError({ description: 'The transaction pays less, or something else.' })
  if (notBefore !== undefined) await refuseOlder({ chain, blockNumber, notBefore, signal })
  const height = v.safeParse(quantity, head)
  const depth = height.success ? BigInt(height.output) - BigInt(blockNumber) + 1n : 0n
  return depth >= BigInt(confirmationsOf(chain)) ? 'final' : 'shallow'
}

async function refuseOlder(request: {
  chain: Chain
  blockNumber: string
  notBefore: number
  signal: AbortSignal
}): Promise<void> {
  const { chain, blockNumber, notBefore, signal } = request
  const [block] = await ask({
    chain,
    calls: [{ method: 'eth_getBlockByNumber', params: [blockNumber, false] }],
    signal,
  })
  const found = v.safeParse(Block, block)
  if (!found.success) throw new PaymentNotSeenError()
  if (Number(found.output.timestamp) * 1000 >= notBefore) return
  throw new PaymentMismatchError({ description: 'The transaction is older than the payment.' })
}

interface Ask {
  chain: Chain
  calls: readonly { method: string; params: readonly unknown[] }[]
  signal: AbortSignal
}

/** @returns a result for each call; undefined where the node answered with an error */
async function ask({ chain, calls, signal }: Ask): Promise<readonly unknown[]> {
  const outcomes = await orUnavailable(chain.id, chain.request({ calls, signal }))
  return outcomes.map((outcome) => ('error' in outcome ? undefined : outcome.result))
}

function paidDirectly(request: { transaction: v.InferOutput<typeof Sent>; claim: ClaimedPayment }): bigint {
  const { transaction, claim } = request
  return isSame(transaction.to, claim.recipient) ? BigInt(transaction.value) : 0n
}

/** keccak-256 of `Transfer(address,address,uint256)` */
const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

function paidByTransfer(request: { logs: readonly v.InferOutput<typeof Log>[]; claim: ClaimedPayment }): bigint {
  const { logs, claim } = request
  const padded = `0x${claim.recipient.slice(2).padStart(64, '0')}`
  // An ERC-721 has the same event with the number as a fourth topic and no data.
  const own = logs.filter(
    ({ address, topics: [topic, , to], data }) =>
      isSame(address, claim.token) && isSame(topic, transferTopic) && isSame(to, padded) && data.length === 66,
  )
  return own.reduce((sum, { data }) => sum + BigInt(data), 0n)
}

function isSame(a: string | null | undefined, b: string | null): boolean {
  return a !== null && a !== undefined && b !== null && a.toLowerCase() === b.toLowerCase()
}
