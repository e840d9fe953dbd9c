import { type FamilyWallet, onDemand, type SentTransaction, type Transfer } from '@foyer/core'
import { networkOfWallet } from '@foyer/core/connector'
import { AbortedError } from '@foyer/core/errors'
import { type Plan, planTransfer } from '../coins/coins.js'
import { InvalidBitcoinTransferError, MethodNotSupportedError, UnsafePsbtError } from '../errors.js'
import type { Esplora } from '../esplora/esplora.js'
import type { BitcoinTransaction, PsbtInput } from '../family.js'
import { type CheckedTransfer, checkAmount, checkedTransfer, coinsAt, feeRates } from './fees.js'
import { sourcesOf } from './sources.js'

const psbts = onDemand({ chunk: 'bitcoin.psbt', load: () => import('../psbt/psbt.js') })

interface ByWallet {
  readonly wallet: FamilyWallet<'bip122'>
  readonly signal?: AbortSignal | undefined
}
interface Sending extends ByWallet {
  /** Made when it is needed: a wallet that sends by itself needs none. */
  readonly esplora: () => Esplora
}

/**
 * Sends bitcoin: by the wallet itself where it can, else by a PSBT of the payment address's coins, checked before it is broadcast.
 *
 * @throws InvalidBitcoinTransferError before the wallet is asked · InsufficientCoinsError · UnsafePsbtError · MethodNotSupportedError · NoEsploraError · HttpError where the network refuses it, and what wallets throw
 */
export async function sendTransfer({
  wallet,
  transfer,
  signal,
  esplora,
}: Sending & { readonly transfer: Transfer }): Promise<SentTransaction> {
  const network = networkOfWallet(wallet)
  const { account, provider } = wallet
  // An address for ordinals pays nothing: its coins are more than their amount.
  if (account.type !== 'payment') throw new InvalidBitcoinTransferError({ field: 'account' })
  const checked = checkedTransfer({ address: account.address, network, work: { transfer } })
  checkAmount(checked)
  if (signal?.aborted) throw new AbortedError({ cause: signal.reason })
  const { from, to, amount } = checked
  if (provider.sendTransfer) {
    const { txid } = await provider.sendTransfer({ from: from.address, to: to.address, amount, signal })
    return { hash: txid }
  }
  if (!provider.signPsbt) throw new MethodNotSupportedError({ method: 'sendTransfer' })
  const ledger = esplora()
  const plan = await planned({ checked, esplora: ledger, signal })
  const { transferPsbt, finalTransaction } = await psbts()
  const sources = from.type === 'p2pkh' ? await sourcesOf({ ...plan, esplora: ledger, signal }) : undefined
  const agreed = transferPsbt({ plan, from, to, publicKey: account.publicKey, sources })
  const inputs = plan.inputs.map((_, index) => ({ index, address: from.address }))
  const { psbt: signed } = await provider.signPsbt({ psbt: agreed, inputs, signal })
  const { hex, txid } = finalTransaction({ agreed, signed, fee: plan.fee, isOwn: true })
  await ledger.broadcast({ hex, signal })
  return { hash: txid }
}

interface Planning {
  readonly checked: CheckedTransfer
  readonly esplora: Esplora
  readonly signal?: AbortSignal | undefined
}

async function planned({ checked: { from, payer, to, amount }, esplora, signal }: Planning): Promise<Plan> {
  const [coins, { usual }] = await Promise.all([
    coinsAt({ esplora, address: from.address, signal }),
    feeRates({ esplora, signal }),
  ])
  return planTransfer({ coins, payer, to: { scriptLength: to.script.length }, amount, rate: usual })
}

/**
 * Has the wallet sign PSBTs, one after the other, and checks that each is still the transaction that it was.
 *
 * @returns each in base64
 * @throws UnsafePsbtError · MethodNotSupportedError, and what wallets throw
 */
export async function signTransactions({
  transactions,
  ...asked
}: ByWallet & { readonly transactions: readonly BitcoinTransaction[] }): Promise<readonly string[]> {
  const { checkedPsbt } = await psbts()
  const requests: PsbtRequest[] = []
  for (const transaction of transactions) requests.push(await psbtRequest({ ...asked, transaction }))
  const signed: string[] = []
  for (const request of requests)
    signed.push(checkedPsbt({ agreed: request.psbt, signed: await signedBy({ ...asked, request }) }))
  return signed
}

/**
 * Has the wallet sign a PSBT, checks it and broadcasts it.
 *
 * @throws as {@link signTransactions}, and what the network throws
 */
export async function sendPsbt({
  call,
  esplora,
  ...asked
}: Sending & { readonly call: BitcoinTransaction }): Promise<SentTransaction> {
  const ledger = esplora()
  const { finalTransaction } = await psbts()
  const request = await psbtRequest({ ...asked, transaction: call })
  const { hex, txid } = finalTransaction({ agreed: request.psbt, signed: await signedBy({ ...asked, request }) })
  await ledger.broadcast({ hex, signal: asked.signal })
  return { hash: txid }
}

interface PsbtRequest {
  readonly psbt: string
  readonly inputs: readonly PsbtInput[]
}

/** A PSBT with each of its inputs named by its address. @throws UnsafePsbtError for inputs that it hasn't */
async function psbtRequest({
  wallet: { account },
  transaction: { psbt, inputs },
}: ByWallet & { readonly transaction: BitcoinTransaction }): Promise<PsbtRequest> {
  const { inputsIn } = await psbts()
  const count = inputsIn(psbt)
  const named = inputs.map((input) => (typeof input === 'number' ? { index: input, address: account.address } : input))
  const areThere = named.every(({ index }) => Number.isInteger(index) && index >= 0 && index < count)
  if (named.length === 0 || !areThere) throw new UnsafePsbtError({ fault: 'inputs' })
  return { psbt, inputs: named }
}

async function signedBy({ wallet, request, signal }: ByWallet & { readonly request: PsbtRequest }): Promise<string> {
  const { signPsbt } = wallet.provider
  if (!signPsbt) throw new MethodNotSupportedError({ method: 'signPsbt' })
  if (signal?.aborted) throw new AbortedError({ cause: signal.reason })
  return (await signPsbt({ ...request, signal })).psbt
}
