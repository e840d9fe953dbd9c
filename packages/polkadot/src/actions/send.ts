import type { ProviderOf } from '@foyer/core'
import { broadcast } from '@foyer/core/connector'
import type { Sending as SendingOf } from '@foyer/core/family'
import { isSameAccount } from '../addresses/ss58.js'
import type { Node } from '../chain/node.js'
import { submitQuery } from '../chain/queries.js'
import { hashOf, payloadOf, signedOf } from '../transaction/transfer.js'
import { agreedOf, checkTransfer, type Payment } from './fees.js'

type Sending = SendingOf<'polkadot', Node, Payment, NonNullable<ProviderOf<'polkadot'>['signPayload']>>

/**
 * Has the wallet sign a transfer, checks that it is still the same, and hands it to the chain's nodes, once.
 *
 * @returns the block as well from which on it may be taken
 * @throws PolkadotRuntimeError · InsufficientPolkadotError · ExistentialDepositError before the wallet is asked · UnsafePolkadotTransactionError ·
 * BroadcastUnclearError, and what wallets throw
 */
export async function send({ by, wallet: { account, provider }, payment, node, signal }: Sending) {
  const agreed = await agreedOf({ node, payment, signal })
  await checkTransfer({ node, agreed, signal })
  const listed = await provider.getAccounts({ signal })
  const kind = listed.find((each) => isSameAccount(each.address, account.address))?.kind
  const signed = await by({ payload: payloadOf(agreed), signal })
  const extrinsic = signedOf({ agreed, kind, signed })
  // The visitor has signed: what is on its way isn't called off.
  await broadcast(() => node.ask(submitQuery(extrinsic)))
  return { hash: hashOf(extrinsic), mark: agreed.block.number }
}
