import { InvalidResponseError, InvalidTransferError } from '@foyer/core/errors'
import { type AskedWork, coinTransferOf, type Paying } from '@foyer/core/family'
import { isImplicit, readAddress } from '../addresses/address.js'
import type { Node } from '../chain/node.js'
import { accountQuery, type ChainAccount, gasPriceQuery, mostUnits, networkQuery } from '../chain/queries.js'
import { InsufficientNearError, NearAccountMissingError, NearNetworkError } from '../errors.js'

/** A transfer of coins, before it is a transaction. */
export interface Payment {
  readonly from: string
  readonly to: string
  /** In yocto, of which 10^24 are one NEAR. */
  readonly amount: bigint
}

/** The gas of a transfer; and of one that creates the account which receives it, with its key. By the protocol's own prices. */
const [transferGas, creationGas] = [446_365_125_000n, 8_349_895_575_000n]
/** Prices may rise while it waits for its block. */
const mostTimes = 2n
/** For each byte that an account stores a deposit stays on it, but not where it stores no more than its keys (NEP-448). @see NEP-448 */
const [yoctoPerByte, freeBytes] = [10n ** 19n, 770]

/** Checks what is to be sent, before anything is asked. @throws InvalidTransferError */
export function paymentOf({ node: { network }, address, work }: AskedWork<'near', Node>): Payment {
  const { amount, to } = coinTransferOf({ work, most: mostUnits })
  const recipient = readAddress(to, network.caipNetworkId)
  if (recipient === undefined) throw new InvalidTransferError({ field: 'to' })
  return { from: address, to: recipient, amount }
}

/** The deposit that an account's bytes keep: what is staked counts to it. */
function depositOf({ storage_usage, locked }: ChainAccount): bigint {
  const wanted = storage_usage > freeBytes ? BigInt(storage_usage) * yoctoPerByte : 0n
  return wanted > locked ? wanted - locked : 0n
}

/** Reads the cost of a payment, and what can be spent beside. @throws NearNetworkError · NearAccountMissingError */
async function costOf({ node, payment: { from, to }, signal }: Paying<Node, Payment>) {
  const [said, own, receiver, price] = await Promise.all([
    node.find(networkQuery, { signal }),
    node.find(accountQuery(from), { signal }),
    node.find(accountQuery(to), { signal }),
    node.find(gasPriceQuery, { signal }),
  ])
  if (said === undefined) throw new InvalidResponseError({ expected: 'the name of the network' })
  if (`near:${said}` !== node.network.caipNetworkId) throw new NearNetworkError({ said })
  if (!own) throw new NearAccountMissingError({ whose: 'sender' })
  if (!receiver && !isImplicit(to)) throw new NearAccountMissingError({ whose: 'recipient' })
  if (price === undefined) throw new InvalidResponseError({ expected: 'a price of gas' })
  const value = price * (receiver ? transferGas : creationGas)
  const [most, deposit] = [value * mostTimes, depositOf(own)]
  const left = own.amount - deposit - most
  return { value, most, deposit, spendable: left > 0n ? left : 0n }
}

/** Checks that the account can send it: what the chain would refuse, or carry out in vain, isn't asked of a wallet. @throws InsufficientNearError, and as `costOf` */
export async function checkPayment(of: Paying<Node, Payment>): Promise<void> {
  const { spendable, deposit } = await costOf(of)
  if (of.payment.amount > spendable) throw new InsufficientNearError({ spendable, deposit })
}

/** Estimates the fee of sending. @throws NearNetworkError · NearAccountMissingError · what the nodes throw */
export async function feeOf(of: Paying<Node, Payment>) {
  const { value, most, spendable } = await costOf(of)
  return { value, most, maxAmount: spendable }
}
