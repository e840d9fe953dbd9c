import type { NumberedTransaction, ProviderOf, SentTransaction } from '@foyer/core'
import { broadcast } from '@foyer/core/connector'
import { HttpError, JsonRpcError } from '@foyer/core/errors'
import type { Sending as SendingOf } from '@foyer/core/family'
import { base58, base64 } from '@scure/base'
import type { Node } from '../chain/node.js'
import { keyQuery, mayDoAll, type NearOutcome } from '../chain/queries.js'
import { NoFullAccessKeyError } from '../errors.js'
import { checkSigned, hashOf, transactionOf } from '../transaction/transaction.js'
import { keyIn } from '../wire/keys.js'
import { checkPayment, type Payment } from './fees.js'

type Provider = ProviderOf<'near'>
type Sends =
  | { readonly signTransaction: NonNullable<Provider['signTransaction']> }
  | { readonly sendTransfer: NonNullable<Provider['sendTransfer']> }

type Sending<By = Sends> = SendingOf<'near', Node, Payment, By>

/** The sent transaction, and its number at the key. */
type Sent = SentTransaction & { readonly mark: NumberedTransaction }

/** A wallet that signs is asked for a signature; any other sends by itself. */
export const sendsBy = ({ signTransaction, sendTransfer }: Provider): Sends | undefined =>
  signTransaction ? { signTransaction } : sendTransfer && { sendTransfer }

/**
 * Has the wallet send a payment; or sign it, and hands it to the network's nodes then, once, if it is still the same.
 *
 * @throws NearNetworkError · NearAccountMissingError · InsufficientNearError · NoFullAccessKeyError before the wallet is asked · UnsafeNearTransactionError ·
 * BroadcastUnclearError, and what wallets throw
 */
export async function send({ by, ...sending }: Sending): Promise<Sent> {
  if ('signTransaction' in by) return signAndSend({ ...sending, by })
  const { payment, signal, wallet, node } = sending
  const { address } = wallet.account
  await checkPayment({ node, payment, signal })
  const { hash, nonce = 0 } = await by.sendTransfer({
    ...{ accountId: address, receiverId: payment.to, deposit: payment.amount, signal },
  })
  return { hash, mark: { address, nonce } }
}

async function signAndSend({
  by,
  wallet,
  node,
  payment,
  signal,
}: Sending<Extract<Sends, { signTransaction: unknown }>>): Promise<Sent> {
  const [key, _] = await Promise.all([keyOf({ wallet, node, signal }), checkPayment({ node, payment, signal })])
  const nonce = key.nonce + 1
  const agreed = transactionOf({
    signerId: payment.from,
    publicKey: key.publicKey,
    nonce: BigInt(nonce),
    receiverId: payment.to,
    blockHash: base58.decode(key.block_hash),
    deposit: payment.amount,
  })
  const signed = checkSigned({ agreed, signed: await by.signTransaction({ transaction: agreed, signal }) })
  // The visitor has signed: what is on its way isn't called off.
  const params = { signed_tx_base64: base64.encode(signed), wait_until: 'INCLUDED' }
  const outcome = await broadcast(() => node.outcome({ method: 'send_tx', params }).catch(waitedTooLong))
  // Some say that with another status.
  if ('error' in outcome && !/timeout/i.test(JSON.stringify(outcome.error))) {
    const { code, message, data } = outcome.error
    throw new JsonRpcError({ rpcCode: code, text: message, rpcData: data, context: { method: 'send_tx' } })
  }
  return { hash: hashOf(agreed), mark: { address: payment.from, nonce } }
}

/** A node that has waited too long for the block has passed it on: it says so by HTTP's status for that. */
function waitedTooLong(error: unknown): NearOutcome {
  if (error instanceof HttpError && error.status === 408) return { result: undefined }
  throw error
}

/** The account's key, which the wallet itself says, as the chain has it. @throws NoFullAccessKeyError */
async function keyOf({ wallet: { account, provider }, node, signal }: Omit<Sending, 'by' | 'payment'>) {
  const listed = account.publicKey === undefined ? await provider.getAccounts({ signal }) : []
  const said = account.publicKey ?? listed.find(({ accountId }) => accountId === account.address)?.publicKey
  const publicKey = said === undefined ? undefined : keyIn(said)
  const query = said && keyQuery({ accountId: account.address, publicKey: said, finality: 'optimistic' })
  const known = publicKey && query && (await node.find(query, { signal }))
  if (!known || !mayDoAll(known)) throw new NoFullAccessKeyError()
  return { ...known, publicKey }
}
