import { localSiwx, type SiwxFactory, serverSiwx } from '@foyer/core/signin'
import type { HostSettings } from './settings.js'

declare global {
  /** Ending the sessions never comes to its end. */
  var signOutHangs: boolean | undefined
}

/** Sessions in the browser, at the operator's server, or at the page's own backend. */
export function signInOf(how: NonNullable<HostSettings['signIn']>): SiwxFactory {
  if (how === 'server') return serverSiwx()
  if (how === 'backend') return backendSiwx()
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

/** The page's own backend gives the nonce, and verifies each session before it is kept. */
function backendSiwx(): SiwxFactory {
  const make = localSiwx({ nonce: async () => (await (await fetch('/siwx/nonce')).json()).nonce })
  return async (host) => {
    const siwx = await make(host)
    return (
      siwx && {
        ...siwx,
        async addSession(session) {
          const { message, signature } = session
          const answer = await fetch('/siwx/verify', { method: 'POST', body: JSON.stringify({ message, signature }) })
          if (!answer.ok) throw new Error(`The backend refuses the sign-in: ${answer.status}`)
          await siwx.addSession(session)
        },
      }
    )
  }
}
