import { InvalidResponseError, NoRpcUrlError } from '@foyer/core/errors'
import { nodeAnswer } from '@foyer/core/nodeAnswer'
import {
  isSignedStrictly,
  messageBytes,
  type SignedMessage,
  type SignedText,
  type SiwxVerifier,
} from '@foyer/core/siwx'
import { readAnswer } from '@foyer/core/wire'
import { ed25519 } from '@noble/curves/ed25519.js'
import { base64 } from '@scure/base'
import { readAddress } from '../addresses/address.js'
import { accountQuery, type ChainAccount } from '../chain/queries.js'
import { algodPaths } from '../chain/rest.js'

/** Asks a node of a network for an account. Rejects where it doesn't answer. */
export type AskAlgorand = (request: {
  readonly networkId: string
  readonly address: string
  readonly signal?: AbortSignal | undefined
}) => Promise<Pick<ChainAccount, 'signer'>>

/** A message that an account is said to have signed. */
export interface AlgorandSignedMessage extends SignedMessage {
  /** base64 of 64 bytes */
  readonly signature: string
  readonly ask: AskAlgorand
  readonly signal?: AbortSignal | undefined
}

const mark = new TextEncoder().encode('MX')

/**
 * Whether an account signed a message, with `MX` before it as wallets put it there, by the key of ed25519 that signs for it: its own, or that of the account that it
 * was rekeyed to, which its network's node knows. A key whose account was rekeyed to another signs for it no more. Accounts of several keys, and those of programs,
 * sign no messages.
 *
 * @throws what `ask` rejects with, where it couldn't be found out
 */
export async function verifyAlgorandMessage({
  networkId,
  address,
  message,
  signature,
  ask,
  signal,
}: AlgorandSignedMessage): Promise<boolean> {
  const key = readAddress(address)
  const bytes = signatureIn(signature)
  const text = messageBytes(message)
  if (!networkId.startsWith('algorand:') || !key || !bytes || !text) return false
  const signed = Uint8Array.from([...mark, ...text])
  const { signer } = await ask({ networkId, address, signal })
  const signing = signer === undefined ? key : readAddress(signer)
  return signing !== undefined && isSignedStrictly(ed25519, { key: signing, signature: bytes, signed })
}

/** @returns undefined for what isn't 64 bytes in base64 */
function signatureIn(written: string): Uint8Array | undefined {
  if (written.length !== 88) return undefined
  try {
    const bytes = base64.decode(written)
    return bytes.length === 64 ? bytes : undefined
  } catch {
    return undefined // letters that aren't its own
  }
}

/** The source by which accounts are looked up: one node (algod), one a network, or whatever asks. */
export type AlgorandVerifierOptions =
  | { readonly nodeUrl: string }
  | { readonly nodeUrlOf: (networkId: string) => string | undefined }
  | { readonly ask: AskAlgorand }

/**
 * Verifies signed messages of Algorand accounts: {@link verifyAlgorandMessage} says what is taken. Whose key signs for an account only its network knows, so a node
 * is asked.
 *
 * @see CAIP-122
 * @example await algorandVerifier({ nodeUrl: 'https://algod.example' }).verify({ networkId, address, message, signature })
 */
export function algorandVerifier(options: AlgorandVerifierOptions): SiwxVerifier {
  const ask = 'ask' in options ? options.ask : askByHttp(options)
  return { family: 'algorand', verify: async (signed: SignedText) => verifyAlgorandMessage({ ...signed, ask }) }
}

/** @throws NoRpcUrlError · ServerUnreachableError · InvalidResponseError · the signal's reason */
const askByHttp =
  (options: Exclude<AlgorandVerifierOptions, { readonly ask: AskAlgorand }>): AskAlgorand =>
  async ({ networkId, address, signal }) => {
    const base = 'nodeUrl' in options ? options.nodeUrl : options.nodeUrlOf(networkId)
    if (base === undefined) throw new NoRpcUrlError({ networkId })
    const query = accountQuery(address)
    const url = new URL(`${base.replace(/(?<!\/)\/+$/, '')}${algodPaths.requestOf(query)?.path}`)
    const context = { method: query.method }
    const send = (end: AbortSignal) => fetch(url, { signal: end })
    const said = algodPaths.outcomeOf(await nodeAnswer({ url, send, context, signal }))
    if (said && 'result' in said) return readAnswer(query, said.result)
    throw new InvalidResponseError({ expected: 'an account', context })
  }
