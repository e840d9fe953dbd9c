import type { FamilyWallet, SentTransaction, Work } from '@foyer/core'
import { broadcast, shortReason } from '@foyer/core/connector'
import { AbortedError, UnsupportedMethodError } from '@foyer/core/errors'
import { sha256 } from '@noble/hashes/sha2.js'
import { base64, hex } from '@scure/base'
import * as v from 'valibot'
import { isAddressOfKey, readAddress } from '../addresses/address.js'
import type { Node } from '../chain/node.js'
import { CosmosRefusalError, UnsupportedKeyError } from '../errors.js'
import type { CosmosProvider, DirectDoc } from '../family.js'
import { checkAmino, checkDirect } from '../transaction/checkSigned.js'
import { aminoOf, authInfoOf, bodyOf, type Fee, type Payment, rawOf, type Signer } from '../transaction/transaction.js'
import { chainAccountOf, feeOf, paymentOf } from './fees.js'

interface Sending {
  readonly wallet: FamilyWallet<'cosmos'>
  readonly node: Node
  readonly signal?: AbortSignal | undefined
}

/** What `broadcast_tx_sync` answers: what the node's own check of it came to. */
const Broadcast = v.object({
  code: v.optional(v.number(), 0),
  codespace: v.optional(v.string(), ''),
  log: v.optional(v.string(), ''),
  hash: v.pipe(v.string(), v.regex(/^[0-9A-F]{64}$/)),
})

/**
 * Has the wallet sign a payment, checks that it is still the same, and hands it to the chain's nodes, once.
 *
 * @throws InvalidCosmosTransferError before the wallet is asked · AccountNotOnChainError · UnsupportedKeyError · UnsafeCosmosTransactionError ·
 * CosmosRefusalError · BroadcastUnclearError, and what wallets throw
 */
export async function send({
  wallet,
  work,
  node,
  signal,
}: Sending & { readonly work: Work<'cosmos'> }): Promise<SentTransaction> {
  const { address } = wallet.account
  const payment = paymentOf({ node, from: address, work })
  if (signal?.aborted) throw new AbortedError({ cause: signal.reason })
  const [publicKey, account] = await Promise.all([keyOf({ wallet, signal }), chainAccountOf({ node, address, signal })])
  const signer = { ...account, publicKey }
  const fee = await feeOf({ node, payment, signer, signal })
  const raw = await signed({ wallet, node, payment, signer, fee, signal })
  const hash = hex.encode(sha256(raw)).toUpperCase()
  // The visitor has signed: what is on its way isn't called off.
  const method = 'broadcast_tx_sync'
  const answer = await broadcast(() => node.ask({ method, params: [base64.encode(raw)], schema: Broadcast }))
  const { code, codespace, log } = answer
  // 19 of the SDK: it has it already.
  if (code !== 0 && !(codespace === 'sdk' && code === 19))
    throw new CosmosRefusalError({ number: code, codespace, reason: shortReason(log) })
  return { hash }
}

/** The key of the account, which the wallet itself says. @throws UnsupportedKeyError */
async function keyOf({
  wallet: { account, provider },
  signal,
}: Pick<Sending, 'wallet' | 'signal'>): Promise<Uint8Array> {
  const listed = account.publicKey === undefined ? await provider.getAccounts({ signal }) : []
  const publicKey =
    account.publicKey === undefined
      ? listed.find(({ address }) => address === account.address)?.publicKey
      : hex.decode(account.publicKey)
  const own = readAddress(account.address)
  if (!publicKey || !own || !isAddressOfKey(own, publicKey)) throw new UnsupportedKeyError()
  return publicKey
}

interface Signing extends Sending {
  readonly payment: Payment
  readonly signer: Signer
  readonly fee: Fee
}

/** The whole transaction: signed by its bytes, or by its JSON where the wallet signs no bytes. */
async function signed(signing: Signing): Promise<Uint8Array> {
  const { signDirect, signAmino } = signing.wallet.provider
  if (signDirect) return signedByBytes(signing, signDirect)
  if (signAmino) return signedByJson(signing, signAmino)
  throw new UnsupportedMethodError({ context: { method: 'signDirect' } })
}

async function signedByBytes(
  { wallet, node, payment, signer, fee, signal }: Signing,
  signDirect: NonNullable<CosmosProvider['signDirect']>,
): Promise<Uint8Array> {
  const agreed: DirectDoc = {
    bodyBytes: bodyOf(payment),
    authInfoBytes: authInfoOf({ signer, fee, mode: 'direct' }),
    chainId: node.chainId,
    accountNumber: signer.accountNumber,
  }
  const { doc, signature } = await signDirect({ address: wallet.account.address, doc: agreed, signal })
  checkDirect({ agreed, signed: doc })
  return rawOf(doc, signature)
}

async function signedByJson(
  { wallet, node, payment, signer, fee, signal }: Signing,
  signAmino: NonNullable<CosmosProvider['signAmino']>,
): Promise<Uint8Array> {
  const agreed = aminoOf({ payment, fee, signer, chainId: node.chainId })
  const { doc, signature } = await signAmino({ address: wallet.account.address, doc: agreed, signal })
  const paid = checkAmino({ agreed, signed: doc })
  const authInfoBytes = authInfoOf({ signer, fee: paid, mode: 'amino' })
  return rawOf({ bodyBytes: bodyOf({ ...payment, memo: doc.memo }), authInfoBytes }, signature)
}
