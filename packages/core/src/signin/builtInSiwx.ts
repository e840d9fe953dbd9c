import type { SiwxFactory } from '../config/siwxHost.js'
import type { SiwxVerifier } from '../siwx/siwx.js'

export interface LocalSiwxOptions {
  /** The statement that the visitor agrees to by signing, one line. */
  readonly statement?: string | undefined
  /** URIs that the sign-in refers to. */
  readonly resources?: readonly string[] | undefined
  /** The lifetime of a session, in ms; by default it lasts as long as it is stored. */
  readonly expiresInMs?: number | undefined
  /** Makes the nonce, at least 128 bit; of the platform's generator unless given. */
  readonly nonce?: ((request: { readonly accountAddress: string }) => string | Promise<string>) | undefined
  /** Whether a visitor who doesn't sign in is disconnected; true unless said. */
  readonly required?: boolean | undefined
  /** Verify the signatures, by family: all of an account's family have to agree. The family's adapter unless given. */
  readonly verifiers?: readonly SiwxVerifier[] | undefined
}

/**
 * Has visitors sign in, and keeps the sessions in the browser: for a page without a server. Each is verified before it is kept, and again
 * when it is read; what was edited, is over, or is another page's doesn't count.
 *
 * A page can't protect anything from its own visitor: what a server gives away has to be verified there.
 *
 * @see CAIP-122, EIP-4361; X10
 * @example createFoyer({ projectId, networks, adapters: [evm()], siwx: localSiwx({ statement: 'Welcome to the guest book.' }) })
 */
export function localSiwx(options: LocalSiwxOptions = {}): SiwxFactory {
  return async (host) => (await import('./createLocalSiwx.js')).createLocalSiwx({ ...options, host })
}

export interface ServerSiwxOptions {
  /** Whether a visitor who doesn't sign in is disconnected; true unless said. */
  readonly required?: boolean | undefined
}

/**
 * Has visitors sign in at the operator's server, which gives the nonce, verifies the signature and keeps the session: `api` names it. What it knows of
 * the visitor: `sessionAccount` and `setAccountMetadata`.
 *
 * @see wire: `/auth/v1/`; CAIP-122
 * @example createFoyer({ projectId, api: 'https://foyer.example', networks, adapters: [evm()], siwx: serverSiwx() })
 */
export function serverSiwx(options: ServerSiwxOptions = {}): SiwxFactory {
  return async (host) => (await import('./createServerSiwx.js')).createServerSiwx({ ...options, host })
}
