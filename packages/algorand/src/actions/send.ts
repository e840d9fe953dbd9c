import type { FamilyWallet, Work } from '@foyer/core'
import { broadcast } from '@foyer/core/connector'
import { AbortedError, UnsupportedMethodError } from '@foyer/core/errors'
import { base64 } from '@scure/base'
import { readAddress } from '../addresses/address.js'
import type { Node } from '../chain/node.js'
import { sendQuery } from '../chain/queries.js'
import { checkSigned, idOf, transactionOf } from '../transaction/transaction.js'
import { checkPayment, paymentOf, termsOf } from './fees.js'

/** What was sent, and the last round that may take it. */
export interface Sent {
  readonly hash: string
  readonly lastRound: bigint
}

/**
 * Has the wallet sign a transfer, checks that it is still the same, and hands it to the network's nodes, once. For an account that was rekeyed the wallet is asked
 * for the signature of the one that signs in its place.
 *
 * @throws InvalidTransferError · AlgorandNetworkError · InsufficientAlgorandError · MinimumBalanceError · AssetNotHeldError before the wallet is asked ·
 * UnsafeAlgorandTransactionError · BroadcastUnclearError, and what wallets throw
 */
export async function send({
  wallet: { account, provider },
  work,
  node,
  signal,
}: {
  readonly wallet: FamilyWallet<'algorand'>
  readonly work: Work<'algorand'>
  readonly node: Node
  readonly signal?: AbortSignal | undefined
}): Promise<Sent> {
  const payment = paymentOf({ address: account.address, work })
  if (signal?.aborted) throw new AbortedError({ cause: signal.reason })
  if (!provider.signTransaction) throw new UnsupportedMethodError({ context: { method: 'signTransaction' } })
  const terms = await termsOf({ node, payment, signal })
  const { signer } = await checkPayment({ node, payment, terms, signal })
  const transaction = transactionOf({ ...payment, ...terms })
  const signed = checkSigned({
    agreed: transaction,
    signed: await provider.signTransaction({ transaction, signer, signal }),
    signer: signer === undefined ? undefined : readAddress(signer),
  })
  // The visitor has signed: what is on its way isn't called off.
  await broadcast(() => node.ask(sendQuery(base64.encode(signed))))
  return { hash: idOf(transaction), lastRound: terms.lastRound }
}
