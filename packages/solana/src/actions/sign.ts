import type { Clock, FamilyWallet, Signature } from '@foyer/core'
import { askWallet, bytesToSign } from '@foyer/core/connector'
import { AccountNotConnectedError, UnsupportedMethodError } from '@foyer/core/errors'
import { base58, base64 } from '@scure/base'
import { standardAccounts } from '../connection/accounts.js'
import { chainNameOf } from '../connection/chainNames.js'
import { featuresOf } from '../connection/features.js'
import { knows } from '../connection/place.js'
import type { SolanaTransaction } from '../family.js'
import type { StandardAccount } from '../standard.js'
import { type DecodedTransaction, decodeTransaction } from '../transaction/decode.js'
import { InvalidTransactionError } from '../transactionErrors.js'
import { isEd25519Signature } from '../verify/ed25519.js'
import { isOffchain, offchainEnvelope } from '../verify/offchain.js'

/** The parameters of a request to a wallet. */
export interface WalletAction {
  readonly wallet: FamilyWallet<'solana'>
  readonly clock: Clock
  readonly signal?: AbortSignal | undefined
}

/** The account as the wallet itself has it: its requests take that object and no other. @throws AccountNotConnectedError */
export function standardAccount({ provider, account: { address } }: WalletAction['wallet']): StandardAccount {
  const found = standardAccounts(provider.accounts)?.find((each) => each.address === address)
  if (!found) throw new AccountNotConnectedError({ family: 'solana' })
  return found
}

/** The bytes that are signed, and how they were: `solana:signMessage`. */
export async function signMessage({
  wallet,
  message,
  clock,
  signal,
}: WalletAction & { readonly message: string | Uint8Array }): Promise<Signature> {
  const method = 'solana:signMessage'
  const feature = featuresOf(wallet.provider)[method]
  if (!feature) throw new UnsupportedMethodError({ context: { method } })
  const bytes = bytesToSign(message)
  const account = standardAccount(wallet)
  return askWallet({
    method,
    ask: () => feature.signMessage({ account, message: bytes }),
    parse: (answer) => parseSigned(answer, bytes),
    expected: 'a signature of the message',
    signal,
    clock,
  })
}

/** Some wallets sign the message with something around it; a signature of anything else isn't what the visitor agreed to. */
function parseSigned(answer: unknown, message: Uint8Array): Signature | undefined {
  const output: unknown = Array.isArray(answer) && answer.length === 1 ? answer[0] : undefined
  const signature: unknown = Reflect.get(Object(output), 'signature')
  const signed: unknown = Reflect.get(Object(output), 'signedMessage')
  if (!isBytes(signature) || signature.length !== 64 || !isBytes(signed) || !contains(signed, message)) return undefined
  const text = base58.encode(signature)
  if (signed.length === message.length) return { signature: text }
  const envelope = isOffchain(signed) ? base58.encode(offchainEnvelope({ signature, message: signed })) : undefined
  return { signature: text, signed, ...(envelope === undefined ? {} : { envelope }) }
}

const isBytes = (value: unknown): value is Uint8Array => value instanceof Uint8Array

function contains(whole: Uint8Array, part: Uint8Array): boolean {
  for (let start = 0; start + part.length <= whole.length; start++) {
    if (part.every((byte, index) => whole[start + index] === byte)) return true
  }
  return false
}

/**
 * `solana:signTransaction`: all in one prompt. A wallet may add to a transaction without a signature, such as a fee for a place in the block: what
 * it answers counts.
 *
 * @returns each in base64
 */
export async function signTransactions({
  wallet,
  transactions,
  clock,
  signal,
}: WalletAction & { readonly transactions: readonly SolanaTransaction[] }): Promise<readonly string[]> {
  const method = 'solana:signTransaction'
  const feature = featuresOf(wallet.provider)[method]
  if (!feature) throw new UnsupportedMethodError({ context: { method } })
  const account = standardAccount(wallet)
  const chain = knows(wallet.provider, wallet.networkId) ? { chain: chainNameOf(wallet.networkId) } : {}
  const inputs = transactions.map((each) => {
    const decoded = decodeTransaction(each)
    if (!decoded.signers.includes(account.address)) throw new InvalidTransactionError({ fault: 'signer' })
    checkVersion(decoded, feature.supportedTransactionVersions)
    return { account, transaction: decoded.bytes, ...chain }
  })
  return askWallet({
    method,
    ask: () => feature.signTransaction(...inputs),
    parse: (answer) => parseTransactions({ answer, count: inputs.length, address: account.address }),
    expected: 'the signed transactions',
    signal,
    clock,
  })
}

/** A wallet says which versions it reads; one that says nothing reads the legacy one. @throws InvalidTransactionError */
export function checkVersion({ version }: Pick<DecodedTransaction, 'version'>, supported: unknown): void {
  const versions: readonly unknown[] = Array.isArray(supported) ? supported : ['legacy']
  if (!versions.includes(version)) throw new InvalidTransactionError({ fault: 'version' })
}

function parseTransactions({
  answer,
  count,
  address,
}: {
  readonly answer: unknown
  readonly count: number
  readonly address: string
}): readonly string[] | undefined {
  if (!Array.isArray(answer) || answer.length !== count) return undefined
  const signed = answer.flatMap((each): readonly string[] => {
    const bytes: unknown = Reflect.get(Object(each), 'signedTransaction')
    return isBytes(bytes) && isSignedBy(decodeTransaction(bytes), address) ? [base64.encode(bytes)] : []
  })
  return signed.length === count ? signed : undefined
}

/** Is the account's place among the signatures filled, with its own of this message? No node takes another. */
function isSignedBy({ bytes, message, signaturesAt, signers }: DecodedTransaction, address: string): boolean {
  const start = signaturesAt + 64 * signers.indexOf(address)
  const signature = bytes.slice(start, start + 64)
  return signers.includes(address) && isEd25519Signature({ signature, message, publicKey: base58.decode(address) })
}
