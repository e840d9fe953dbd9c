import type { SocialName } from '@foyer/custody/person'
import { vouchFor } from '@foyer/custody/social'
import { answerSocialCall, readSocialCall } from '@foyer/login/socialCalls'
import type { SocialAnswer } from '@foyer/login/socialWindow'
import * as v from 'valibot'
import { seal } from '../exchange/letters.js'
import type { Servers } from '../servers/servers.js'
import { type AskedSocial, askedIn, authorizeAddress, socialPath, stateOf } from './address.js'

/** The first step of the window, by its address. */
export type Arrival =
  /** An application leads here: whether the visitor wants to go to the provider is asked. */
  | { readonly is: 'asked'; readonly asked: AskedSocial }
  /** The provider has led back, in the window that went there. */
  | {
      readonly is: 'returned'
      readonly kept: KeptSocial
      readonly said: { readonly code: string } | { readonly idToken: string } | { readonly error: string }
    }
  /** AppKit's client has opened the window, and leads on from here. */
  | { readonly is: 'loading' }
  /** Neither, or a window that went nowhere: nothing is said to anybody. */
  | { readonly is: 'foreign' }

/** As much of a window as this needs. */
export interface SocialWindowPage extends Pick<Window, 'close'> {
  readonly location: Pick<Location, 'pathname' | 'search' | 'hash' | 'origin' | 'assign'>
  readonly history: Pick<History, 'replaceState'>
  /** Of this window alone: it is there again once the provider has led back. */
  readonly sessionStorage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  readonly opener: { postMessage(message: unknown, target: string): void } | null
}

const storedAt = 'foyer-social'

const KeptSocial = v.object({
  address: v.object({ id: v.string(), key: v.string() }),
  hash: v.string(),
  challenge: v.string(),
  site: v.string(),
  back: v.nullable(v.string()),
})
export type KeptSocial = v.InferOutput<typeof KeptSocial>

/**
 * Reads what led here, and takes it out of the address. A state counts in the window that went to the provider with it, and once: what anybody else was given by the
 * provider isn't taken here for the visitor's. [F7]
 */
export function arrive({ location, history, sessionStorage }: SocialWindowPage): Arrival {
  const { pathname, search, hash } = location
  if (pathname !== socialPath) return { is: 'loading' }
  // What a provider has posted stands after the `#`, and reaches no server a second time.
  const query = new URLSearchParams(hash.startsWith('#state=') ? hash.slice(1) : search)
  history.replaceState(null, '', socialPath)
  const state = query.get('state')
  if (state === null) {
    const asked = askedIn(hash)
    return asked ? { is: 'asked', asked } : { is: 'foreign' }
  }
  const { success, output: kept } = v.safeParse(
    v.pipe(v.string(), v.parseJson(), KeptSocial),
    sessionStorage.getItem(storedAt),
  )
  if (!success || state !== stateOf(kept)) return { is: 'foreign' }
  sessionStorage.removeItem(storedAt)
  return { is: 'returned', kept, said: handedBack(query) }
}

function handedBack(query: URLSearchParams): Extract<Arrival, { readonly is: 'returned' }>['said'] {
  const [idToken, code] = [query.get('id_token'), query.get('code')]
  if (idToken) return { idToken }
  return code ? { code } : { error: (query.get('error') ?? 'no_code').slice(0, 100) }
}

/** The question to the visitor. */
export interface Question {
  readonly provider: SocialName
  readonly site: string
  /** Leads to the provider. */
  go(): void
  /** Says so to the frame, and closes the window, or goes back to the page that was left for it. */
  leave(): Promise<void>
}

export interface SocialWindowParameters {
  readonly window: SocialWindowPage
  readonly servers: Servers
  /** Of the browser's own first-party storage. */
  readonly keys: () => CryptoKeyPair
}

/** Finds out what a login is of, and where it leads. @throws RefusedError where it is over · WalletError */
export async function ask(
  { window, servers }: Pick<SocialWindowParameters, 'window' | 'servers'>,
  asked: AskedSocial,
): Promise<Question> {
  const { provider, site, ...leading } = await servers.signed(readSocialCall, { social: asked.address.id })
  const { origin } = window.location
  return {
    provider,
    site,
    go() {
      window.sessionStorage.setItem(storedAt, JSON.stringify({ ...asked, site } satisfies KeptSocial))
      window.location.assign(authorizeAddress({ provider, asked, origin, ...leading }))
    },
    leave: () => say({ window, servers }, { ...asked, site }, { error: 'access_denied' }),
  }
}

/** Says to the frame what the provider has handed back, with this browser's word for it, and closes the window, or goes back. @throws RefusedError · WalletError */
export async function bringBack(
  { window, servers, keys }: SocialWindowParameters,
  { kept, said }: Extract<Arrival, { readonly is: 'returned' }>,
): Promise<void> {
  if ('error' in said) return say({ window, servers }, kept, said)
  await say({ window, servers }, kept, { ...said, vouch: await vouchFor({ keys: keys(), hash: kept.hash }) })
}

async function say(
  { window, servers }: Pick<SocialWindowParameters, 'window' | 'servers'>,
  { address, site, back }: KeptSocial,
  answer: SocialAnswer,
): Promise<void> {
  const letter = await seal(address, 'said', answer)
  await servers.signed(answerSocialCall, { social: address.id, said: letter })
  // An application of the original's waits for this word, which says nothing to any other: the frame hears the rest by itself.
  const resultUri = `${window.location.origin}${socialPath}?result=${address.id}`
  if (back !== null && new URL(back).origin === site) {
    const url = new URL(back)
    url.searchParams.set('result_uri', resultUri)
    window.location.assign(url.href)
    return
  }
  window.opener?.postMessage({ resultUri }, site)
  window.close()
}
