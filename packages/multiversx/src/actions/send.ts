import type { ProviderOf } from '@foyer/core'
import { broadcast } from '@foyer/core/connector'
import type { ChainNode, OnNode, Sending as SendingOf } from '@foyer/core/family'
import { sendQuery, statusQuery } from '../chain/queries.js'
import { UnsafeMultiversxTransactionError } from '../errors.js'
import type { MultiversxTransaction } from '../family.js'
import { checkSigned, hashOf, signedBytes } from '../transaction/transaction.js'
import type { isSignedBy } from '../verify/index.js'
import { checkFunds, type Payment, plan } from './fees.js'

/** An account's last transaction of this page's, by its network and address: gateways number by what is in blocks. */
type Sent = Map<string, { readonly nonce: number; readonly hash: string }>

type Sending = SendingOf<'mvx', ChainNode, Payment, NonNullable<ProviderOf<'mvx'>['signTransaction']>>

/**
 * Has the wallet sign a transfer, checks that it is still the same and signed by the account, and hands it to the network's gateways, once.
 *
 * Sending throws MultiversxNetworkError · InsufficientMultiversxError before the wallet is asked · UnsafeMultiversxTransactionError · BroadcastUnclearError, and
 * what wallets throw.
 */
export function createSending(verification: () => Promise<{ readonly isSignedBy: typeof isSignedBy }>) {
  const sent: Sent = new Map()
  return async ({ by, wallet, payment, node, signal }: Sending): Promise<{ readonly hash: string }> => {
    const { address } = wallet.account
    const planned = await plan({ node, payment, signal })
    checkFunds(planned)
    const agreed = await numbered({ node, sent, transaction: planned.transaction, signal })
    const signature = checkSigned({ agreed, said: await by({ transaction: agreed, signal }) })
    const verify = await verification()
    if (!verify.isSignedBy({ address, bytes: signedBytes(agreed), signature }))
      throw new UnsafeMultiversxTransactionError({ field: 'signature' })
    const signed = { ...agreed, signature }
    const hash = hashOf(signed)
    // The visitor has signed: what is on its way isn't called off.
    await broadcast(() => node.ask(sendQuery(signed)))
    sent.set(placeOf(node, address), { nonce: agreed.nonce, hash })
    return { hash }
  }
}

const placeOf = ({ chainId }: ChainNode, address: string): string => `${chainId}:${address}`

/** Behind what this page has sent a moment ago, which gateways count only once it is in a block. */
async function numbered({
  node,
  sent,
  transaction,
  signal,
}: OnNode<ChainNode> & {
  readonly sent: Sent
  readonly transaction: MultiversxTransaction
}): Promise<MultiversxTransaction> {
  const last = sent.get(placeOf(node, transaction.sender))
  if (!last || last.nonce < transaction.nonce) return transaction
  const found = await node.find(statusQuery(last.hash), { signal })
  return found?.status === 'pending' ? { ...transaction, nonce: last.nonce + 1 } : transaction
}
