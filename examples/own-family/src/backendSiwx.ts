import { localSiwx, type SiwxFactory } from '@foyer/core/signin'

/** Has visitors sign in at the backend of this page: it gives the nonce, and verifies each session before it is kept. */
export function backendSiwx(): SiwxFactory {
  const make = localSiwx({ nonce: async () => String((await (await fetch('/siwx/nonce')).json()).nonce) })
  return async (host) => {
    const siwx = await make(host)
    if (!siwx) return undefined
    return {
      ...siwx,
      async addSession(session) {
        const { message, signature } = session
        const answer = await fetch('/siwx/verify', { method: 'POST', body: JSON.stringify({ message, signature }) })
        if (!answer.ok) throw new Error(`The backend refuses the sign-in: ${answer.status}`)
        await siwx.addSession(session)
      },
      async revokeSession(chainId, address) {
        await fetch('/siwx/sign-out', { method: 'POST' })
        await siwx.revokeSession(chainId, address)
      },
      async setSessions(sessions) {
        if (sessions.length === 0) await fetch('/siwx/sign-out', { method: 'POST' })
        await siwx.setSessions(sessions)
      },
    }
  }
}
