import { InvalidTransferError, UnsupportedMethodError } from '@foyer/core/errors'
import { type AskedWork, coinTransferOf, type OnNode } from '@foyer/core/family'
import { readAddress } from '../addresses/ss58.js'
import { isGenesisOf } from '../chain/chains.js'
import type { Node } from '../chain/node.js'
import {
  coinsQuery,
  feeQuery,
  finalQuery,
  genesisQuery,
  headerQuery,
  nonceQuery,
  runtimeQuery,
} from '../chain/queries.js'
import { ExistentialDepositError, InsufficientPolkadotError, PolkadotRuntimeError } from '../errors.js'
import { type Agreed, unsignedOf } from '../transaction/transfer.js'

/** A transfer of coins, before it is a transaction. */
export interface Payment {
  readonly address: string
  readonly from: Uint8Array
  readonly to: Uint8Array
  /** In the smallest unit. */
  readonly amount: bigint
}

/** The most that 128 bits hold, as chains count coins. */
const mostUnits = (1n << 128n) - 1n

/** Checks what is to be sent, before anything is asked. @throws InvalidTransferError: an address of another chain is none */
export function paymentOf({ node: { facts }, address, work }: AskedWork<'polkadot', Node>): Payment {
  const transfer = coinTransferOf({ work, most: mostUnits })
  const [from, recipient] = [readAddress(address)?.id, readAddress(transfer.to)]
  if (!from || recipient?.prefix !== facts.prefix) throw new InvalidTransferError({ field: 'to' })
  return { address, from, to: recipient.id, amount: transfer.amount }
}

/**
 * The transfer as the chain takes it now.
 * @throws PolkadotRuntimeError where the node is of another chain, or the chain writes transactions otherwise than is known
 */
export async function agreedOf({
  node,
  payment,
  signal,
}: OnNode<Node> & { readonly payment: Payment }): Promise<Agreed> {
  const { transfers } = node.facts
  if (!transfers) throw new UnsupportedMethodError({ context: { method: 'transferKeepAlive' } })
  const [genesisHash, runtime, nonce, hash] = await Promise.all([
    node.ask(genesisQuery, { signal }),
    node.ask(runtimeQuery, { signal }),
    node.ask(nonceQuery(payment.address), { signal }),
    node.ask(finalQuery, { signal }),
  ])
  if (!isGenesisOf(node.network.caipNetworkId, genesisHash)) throw new PolkadotRuntimeError({ field: 'genesisHash' })
  if (runtime.transactionVersion !== transfers.transactionVersion)
    throw new PolkadotRuntimeError({ field: 'transactionVersion' })
  const { number } = await node.ask(headerQuery(hash), { signal })
  return { ...payment, transfers, nonce, genesisHash, specVersion: runtime.specVersion, block: { hash, number } }
}

/** A fee may be a little more by the time it is taken: it follows how full the blocks are. */
const [mostTimes, mostOf] = [5n, 4n]

/** Reads the fee of a transfer, and what can be spent beside: the existential deposit stays, and so do coins that are frozen. */
async function costOf({ node, agreed, signal }: OnNode<Node> & { readonly agreed: Agreed }) {
  const [value, { free, frozen, reserved }] = await Promise.all([
    node.ask(feeQuery(unsignedOf(agreed)), { signal }),
    node.ask(coinsQuery(agreed.from), { signal }),
  ])
  const { existentialDeposit } = node.facts
  const most = (value * mostTimes) / mostOf
  const held = frozen > reserved ? frozen - reserved : 0n
  const left = free - (held > existentialDeposit ? held : existentialDeposit) - most
  return { value, most, spendable: left > 0n ? left : 0n }
}

/**
 * Checks that the account can send it, and that the recipient's will be there: what the chain would refuse isn't asked of a wallet.
 * @throws InsufficientPolkadotError · ExistentialDepositError
 */
export async function checkTransfer({
  node,
  agreed,
  signal,
}: OnNode<Node> & { readonly agreed: Agreed }): Promise<void> {
  const [{ spendable }, { free }] = await Promise.all([
    costOf({ node, agreed, signal }),
    node.ask(coinsQuery(agreed.to), { signal }),
  ])
  const { existentialDeposit } = node.facts
  if (agreed.amount > spendable) throw new InsufficientPolkadotError({ spendable, existentialDeposit })
  if (free + agreed.amount < existentialDeposit) throw new ExistentialDepositError({ existentialDeposit })
}

/** Estimates the fee of sending. @throws PolkadotRuntimeError · what the nodes throw */
export async function feeOf(of: OnNode<Node> & { readonly payment: Payment }) {
  const { value, most, spendable } = await costOf({ ...of, agreed: await agreedOf(of) })
  return { value, most, maxAmount: spendable }
}
