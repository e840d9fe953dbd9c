import { InvalidTransferError } from '@foyer/core/errors'
import { type AskedWork, type ChainNode, coinTransferOf, type OnNode } from '@foyer/core/family'
import { isContract, parseAddress } from '../addresses/address.js'
import { accountQuery, configQuery, guardedQuery } from '../chain/queries.js'
import { InsufficientMultiversxError, MultiversxNetworkError, MultiversxTransferKindError } from '../errors.js'
import type { MultiversxTransaction } from '../family.js'

/** A transfer of coins, before it is a transaction. Addresses are in lower case. */
export interface Payment {
  readonly from: string
  readonly to: string
  /** In the smallest unit, of which 10^18 are one coin. */
  readonly amount: bigint
}

/** The constants of a transfer, beside its payment: the transaction's version that says nothing of options, and coins that no network has more of. */
const [version, mostUnits] = [2, 10n ** 38n - 1n]

/** Checks what is to be sent, before anything is asked. @throws InvalidTransferError · MultiversxTransferKindError for a contract's address */
export function paymentOf({ address, work }: Pick<AskedWork<'mvx', ChainNode>, 'address' | 'work'>): Payment {
  const { amount, to } = coinTransferOf({ work, most: mostUnits })
  const recipient = parseAddress(to)
  if (recipient === undefined) throw new InvalidTransferError({ field: 'to' })
  if (isContract(recipient)) throw new MultiversxTransferKindError({ why: 'contract' })
  return { from: address, to: recipient, amount }
}

/** A payment as the network takes it now, and what can be spent beside its fee. */
interface Planned {
  readonly transaction: MultiversxTransaction
  /** The fee that the network takes for it, exactly: a transfer of coins uses all of its gas. */
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
}: OnNode<ChainNode> & { readonly payment: Payment }): Promise<Planned> {
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
