import type { ProviderOf, SentTransaction } from '@foyer/core'
import { broadcast, shortReason } from '@foyer/core/connector'
import type { Sending as SendingOf } from '@foyer/core/family'
import type { WalletRequest } from '@foyer/core/words'
import { sha256 } from '@noble/hashes/sha2.js'
import { base64, hex } from '@scure/base'
import * as v from 'valibot'
import { isAddressOfKey, readAddress } from '../addresses/address.js'
import type { Node } from '../chain/node.js'
import { CosmosRefusalError, UnsupportedKeyError } from '../errors.js'
import type { DirectDoc } from '../family.js'
import { checkAmino, checkDirect } from '../transaction/checkSigned.js'
import { aminoOf, authInfoOf, bodyOf, type Fee, type Payment, rawOf, type Signer } from '../transaction/transaction.js'
import { wireDocOf } from '../wire/methods.js'
import { chainAccountOf, feeOf } from './fees.js'

type Provider = ProviderOf<'cosmos'>

/** By its bytes, or by its JSON where the wallet signs no bytes. */
type Signs =
  | { readonly signDirect: NonNullable<Provider['signDirect']> }
  | { readonly signAmino: NonNullable<Provider['signAmino']> }

type Sending = SendingOf<'cosmos', Node, Payment, Signs>

export const signsBy = ({ signDirect, signAmino }: Provider): Signs | undefined =>
  signDirect ? { signDirect } : signAmino && { signAmino }

/** The result of `broadcast_tx_sync`: what the node's own check of it came to. */
const Broadcast = v.object({
  code: v.optional(v.number(), 0),
  codespace: v.optional(v.string(), ''),
  log: v.optional(v.string(), ''),
  hash: v.pipe(v.string(), v.regex(/^[0-9A-F]{64}$/)),
})

/**
 * Has the wallet sign a payment, checks that it is still the same, and hands it to the chain's nodes, once.
 *
 * @throws AccountNotOnChainError · UnsupportedKeyError · UnsafeCosmosTransactionError · CosmosRefusalError · BroadcastUnclearError, and what wallets throw
 */
export async function send({ by, wallet, payment, node, signal }: Sending): Promise<SentTransaction> {
  const { address } = wallet.account
  const [publicKey, account] = await Promise.all([keyOf({ wallet, signal }), chainAccountOf({ node, address, signal })])
  const signer = { ...account, publicKey }
  const fee = await feeOf({ node, payment, signer, signal })
  const raw = await signed({ by, wallet, node, payment, signer, fee, signal })
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
async function keyOf({ wallet, signal }: Pick<Sending, 'wallet' | 'signal'>): Promise<Uint8Array> {
  const { address, publicKey: known } = wallet.account
  const listed = known === undefined ? await wallet.provider.getAccounts({ signal }) : []
  const publicKey = known === undefined ? listed.find((each) => each.address === address)?.publicKey : hex.decode(known)
  const own = readAddress(address)
  if (!publicKey || !own || !isAddressOfKey(own, publicKey)) throw new UnsupportedKeyError()
  return publicKey
}

interface Signing extends Sending {
  readonly signer: Signer
  readonly fee: Fee
}

/** The whole transaction. */
async function signed({ by, wallet, node, payment, signer, fee, signal }: Signing): Promise<Uint8Array> {
  const { address } = wallet.account
  if ('signDirect' in by) {
    const agreed = directOf({ node, payment, signer, fee })
    const { doc, signature } = await by.signDirect({ address, doc: agreed, signal })
    checkDirect({ agreed, signed: doc })
    return rawOf(doc, signature)
  }
  const agreed = aminoOf({ payment, fee, signer, chainId: node.chainId })
  const { doc, signature } = await by.signAmino({ address, doc: agreed, signal })
  const paid = checkAmino({ agreed, signed: doc })
  const authInfoBytes = authInfoOf({ signer, fee: paid, mode: 'amino' })
  return rawOf({ bodyBytes: bodyOf({ ...payment, memo: doc.memo }), authInfoBytes }, signature)
}

/** Returns the request to a wallet, as WalletConnect has it. */
export async function requestOf({ node, payment, signal }: Omit<Sending, 'by' | 'wallet'>): Promise<WalletRequest> {
  const { from: address } = payment
  const signer = { ...(await chainAccountOf({ node, address, signal })), publicKey: undefined }
  const fee = await feeOf({ node, payment, signer, signal })
  const signDoc = wireDocOf(directOf({ node, payment, signer, fee }))
  return { method: 'cosmos_signDirect', params: { signerAddress: address, signDoc } }
}

const directOf = ({ node, payment, signer, fee }: Omit<Signing, 'by' | 'wallet' | 'signal'>): DirectDoc => ({
  bodyBytes: bodyOf(payment),
  authInfoBytes: authInfoOf({ signer, fee, mode: 'direct' }),
  chainId: node.chainId,
  accountNumber: signer.accountNumber,
})
