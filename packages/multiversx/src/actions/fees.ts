import type { FeeEstimate, Work } from '@foyer/core'
import { InvalidTransferError } from '@foyer/core/errors'
import { isContract, parseAddress } from '../addresses/address.js'
import type { Node } from '../chain/node.js'
import { accountQuery, configQuery, guardedQuery } from '../chain/queries.js'
import { InsufficientMultiversxError, MultiversxNetworkError, MultiversxTransferKindError } from '../errors.js'
import type { MultiversxTransaction } from '../family.js'

interface OnChain {
  readonly node: Node
  readonly signal?: AbortSignal | undefined
}

/** A transfer of coins, before it is a transaction. Addresses are in lower case. */
export interface Payment {
  readonly from: string
  readonly to: string
  /** In the smallest unit, of which 10^18 are one coin. */
  readonly amount: bigint
}

/** What a transfer is with, beside its payment: the transaction's version that says nothing of options, and coins that no network has more of. */
const [version, mostUnits] = [2, 10n ** 38n - 1n]

/** Checks what is to be sent, before anything is asked. @throws InvalidTransferError · MultiversxTransferKindError for a contract's address */
export function paymentOf({ from, work }: { readonly from: string; readonly work: Work<'mvx'> }): Payment {
  if (!('transfer' in work) || work.transfer.asset.type !== 'coin') throw new InvalidTransferError({ field: 'asset' })
  const { amount } = work.transfer
  const to = parseAddress(work.transfer.to)
  if (to === undefined) throw new InvalidTransferError({ field: 'to' })
  if (isContract(to)) throw new MultiversxTransferKindError({ why: 'contract' })
  if (amount <= 0n || amount > mostUnits) throw new InvalidTransferError({ field: 'amount' })
  return { from, to, amount }
}

/** A payment as the network takes it now, and what can be spent beside its fee. */
interface Planned {
  readonly transaction: MultiversxTransaction
  /** What the network takes for it, exactly: a transfer of coins uses all of its gas. */
  readonly fee: bigint
  readonly spendable: bigint
}

/**
 * Asks the network what a payment costs there, and which number it has.
 * @throws MultiversxNetworkError for a gateway of another network · MultiversxTransferKindError for an account with a guardian
 */
export async function plan({
  node,
  payment: { from, to, amount },
  signal,
}: OnChain & { readonly payment: Payment }): Promise<Planned> {
  const [{ chainId, gasLimit, gasPrice }, { nonce, balance }, isGuarded] = await Promise.all([
    node.ask(configQuery, { signal }),
    node.ask(accountQuery(from), { signal }),
    node.ask(guardedQuery(from), { signal }),
  ])
  if (chainId !== node.chainId) throw new MultiversxNetworkError({ wanted: node.chainId, said: chainId })
  if (isGuarded) throw new MultiversxTransferKindError({ why: 'guarded' })
  const fee = BigInt(gasLimit) * BigInt(gasPrice)
  const money = { value: `${amount}`, receiver: to, sender: from }
  return {
    transaction: { nonce, ...money, gasPrice, gasLimit, chainID: chainId, version },
    fee,
    spendable: balance > fee ? balance - fee : 0n,
  }
}

/** Checks that the account can send it: what the network would refuse isn't asked of a wallet. @throws InsufficientMultiversxError */
export function checkFunds({ spendable, transaction }: Planned): void {
  if (BigInt(transaction.value) > spendable) throw new InsufficientMultiversxError({ spendable })
}

/** What sending would cost. @throws InvalidTransferError · as {@link plan} · what the gateways throw */
export async function estimateFee({
  node,
  address,
  work,
  signal,
}: OnChain & { readonly address: string; readonly work: Work<'mvx'> }): Promise<FeeEstimate> {
  const { fee, spendable } = await plan({ node, payment: paymentOf({ from: address, work }), signal })
  const { decimals, symbol } = node.network.nativeCurrency
  return { value: fee, most: fee, decimals, symbol, maxAmount: spendable }
}
