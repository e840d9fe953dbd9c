import type { ProviderOf } from '@foyer/core'
import { broadcast } from '@foyer/core/connector'
import type { ChainNode, Sending as SendingOf } from '@foyer/core/family'
import { base64 } from '@scure/base'
import { readAddress } from '../addresses/address.js'
import { sendQuery } from '../chain/queries.js'
import { checkSigned, idOf, transactionOf } from '../transaction/transaction.js'
import { checkPayment, type Payment, termsOf } from './fees.js'

type Sending = SendingOf<'algorand', ChainNode, Payment, NonNullable<ProviderOf<'algorand'>['signTransaction']>>

/**
 * Has the wallet sign a transfer, checks that it is still the same, and hands it to the network's nodes, once. For an account that was rekeyed the wallet is asked
 * for the signature of the one that signs in its place.
 *
 * @returns the last round as well that may take it
 * @throws AlgorandNetworkError · InsufficientAlgorandError · MinimumBalanceError · AssetNotHeldError before the wallet is asked · UnsafeAlgorandTransactionError ·
 * BroadcastUnclearError, and what wallets throw
 */
export async function send({ by, payment, node, signal }: Sending) {
  const terms = await termsOf({ node, payment, signal })
  const { signer } = await checkPayment({ node, payment, terms, signal })
  const transaction = transactionOf({ ...payment, ...terms })
  const signed = checkSigned({
    agreed: transaction,
    signed: await by({ transaction, signer, signal }),
    signer: signer === undefined ? undefined : readAddress(signer),
  })
  // The visitor has signed: what is on its way isn't called off.
  await broadcast(() => node.ask(sendQuery(base64.encode(signed))))
  return { hash: idOf(transaction), mark: terms.lastRound }
}
