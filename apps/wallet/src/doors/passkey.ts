import { type Bytes, decodeBytes, encodeBytes, randomBytes } from '@foyer/custody/bytes'
import { passkeySalt } from '@foyer/login/ownDoorKeys'
import * as v from 'valibot'
import { OwnPageError } from '../failures/failures.js'

/** As much of the browser as passkeys need. @see WebAuthn Level 3 §5.1 */
export type PasskeyBrowser = Pick<CredentialsContainer, 'create' | 'get'>

/** Gives what makes and uses passkeys; undefined in a browser that has none, as WebKitGTK. */
export const passkeysOf = (window: Window): PasskeyBrowser | undefined =>
  'PublicKeyCredential' in window ? window.navigator.credentials : undefined

/** How long the browser waits for the visitor, in milliseconds. */
const timeoutMs = 120_000

const isPasskey = (credential: Credential | null): credential is PublicKeyCredential =>
  credential !== null && credential.type === 'public-key'

const Bits = v.pipe(
  v.custom<ArrayBuffer>((value) => value instanceof ArrayBuffer),
  v.transform((buffer): Bytes => new Uint8Array(buffer)),
  v.check(({ length }) => length === 32),
)
const Outputs = v.object({ prf: v.optional(v.object({ results: v.optional(v.object({ first: Bits })) })) })

/** Reads a passkey's PRF output; undefined where it has none. */
function answerOf(credential: PublicKeyCredential): Bytes | undefined {
  const { success, output } = v.safeParse(Outputs, credential.getClientExtensionResults())
  return success ? output.prf?.results?.first : undefined
}

/** @throws OwnPageError in a browser without passkeys */
function havingPasskeys(browser: PasskeyBrowser | undefined): PasskeyBrowser {
  if (!browser) throw new OwnPageError({ sentence: 'passkey.none' })
  return browser
}

/** Returns the error of a passkey that wasn't used, by the browser's. */
function failed(cause: unknown): OwnPageError {
  const isThere = cause instanceof DOMException && cause.name === 'InvalidStateError'
  return new OwnPageError({ sentence: isThere ? 'passkey.there' : 'passkey.cancelled', cause })
}

export interface CreatePasskey {
  /** Of the new door: what the passkey is found by later. */
  readonly door: string
  /** The name under which the browser shows it. */
  readonly name: string
  /** Those that the wallet has: a second in the same place would open nothing more. */
  readonly existing: readonly string[]
}

export interface MadePasskey {
  readonly credential: string
  /** Undefined where it answers from the next time on, as some do. */
  readonly part: Bytes | undefined
}

/**
 * Makes a passkey of this page's host. Its answer at creation isn't relied on: some answer then and not afterwards, or another.
 * @throws OwnPageError where the visitor does otherwise, or the browser has none
 */
export async function createPasskey(
  browser: PasskeyBrowser | undefined,
  { door, name, existing }: CreatePasskey,
): Promise<MadePasskey> {
  const prf = { eval: { first: await passkeySalt() } }
  const made = await havingPasskeys(browser)
    .create({
      publicKey: {
        rp: { name: 'Foyer' },
        user: { id: decodeBytes(door), name, displayName: name },
        challenge: randomBytes(32),
        pubKeyCredParams: [-7, -8, -257].map((alg) => ({ type: 'public-key', alg })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        excludeCredentials: existing.map((id) => ({ type: 'public-key', id: decodeBytes(id) })),
        timeout: timeoutMs,
        extensions: { prf },
      },
    })
    .catch((cause: unknown) => {
      throw failed(cause)
    })
  if (!isPasskey(made)) throw new OwnPageError({ sentence: 'passkey.cancelled' })
  return { credential: encodeBytes(new Uint8Array(made.rawId)), part: answerOf(made) }
}

export interface UsedPasskey {
  readonly part: Bytes
  /** The door that the passkey was made for; undefined where it doesn't say. */
  readonly door: string | undefined
}

/**
 * Has the visitor use a passkey: one of these, or whichever of this page's host they have.
 * @throws OwnPageError where they do otherwise, or it can't open a wallet
 */
export async function usePasskey(
  browser: PasskeyBrowser | undefined,
  credentials: readonly string[] = [],
): Promise<UsedPasskey> {
  const prf = { eval: { first: await passkeySalt() } }
  const used = await havingPasskeys(browser)
    .get({
      publicKey: {
        challenge: randomBytes(32),
        allowCredentials: credentials.map((id) => ({ type: 'public-key', id: decodeBytes(id) })),
        userVerification: 'required',
        timeout: timeoutMs,
        extensions: { prf },
      },
    })
    .catch((cause: unknown) => {
      throw failed(cause)
    })
  if (!isPasskey(used)) throw new OwnPageError({ sentence: 'passkey.cancelled' })
  const part = answerOf(used)
  if (!part) throw new OwnPageError({ sentence: 'passkey.noPrf' })
  const { userHandle } = v.parse(v.object({ userHandle: v.nullable(v.instance(ArrayBuffer)) }), used.response)
  return { part, door: userHandle ? encodeBytes(new Uint8Array(userHandle)) : undefined }
}
