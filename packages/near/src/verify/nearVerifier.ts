import { InvalidResponseError, NoRpcUrlError } from '@foyer/core/errors'
import { nodeAnswer } from '@foyer/core/nodeAnswer'
import { postRpc } from '@foyer/core/postRpc'
import { isSignedStrictly, messageText, type SignedMessage, type SignedText, type SiwxVerifier } from '@foyer/core/siwx'
import type { ChainQuery } from '@foyer/core/wire'
import { ed25519 } from '@noble/curves/ed25519.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { hex } from '@scure/base'
import * as v from 'valibot'
import { readAddress } from '../addresses/address.js'
import { accountQuery, keyQuery, mayDoAll, type NearOutcome, readOutcome } from '../chain/queries.js'
import { keyIn, signatureIn } from '../wire/keys.js'
import { readSignature, signedBytes } from './signature.js'

/** Asks a node of a network. Rejects where it doesn't answer; its errors are outcomes. */
export type AskNear = (
  request: Pick<ChainQuery<unknown>, 'method' | 'params'> & {
    readonly networkId: string
    readonly signal?: AbortSignal | undefined
  },
) => Promise<NearOutcome>

/** A message that an account is said to have signed. */
export interface NearSignedMessage extends SignedMessage {
  /** JSON, see `NearSignature` */
  readonly signature: string
  readonly ask: AskNear
  readonly signal?: AbortSignal | undefined
}

/** The page that a sign-in names (CAIP-122), in every form that `parseSiwxMessage` reads. */
const signInAt = /^(?:https?:\/\/)?(\S+) wants you to sign in with your .{1,32} account:\n/

/**
 * Whether an account signed a message, by NEP-413 with a key of ed25519 that may do all with it (FullAccess): the network's node says which keys those are. An
 * account of 64 digits that was never used has the key that it is called by. A sign-in has to be signed for the page that it names.
 *
 * @throws JsonRpcError · InvalidResponseError, and what `ask` rejects with, where it couldn't be found out
 */
export async function verifyNearMessage({
  networkId,
  address,
  message,
  signature,
  ask,
  signal,
}: NearSignedMessage): Promise<boolean> {
  const read = readSignature(signature)
  const text = messageText(message)
  if (!read || text === undefined || !networkId.startsWith('near:') || readAddress(address, networkId) === undefined)
    return false
  const [key, bytes] = [keyIn(read.publicKey), signatureIn(read.signature)]
  if (!key || !bytes) return false
  const [, page] = signInAt.exec(text) ?? []
  if (page !== undefined && page !== read.recipient) return false
  const signed = sha256(signedBytes({ ...read, message: text }))
  if (!isSignedStrictly(ed25519, { key, signature: bytes, signed })) return false
  const answer = async <T>(query: ChainQuery<T>) => readOutcome(query, await ask({ ...query, networkId, signal }))
  const known = await answer(keyQuery({ accountId: address, publicKey: read.publicKey }))
  if (known) return mayDoAll(known)
  return address === hex.encode(key) && (await answer(accountQuery(address))) === undefined
}

/** Where keys are looked up: one node's JSON-RPC, one a network, or whatever asks. */
export type NearVerifierOptions =
  | { readonly rpcUrl: string }
  | { readonly rpcUrlOf: (networkId: string) => string | undefined }
  | { readonly ask: AskNear }

/**
 * Verifies signed messages of NEAR accounts: {@link verifyNearMessage} says what is taken. Which keys are an account's only its network knows, so a node is
 * asked, but for signatures that don't hold.
 *
 * @see CAIP-122, NEP-413
 * @example await nearVerifier({ rpcUrl: 'https://near.example' }).verify({ networkId: 'near:mainnet', address, message, signature })
 */
export function nearVerifier(options: NearVerifierOptions): SiwxVerifier {
  const ask = 'ask' in options ? options.ask : askByHttp(options)
  return { family: 'near', verify: async (signed: SignedText) => verifyNearMessage({ ...signed, ask }) }
}

const Failure = v.object({ code: v.number(), message: v.string(), data: v.optional(v.unknown()) })
const Answer = v.pipe(
  v.string(),
  v.parseJson(),
  v.union([v.object({ error: Failure }), v.object({ result: v.unknown() })]),
)

/** @throws NoRpcUrlError · ServerUnreachableError · InvalidResponseError · the signal's reason */
const askByHttp =
  (options: Exclude<NearVerifierOptions, { readonly ask: AskNear }>): AskNear =>
  async ({ networkId, method, params, signal: end }) => {
    const url = 'rpcUrl' in options ? options.rpcUrl : options.rpcUrlOf(networkId)
    if (url === undefined) throw new NoRpcUrlError({ networkId })
    const context = { method }
    const send = (signal: AbortSignal) => postRpc({ url, method, params, signal })
    const { success, output } = v.safeParse(Answer, (await nodeAnswer({ url, send, context, signal: end })).text)
    if (success) return output
    throw new InvalidResponseError({ expected: `what ${method} returns`, context })
  }
