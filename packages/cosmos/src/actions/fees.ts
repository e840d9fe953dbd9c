import type { Work } from '@foyer/core'
import { parseAmount } from '@foyer/core/chain'
import type { AskedWork, OnNode, Paying } from '@foyer/core/family'
import { readAddress } from '../addresses/address.js'
import type { Node } from '../chain/node.js'
import { accountQuery, balanceQuery, simulationQuery } from '../chain/queries.js'
import { AccountNotOnChainError, CosmosRefusalError, InvalidCosmosTransferError } from '../errors.js'
import { authInfoOf, bodyOf, type Fee, type Payment, rawOf, type Signer } from '../transaction/transaction.js'

/** The longest memo that chains take by default, in bytes. */
const longestMemo = 256
/** The most that 256 bits hold, as chains count coins. */
const mostUnits = 1n << 256n

/** Checks what is to be sent, before anything is asked. @throws InvalidCosmosTransferError */
export function paymentOf({ node: { facts }, address: from, work }: AskedWork<'cosmos', Node>): Payment {
  const refuse = (field: 'to' | 'amount' | 'asset' | 'memo'): never => {
    throw new InvalidCosmosTransferError({ field })
  }
  if ('transfer' in work && work.transfer.asset.type !== 'coin') refuse('asset')
  const { to, amount } = 'transfer' in work ? work.transfer : work.call
  const { denom = facts.denom, memo = '' } = 'call' in work ? work.call : {}
  const read = readAddress(to)
  if (!read || read.prefix !== facts.prefix) return refuse('to')
  if (amount <= 0n || amount >= mostUnits) refuse('amount')
  if (!/^[a-zA-Z][\w/:.-]{2,127}$/.test(denom)) refuse('asset')
  if (new TextEncoder().encode(memo).length > longestMemo) refuse('memo')
  return { from, to: read.address, coin: { denom, amount: `${amount}` }, memo }
}

/** Reads the numbers of the account's next transaction. @throws AccountNotOnChainError where nothing was ever sent to it */
export async function chainAccountOf({ node, address, signal }: OnNode<Node> & { readonly address: string }) {
  try {
    return await node.query(accountQuery(address), { signal })
  } catch (error) {
    // How the modules of Cosmos say that there is none.
    if (error instanceof CosmosRefusalError && error.number === 22) throw new AccountNotOnChainError()
    throw error
  }
}

/** As long as any key: what is simulated is as many bytes as what is sent. */
const anyKey = Uint8Array.from({ length: 33 }, () => 2)

interface BySigner {
  readonly signer: Omit<Signer, 'publicKey'>
}

/** Computes the fee of a payment: what its simulation takes and half as much again, at the chain's price. */
export async function feeOf({ node, payment, signer, signal }: Paying<Node, Payment> & BySigner): Promise<Fee> {
  const fee = { coin: undefined, gas: 0n }
  const unpaid = authInfoOf({ signer: { ...signer, publicKey: anyKey }, fee, mode: 'direct' })
  const simulated = rawOf({ bodyBytes: bodyOf(payment), authInfoBytes: unpaid }, new Uint8Array())
  const used = await node.query(simulationQuery(simulated), { signal })
  const gas = (used * 3n + 1n) / 2n
  const { value, decimals } = parseAmount({ text: node.facts.gasPrice, decimals: 18 })
  const unit = 10n ** BigInt(decimals)
  return { gas, coin: { denom: node.facts.denom, amount: `${(gas * value + unit - 1n) / unit}` } }
}

/**
 * Estimates the fee of sending, all of which is taken. Of the coin it is that of sending all there is: more digits are more bytes.
 *
 * @throws AccountNotOnChainError · CosmosRefusalError where it can't be carried out · what the nodes throw
 */
export async function feeToSend({ work, ...of }: Paying<Node, Payment> & { readonly work: Work<'cosmos'> }) {
  const { node, payment, signal } = of
  const [{ denom }, { from: address }] = [node.facts, payment]
  const [signer, held] = await Promise.all([
    chainAccountOf({ node, address, signal }),
    'transfer' in work ? node.query(balanceQuery({ address, denom }), { signal }) : undefined,
  ])
  const whole = held ? { ...payment, coin: { denom, amount: `${held}` } } : payment
  const { coin } = await feeOf({ node, payment: whole, signer, signal })
  const fee = BigInt(coin?.amount ?? 0)
  return { value: fee, maxAmount: held === undefined ? undefined : held > fee ? held - fee : 0n }
}
