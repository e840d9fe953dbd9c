import { InvalidTransferError } from '@foyer/core/errors'
import type { AskedWork, ChainNode, OnNode, Paying } from '@foyer/core/family'
import { readAddress } from '../addresses/address.js'
import { genesisIn, isGenesisOf } from '../chain/genesis.js'
import { accountQuery, assetQuery, type ChainAccount, holdingQuery, mostUnits, paramsQuery } from '../chain/queries.js'
import { AlgorandNetworkError, AssetNotHeldError, InsufficientAlgorandError, MinimumBalanceError } from '../errors.js'
import { mostRounds, type Terms, transactionOf } from '../transaction/transaction.js'

/** A transfer, before it is a transaction. */
export interface Payment {
  readonly address: string
  readonly from: Uint8Array
  readonly recipient: string
  readonly to: Uint8Array
  /** In the smallest unit. */
  readonly amount: bigint
  /** The network's own coin without it. */
  readonly assetId?: bigint | undefined
}

/** The number of an asset. @returns undefined for what is none */
export function assetIdIn(text: string): bigint | undefined {
  const id = /^[1-9]\d{0,19}$/.test(text) ? BigInt(text) : undefined
  return id === undefined || id > mostUnits ? undefined : id
}

/** Checks what is to be sent, before anything is asked. @throws InvalidTransferError */
export function paymentOf({ address, work }: Pick<AskedWork<'algorand', ChainNode>, 'address' | 'work'>): Payment {
  if (!('transfer' in work) || work.transfer.asset.type === 'nft') throw new InvalidTransferError({ field: 'asset' })
  const { amount, asset, to: recipient } = work.transfer
  const assetId = asset.type === 'token' ? assetIdIn(asset.address) : undefined
  if (asset.type === 'token' && assetId === undefined) throw new InvalidTransferError({ field: 'asset' })
  const [from, to] = [readAddress(address), readAddress(recipient)]
  if (!from || !to) throw new InvalidTransferError({ field: 'to' })
  if (amount <= 0n || amount > mostUnits) throw new InvalidTransferError({ field: 'amount' })
  return { address, from, recipient, to, amount, assetId }
}

/** A signature and what is written around it, in bytes. */
const signatureBytes = 75n

/**
 * Reads the network's terms for a transfer now, with its fee.
 * @throws AlgorandNetworkError where the node is of another network
 */
export async function termsOf({ node, payment, signal }: Paying<ChainNode, Payment>): Promise<Terms> {
  const params = await node.ask(paramsQuery, { signal })
  const genesisHash = genesisIn(params.genesisHash)
  if (!genesisHash || !isGenesisOf(node.network.caipNetworkId, params.genesisHash))
    throw new AlgorandNetworkError({ genesisId: params.genesisId })
  const { genesisId, lastRound, leastFee, feePerByte } = params
  const terms = { genesisId, genesisHash, firstRound: lastRound, lastRound: lastRound + mostRounds, fee: leastFee }
  const size = BigInt(transactionOf({ ...payment, ...terms }).length) + signatureBytes
  const fee = feePerByte * size
  return fee > leastFee ? { ...terms, fee } : terms
}

/** Returns the coins of an account that can be spent beside a fee: its minimum balance stays. */
function spendableOf({ amount, minimum }: ChainAccount, fee: bigint): bigint {
  const left = amount - minimum - fee
  return left > 0n ? left : 0n
}

/**
 * Checks that the account can send it, and that the recipient's can take it: what the network would refuse isn't asked of a wallet.
 * @returns the account, as the network has it
 * @throws InsufficientAlgorandError · MinimumBalanceError · AssetNotHeldError
 */
export async function checkPayment({
  node,
  payment,
  terms: { fee },
  signal,
}: Paying<ChainNode, Payment> & { readonly terms: Terms }): Promise<ChainAccount> {
  const { address, recipient, amount, assetId } = payment
  const [own, receiver] = await Promise.all([
    node.ask(accountQuery(address), { signal }),
    node.ask(accountQuery(recipient), { signal }),
  ])
  const coins = assetId === undefined ? amount : 0n
  if (own.amount < own.minimum + fee + coins)
    throw new InsufficientAlgorandError({ spendable: spendableOf(own, fee), minimum: own.minimum })
  if (assetId !== undefined) await checkHoldings({ node, payment, assetId, signal })
  else if (address !== recipient && receiver.amount + amount < receiver.minimum)
    throw new MinimumBalanceError({ minimum: receiver.minimum, missing: receiver.minimum - receiver.amount - amount })
  return own
}

/** Each account has to have opted in to an asset before it holds any. @throws AssetNotHeldError · InsufficientAlgorandError */
async function checkHoldings({
  node,
  payment: { address, recipient, amount },
  assetId,
  signal,
}: Paying<ChainNode, Payment> & { readonly assetId: bigint }): Promise<void> {
  const [own, receiver] = await Promise.all(
    [address, recipient].map((each) => node.find(holdingQuery(each, assetId), { signal })),
  )
  const asset = `${assetId}`
  if (!own || own.isFrozen) throw new AssetNotHeldError({ whose: 'sender', asset, isFrozen: own !== undefined })
  if (!receiver || receiver.isFrozen)
    throw new AssetNotHeldError({ whose: 'recipient', asset, isFrozen: receiver !== undefined })
  if (own.amount < amount) throw new InsufficientAlgorandError({ spendable: own.amount, minimum: 0n, asset })
}

/** Estimates the fee of sending. @throws AlgorandNetworkError · what the nodes throw */
export async function feeOf({ node, payment, signal }: Paying<ChainNode, Payment>) {
  const [{ fee }, own] = await Promise.all([
    termsOf({ node, payment, signal }),
    node.ask(accountQuery(payment.address), { signal }),
  ])
  return { value: fee, maxAmount: payment.assetId === undefined ? spendableOf(own, fee) : undefined }
}

/** Reads an account's balances of named assets, of those that there are. */
export async function tokenBalances({
  node,
  address,
  tokens,
  signal,
}: OnNode<ChainNode> & { readonly address: string; readonly tokens: readonly string[] }) {
  const read = tokens.map(async (token) => {
    const assetId = assetIdIn(token)
    if (assetId === undefined) return []
    const [held, about] = await Promise.all([
      node.find(holdingQuery(address, assetId), { signal }),
      node.find(assetQuery(assetId), { signal }),
    ])
    if (!about) return []
    const { decimals, name, symbol } = about
    return [{ address: token, value: held?.amount ?? 0n, decimals, name: name || token, symbol: symbol || token }]
  })
  return (await Promise.all(read)).flat()
}
