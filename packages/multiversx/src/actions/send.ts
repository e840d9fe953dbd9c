import { type FamilyWallet, onDemand, type SentTransaction, type Work } from '@foyer/core'
import { broadcast } from '@foyer/core/connector'
import { AbortedError, UnsupportedMethodError } from '@foyer/core/errors'
import type { Node } from '../chain/node.js'
import { sendQuery, statusQuery } from '../chain/queries.js'
import { UnsafeMultiversxTransactionError } from '../errors.js'
import type { MultiversxTransaction } from '../family.js'
import { checkSigned, hashOf, signedBytes } from '../transaction/transaction.js'
import { checkFunds, paymentOf, plan } from './fees.js'

/** The curve, which nothing before the first signature needs. */
export const verification = onDemand({ chunk: 'multiversx.verify', load: () => import('../verify/index.js') })

/** An account's last transaction of this page's, by its network and address: gateways number by what is in blocks. */
export type Sent = Map<string, { readonly nonce: number; readonly hash: string }>

interface Sending {
  readonly wallet: FamilyWallet<'mvx'>
  readonly work: Work<'mvx'>
  readonly node: Node
  readonly sent: Sent
  readonly signal?: AbortSignal | undefined
}

/**
 * Has the wallet sign a transfer, checks that it is still the same and signed by the account, and hands it to the network's gateways, once.
 *
 * @throws InvalidTransferError · MultiversxTransferKindError · MultiversxNetworkError · InsufficientMultiversxError before the wallet is asked ·
 * UnsafeMultiversxTransactionError · BroadcastUnclearError, and what wallets throw
 */
export async function send({ wallet, work, node, sent, signal }: Sending): Promise<SentTransaction> {
  const { account, provider } = wallet
  const { address } = account
  const payment = paymentOf({ from: address, work })
  if (signal?.aborted) throw new AbortedError({ cause: signal.reason })
  if (!provider.signTransaction) throw new UnsupportedMethodError({ context: { method: 'signTransaction' } })
  const planned = await plan({ node, payment, signal })
  checkFunds(planned)
  const agreed = await numbered({ node, sent, transaction: planned.transaction, signal })
  const signature = checkSigned({ agreed, said: await provider.signTransaction({ transaction: agreed, signal }) })
  const { isSignedBy } = await verification()
  if (!isSignedBy({ address, bytes: signedBytes(agreed), signature }))
    throw new UnsafeMultiversxTransactionError({ field: 'signature' })
  const signed = { ...agreed, signature }
  const hash = hashOf(signed)
  // The visitor has signed: what is on its way isn't called off.
  await broadcast(() => node.ask(sendQuery(signed)))
  sent.set(placeOf(node, address), { nonce: agreed.nonce, hash })
  return { hash }
}

const placeOf = ({ chainId }: Node, address: string): string => `${chainId}:${address}`

/** Behind what this page has sent a moment ago, which gateways count only once it is in a block. */
async function numbered({
  node,
  sent,
  transaction,
  signal,
}: Pick<Sending, 'node' | 'sent' | 'signal'> & {
  readonly transaction: MultiversxTransaction
}): Promise<MultiversxTransaction> {
  const last = sent.get(placeOf(node, transaction.sender))
  if (!last || last.nonce < transaction.nonce) return transaction
  const found = await node.find(statusQuery(last.hash), { signal })
  return found?.status === 'pending' ? { ...transaction, nonce: last.nonce + 1 } : transaction
}
