import { InvalidTransferError } from '@foyer/core/errors'
import { type AskedWork, type ChainNode, coinTransferOf, type OnNode } from '@foyer/core/family'
import { kindOf } from '../addresses/address.js'
import { balanceQuery, headerQuery, managerKeyQuery, mostUnits, newAccountQuery } from '../chain/queries.js'
import { InsufficientTezosError, TezosContractError, TezosNetworkError } from '../errors.js'

/** A transfer of coins. */
export interface Payment {
  readonly from: string
  readonly to: string
  /** In the smallest unit, of which a million are one coin. */
  readonly amount: bigint
}

/** Checks what is to be sent, before anything is asked. @throws InvalidTransferError · TezosContractError for a contract's address */
export function paymentOf({ address, work }: Pick<AskedWork<'tezos', ChainNode>, 'address' | 'work'>): Payment {
  const { amount, to } = coinTransferOf({ work, most: mostUnits })
  const kind = kindOf(to)
  if (kind === undefined) throw new InvalidTransferError({ field: 'to' })
  if (kind === 'KT1') throw new TezosContractError()
  return { from: address, to, amount }
}

/** The least fee for which nodes take an operation, unless they are set otherwise: for each, for each of its bytes, and for ten units of gas. */
const [forEach, forByte, forTenGas] = [100n, 1n, 1n]
const feeFor = ({ bytes, gas }: { readonly bytes: bigint; readonly gas: bigint }): bigint =>
  forEach + forByte * bytes + (forTenGas * gas) / 10n

/** More than a transfer to an account takes, with its signature; and than it takes to reveal a key. Wallets set the fee themselves, and take no more. */
const [transferFee, revealFee] = [feeFor({ bytes: 180n, gas: 3000n }), feeFor({ bytes: 120n, gas: 2000n })]

/** An account with a delegate may not be emptied, so that the smallest unit is left in all. */
const kept = 1n

/** The costs of a payment beside its amount, and what can be spent. */
interface Planned {
  readonly payment: Payment
  readonly costs: bigint
  readonly spendable: bigint
  /** The number of the newest block. */
  readonly level: number
}

/**
 * Asks the network what a payment takes: a fee; where the account has sent nothing yet, one for revealing its key, which the wallet does; and what an account costs
 * that isn't there yet.
 *
 * @throws TezosNetworkError for a node of another network
 */
export async function plan({
  node,
  payment,
  signal,
}: OnNode<ChainNode> & { readonly payment: Payment }): Promise<Planned> {
  const { from, to } = payment
  const [{ chainId, level }, balance, key, held, newAccount] = await Promise.all([
    node.ask(headerQuery, { signal }),
    node.ask(balanceQuery(from), { signal }),
    node.ask(managerKeyQuery(from), { signal }),
    node.ask(balanceQuery(to), { signal }),
    node.ask(newAccountQuery, { signal }),
  ])
  if (chainId !== node.chainId) throw new TezosNetworkError({ wanted: node.chainId, said: chainId })
  const costs = transferFee + (key === null ? revealFee : 0n) + (held === 0n && from !== to ? newAccount : 0n)
  const left = balance - costs - kept
  return { payment, costs, spendable: left > 0n ? left : 0n, level }
}

/** Checks that the account can send it: what the network would refuse isn't asked of a wallet. @throws InsufficientTezosError */
export function checkFunds({ spendable, costs, payment }: Planned): void {
  if (payment.amount > spendable) throw new InsufficientTezosError({ spendable, costs })
}
