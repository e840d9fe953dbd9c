import { isSignedBody, type SignedBody } from '@foyer/custody/signed'
import type { Nonces } from './nonces.js'
import { SignatureRefusedError } from './refusals.js'

/** A signed payload, and its signer. */
export interface Signed<Payload> {
  readonly payload: Payload
  /** the public key of the device or the browser, as it stands on the wire */
  readonly signer: string
}

/** Calls that a device signs, over a nonce of this server's. */
export interface SignedCalls {
  /** Gives a nonce for one call within 60 seconds. Nothing is kept of it until then. */
  nonce(): string
  /**
   * Checks a body's signature and uses its nonce up: of several that use one at once, on whichever nodes, one is taken.
   * @returns the key that signed
   * @throws {@link SignatureRefusedError} naming `nonce` or `signature`
   */
  signerOf(request: { readonly call: string; readonly body: SignedBody }): Promise<string>
}

export function createSignedCalls({ nonces }: { readonly nonces: Nonces }): SignedCalls {
  return {
    nonce: nonces.give,
    async signerOf({ call, body }) {
      const expiresAt = nonces.expiryOf(body.nonce)
      if (expiresAt === null) throw new SignatureRefusedError({ field: 'nonce' })
      if (!(await isSignedBody({ call, body }))) throw new SignatureRefusedError({ field: 'signature' })
      if (!(await nonces.spend({ nonce: body.nonce, expiresAt }))) throw new SignatureRefusedError({ field: 'nonce' })
      return body.key
    },
  }
}
