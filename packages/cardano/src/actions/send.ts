import { onDemand, type ProviderOf } from '@foyer/core'
import { broadcast } from '@foyer/core/connector'
import { WalletAnswerError } from '@foyer/core/errors'
import type { ChainNode, OnNode, Sending as SendingOf } from '@foyer/core/family'
import type { WalletRequest } from '@foyer/core/words'
import { bytesToHex } from '@noble/hashes/utils.js'
import { addressQuery, sendQuery, utxosQuery } from '../chain/queries.js'
import { CardanoNetworkError } from '../errors.js'
import { plan } from '../transaction/plan.js'
import { hashOf, writeBody, writeTransaction } from '../transaction/transaction.js'
import { nameOf, readUtxos, type Utxo } from '../transaction/utxo.js'
import { type Payment, termsOf, utxosAt } from './terms.js'

/** The curve, which planning alone doesn't need. */
const witness = onDemand({ chunk: 'cardano.witness', load: () => import('../transaction/witness.js') })

type Provider = ProviderOf<'cip34'>

type Sending = SendingOf<'cip34', ChainNode, Payment, NonNullable<Provider['signTransaction']>>

/**
 * Has the wallet sign a transfer of what it says that it can spend, and hands it to the network's nodes, once: the body as it was written, with the signatures of
 * the keys that it spends with.
 *
 * @returns the slot as well from which on none takes it
 * @throws CardanoNetworkError · InsufficientCardanoError · SmallOutputError · LargeCardanoTransactionError before the wallet signs · UnsafeCardanoTransactionError ·
 * BroadcastUnclearError, and what wallets throw
 */
export async function send({ by, wallet: { account, provider }, payment, node, signal }: Sending) {
  const terms = await termsOf({ node, signal })
  const utxos = await spendableBy({ provider, payment, node, signal })
  const planned = plan({ ...payment, utxos, terms })
  if (provider.getUtxos) await checkKnown({ inputs: planned.inputs, node, signal })
  const body = writeBody(planned)
  const transaction = writeTransaction(body, [])
  const { signaturesIn } = await witness()
  const signed = await by({ address: account.address, transaction, signal })
  const signatures = signaturesIn({ witness: signed, body, inputs: planned.inputs })
  // The visitor has signed: what is on its way isn't called off.
  await broadcast(() => node.ask(sendQuery(bytesToHex(writeTransaction(body, signatures)))))
  return { hash: bytesToHex(hashOf(body)), mark: terms.ends }
}

/** Returns the outputs that the wallet says it can spend, of more addresses than it shows too; one that doesn't say so spends from that. */
async function spendableBy({
  provider,
  payment: { address },
  node,
  signal,
}: Pick<Sending, 'node' | 'payment' | 'signal'> & { readonly provider: Provider }): Promise<readonly Utxo[]> {
  if (!provider.getUtxos) return utxosAt(address, (await node.ask(addressQuery(address), { signal })).utxos)
  const listed = await provider.getUtxos({ address, signal })
  try {
    return readUtxos(listed)
  } catch (cause) {
    throw new WalletAnswerError({ method: 'getUtxos', expected: 'outputs as the chain writes them', cause })
  }
}

/** A wallet of a test network doesn't say which: the node has to know what it spends. @throws CardanoNetworkError */
async function checkKnown({
  inputs,
  node,
  signal,
}: OnNode<ChainNode> & { readonly inputs: readonly Utxo[] }): Promise<void> {
  const known = await node.ask(utxosQuery(inputs.map(nameOf)), { signal })
  if (!inputs.some((each) => known.includes(nameOf(each)))) throw new CardanoNetworkError({ found: 'unknown coins' })
}

/** Returns the request to a wallet, as WalletConnect has it, with inputs that the network knows of the address: a wallet may choose its own. */
export async function requestOf({ node, payment, signal }: Omit<Sending, 'by' | 'wallet'>): Promise<WalletRequest> {
  const { address } = payment
  const [terms, { utxos }] = await Promise.all([termsOf({ node, signal }), node.ask(addressQuery(address), { signal })])
  const planned = plan({ ...payment, utxos: utxosAt(address, utxos), terms })
  return { method: 'cardano_signTx', params: [bytesToHex(writeTransaction(writeBody(planned), [])), true] }
}
