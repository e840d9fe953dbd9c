import type { FamilyWallet, Work } from '@foyer/core'
import { broadcast } from '@foyer/core/connector'
import { AbortedError, UnsupportedMethodError } from '@foyer/core/errors'
import { isSameAccount } from '../addresses/ss58.js'
import type { Node } from '../chain/node.js'
import { submitQuery } from '../chain/queries.js'
import { hashOf, payloadOf, signedOf } from '../transaction/transfer.js'
import { agreedOf, checkTransfer, paymentOf } from './fees.js'

/** What was sent, and the block from which on it may be taken. */
export interface Sent {
  readonly hash: string
  readonly since: number
}

/**
 * Has the wallet sign a transfer, checks that it is still the same, and hands it to the chain's nodes, once.
 *
 * @throws InvalidTransferError · PolkadotRuntimeError · InsufficientPolkadotError · ExistentialDepositError before the wallet is asked ·
 * UnsafePolkadotTransactionError · BroadcastUnclearError, and what wallets throw
 */
export async function send({
  wallet: { account, provider },
  work,
  node,
  signal,
}: {
  readonly wallet: FamilyWallet<'polkadot'>
  readonly work: Work<'polkadot'>
  readonly node: Node
  readonly signal?: AbortSignal | undefined
}): Promise<Sent> {
  const { address } = account
  const payment = paymentOf({ node, address, work })
  if (signal?.aborted) throw new AbortedError({ cause: signal.reason })
  if (!provider.signPayload) throw new UnsupportedMethodError({ context: { method: 'signPayload' } })
  const agreed = await agreedOf({ node, payment, signal })
  await checkTransfer({ node, agreed, signal })
  const listed = await provider.getAccounts({ signal })
  const kind = listed.find((each) => isSameAccount(each.address, address))?.kind
  const signed = await provider.signPayload({ payload: payloadOf(agreed), signal })
  const extrinsic = signedOf({ agreed, kind, signed })
  // The visitor has signed: what is on its way isn't called off.
  await broadcast(() => node.ask(submitQuery(extrinsic)))
  return { hash: hashOf(extrinsic), since: agreed.block.number }
}
