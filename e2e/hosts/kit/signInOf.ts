import { localSiwx, type SiwxFactory, serverSiwx } from '@foyer/core/signin'
import type { HostSettings } from './settings.js'

declare global {
  /** Ending the sessions never comes to its end. */
  var signOutHangs: boolean | undefined
}

/** Sessions in the browser, or at the operator's server; each verified by the kit's own means. */
export function signInOf(how: NonNullable<HostSettings['signIn']>): SiwxFactory {
  if (how === 'server') return serverSiwx()
  const make = localSiwx({ required: how === 'required', statement: 'Welcome to the tests.' })
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
