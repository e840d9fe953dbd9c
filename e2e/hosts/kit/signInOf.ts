import { localSiwx, type SiwxFactory } from '@foyer/core/signin'
import type { HostSettings } from './settings.js'

/** What the account has signed. */
export interface SignedByAccount {
  readonly address: string
  readonly message: string
  readonly signature: string
}

declare global {
  /** Whether an account has signed a text, as the test finds out by a library of its own. */
  var verifySignature: ((signed: SignedByAccount) => Promise<boolean>) | undefined
  /** Ending the sessions never comes to its end. */
  var signOutHangs: boolean | undefined
}

/** Sessions in the browser. */
export function signInOf(how: NonNullable<HostSettings['signIn']>): SiwxFactory {
  const make = localSiwx({
    required: how === 'required',
    statement: 'Welcome to the tests.',
    verifiers: [
      {
        family: 'eip155',
        verify: async ({ address, message, signature }) =>
          (await globalThis.verifySignature?.({ address, message, signature })) === true,
      },
    ],
  })
  return async (host) => {
    const siwx = await make(host)
    return (
      siwx && {
        ...siwx,
        setSessions: (list) => (globalThis.signOutHangs ? new Promise(() => {}) : siwx.setSessions(list)),
      }
    )
  }
}
