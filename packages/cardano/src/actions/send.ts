import { type FamilyWallet, onDemand, type Work } from '@foyer/core'
import { broadcast } from '@foyer/core/connector'
import { AbortedError, UnsupportedMethodError, WalletAnswerError } from '@foyer/core/errors'
import { bytesToHex } from '@noble/hashes/utils.js'
import { addressQuery, sendQuery, utxosQuery } from '../chain/queries.js'
import { CardanoNetworkError } from '../errors.js'
import { plan } from '../transaction/plan.js'
import { hashOf, writeBody, writeTransaction } from '../transaction/transaction.js'
import { nameOf, readUtxos, type Utxo } from '../transaction/utxo.js'
import { type OnChain, type Payment, paymentOf, termsOf, utxosAt } from './terms.js'

/** The curve, which planning alone doesn't need. */
const witness = onDemand({ chunk: 'cardano.witness', load: () => import('../transaction/witness.js') })

/** What was sent, and the slot from which on none takes it. */
export interface Sent {
  readonly hash: string
  readonly ends: bigint
}

type Reached = Pick<FamilyWallet<'cip34'>, 'provider'>

/**
 * Has the wallet sign a transfer of what it says that it can spend, and hands it to the network's nodes, once: the body as it was written, with the signatures of
 * the keys that it spends with.
 *
 * @throws InvalidTransferError · CardanoNetworkError · InsufficientCardanoError · SmallOutputError · LargeCardanoTransactionError before the wallet signs ·
 * UnsafeCardanoTransactionError · BroadcastUnclearError, and what wallets throw
 */
export async function send({
  wallet: { account, provider },
  work,
  node,
  signal,
}: OnChain & { readonly wallet: FamilyWallet<'cip34'>; readonly work: Work<'cip34'> }): Promise<Sent> {
  const payment = paymentOf({ address: account.address, work, node })
  if (signal?.aborted) throw new AbortedError({ cause: signal.reason })
  if (!provider.signTransaction) throw new UnsupportedMethodError({ context: { method: 'signTransaction' } })
  const terms = await termsOf({ node, signal })
  const utxos = await spendableBy({ provider, payment, node, signal })
  const planned = plan({ ...payment, utxos, terms })
  if (provider.getUtxos) await checkKnown({ inputs: planned.inputs, node, signal })
  const body = writeBody(planned)
  const transaction = writeTransaction(body, [])
  const { signaturesIn } = await witness()
  const signed = await provider.signTransaction({ address: account.address, transaction, signal })
  const signatures = signaturesIn({ witness: signed, body, inputs: planned.inputs })
  // The visitor has signed: what is on its way isn't called off.
  await broadcast(() => node.ask(sendQuery(bytesToHex(writeTransaction(body, signatures)))))
  return { hash: bytesToHex(hashOf(body)), ends: terms.ends }
}

/** What the wallet can spend by its own word: its account may have more addresses than the one that it shows. One that doesn't say so spends from that. */
async function spendableBy({
  provider,
  payment: { address },
  node,
  signal,
}: OnChain & Reached & { readonly payment: Payment }): Promise<readonly Utxo[]> {
  if (!provider.getUtxos) return utxosAt(address, (await node.ask(addressQuery(address), { signal })).utxos)
  const listed = await provider.getUtxos({ address, signal })
  try {
    return readUtxos(listed)
  } catch (cause) {
    throw new WalletAnswerError({ method: 'getUtxos', expected: 'outputs as the chain writes them', cause })
  }
}

/** A wallet of a test network doesn't say which: the node has to know what it spends. @throws CardanoNetworkError */
async function checkKnown({ inputs, node, signal }: OnChain & { readonly inputs: readonly Utxo[] }): Promise<void> {
  const known = await node.ask(utxosQuery(inputs.map(nameOf)), { signal })
  if (!inputs.some((each) => known.includes(nameOf(each)))) throw new CardanoNetworkError({ found: 'unknown coins' })
}
