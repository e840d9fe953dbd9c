import type { Session } from '@foyer/login/loginCalls'
import * as v from 'valibot'
import type { ScriptedServers } from './scriptedServers.js'

const text = (value: unknown): string => v.parse(v.string(), value)

export interface ScriptedSocials {
  readonly state: Pick<ScriptedServers['state'], 'refusal' | 'signed'>
  /** The tokens of them that the login server was shown. */
  readonly shown: string[]
  /** The session of whoever has an account at every provider. */
  readonly session: () => Session
  readonly refuse: (status: number, code: string) => unknown
}

/** The refusals with which a login ends as it is begun. */
const atOnce = ['social_off', 'provider_busy']

/** Logins at providers, as the login server answers them. */
export function scriptedSocials({
  state,
  shown,
  session,
  refuse,
}: ScriptedSocials): Record<string, (payload: Record<string, unknown>, device: string) => unknown> {
  const socials = new Map<
    string,
    { readonly provider: string; readonly site: string; readonly device: string; said: string | null }
  >()
  return {
    '/login/v1/socials': ({ social: id, provider, site }, device) => {
      if (state.refusal && atOnce.includes(state.refusal.code)) return refuse(state.refusal.status, state.refusal.code)
      socials.set(text(id), { provider: text(provider), site: text(site), device, said: null })
      return undefined
    },
    '/login/v1/socials/read': ({ social: id }) => {
      const open = socials.get(text(id))
      const leading = { authorize: 'https://accounts.google.com/o/oauth2/v2/auth', clientId: 'client', scope: 'openid' }
      return open ? { provider: open.provider, site: open.site, ...leading } : refuse(404, 'social_unknown')
    },
    '/login/v1/socials/answer': ({ social: id, said }) => {
      const open = socials.get(text(id))
      if (open?.said !== null) return refuse(404, 'social_unknown')
      open.said = text(said)
      return undefined
    },
    '/login/v1/socials/poll': ({ social: id }) => {
      const open = socials.get(text(id))
      return open ? { said: open.said } : refuse(404, 'social_unknown')
    },
    '/login/v1/socials/exchange': ({ code: given, verifier }) =>
      state.refusal
        ? refuse(state.refusal.status, state.refusal.code)
        : { idToken: `for ${text(given)} with ${text(verifier)}` },
    '/login/v1/socials/show': ({ token }) => void shown.push(text(token)),
    '/login/v1/socials/finish': ({ social: id, keepsIn }) => {
      socials.delete(text(id))
      return { ...session(), ...(keepsIn === 'page' ? { refreshToken: `first ${id}` } : {}) }
    },
    '/login/v1/socials/channel': () => ({ url: 'https://farcaster.test/~/siwf', channel: 'channel1' }),
    '/login/v1/socials/channel/poll': ({ channel }) =>
      state.refusal
        ? refuse(state.refusal.status, state.refusal.code)
        : { said: channel === 'channel1' ? state.signed : null },
  }
}
