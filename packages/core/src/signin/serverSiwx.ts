import type { SiwxFactory } from './siwxHost.js'

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
