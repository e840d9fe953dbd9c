import { listen } from '@foyer/page'
import type { Hono } from 'hono'
import { html } from 'hono/html'
import { createPages } from '../page/createPages.js'
import { frame, outcome, type Piece } from '../page/frame.js'
import {
  type AskedConsent,
  createGoogle,
  type Google,
  type GoogleAccount,
  type GoogleClient,
  GoogleRefusal,
  type StatedClaims,
} from './google.js'

export interface StartGoogleParameters {
  /** 0 picks a free port, and so it does unless said. */
  readonly port?: number
  readonly clients: readonly GoogleClient[]
  /** Two unless said: of one the address is verified, of the other it isn't. */
  readonly accounts?: readonly GoogleAccount[]
  readonly now?: () => number
  /** Changes what is stated before it is signed, as a wrong or lying provider would; for tests. */
  readonly states?: (claims: StatedClaims) => StatedClaims
}

export interface LocalGoogle {
  /** Its issuer, and where its pages are. */
  readonly url: string
  stop(): Promise<void>
}

export const googleAccounts: readonly GoogleAccount[] = [
  { subject: '110169484474386276334', email: 'ada@gmail.test', isVerified: true, name: 'Ada Lovelace' },
  { subject: '110169484474386276335', email: 'bob@gmail.test', isVerified: false, name: 'Bob Unverified' },
]

/**
 * Starts what stands for Google on this machine: OpenID Connect by its documentation, with accounts that anybody may choose.
 * @throws the system's error where the port is unavailable
 * @example
 * const { url, stop } = await startGoogle({ clients: [{ id: 'foyer', secret: 'secret', redirectUris: ['https://wallet.example/social'] }] })
 */
export async function startGoogle({
  port = 0,
  clients,
  accounts = googleAccounts,
  now = Date.now,
  states,
}: StartGoogleParameters): Promise<LocalGoogle> {
  let pages: Hono | undefined
  const { url, stop } = await listen({
    port,
    fetch: (request) => pages?.fetch(request) ?? new Response(null, { status: 503 }),
  })
  pages = createGooglePages(createGoogle({ issuer: url, clients, accounts, now, states }), url)
  return { url, stop }
}

const paths = { page: '/o/oauth2/v2/auth', token: '/token', keys: '/oauth2/v3/certs' } as const

function createGooglePages(google: Google, issuer: string): Hono {
  const pages = createPages()
  pages.get('/.well-known/openid-configuration', (c) =>
    c.json({
      issuer,
      authorization_endpoint: issuer + paths.page,
      token_endpoint: issuer + paths.token,
      jwks_uri: issuer + paths.keys,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      scopes_supported: ['openid', 'email', 'profile'],
      code_challenge_methods_supported: ['S256'],
    }),
  )
  pages.get(paths.keys, (c) => c.json(google.keys))
  pages.post(paths.token, async (c) => {
    const { status, body } = google.exchange(new URLSearchParams(await c.req.text()))
    return c.json(body, status)
  })
  pages.get(paths.page, (c) => {
    const query = new URL(c.req.url).searchParams
    try {
      const asked = google.asked(query)
      const chosen = google.accounts.find(({ subject }) => subject === query.get('as'))
      if (chosen) return c.redirect(google.agreed(asked, chosen))
      if (query.get('as') === 'nobody') return c.redirect(google.refused(asked))
      // As the original's pages: who opened this one doesn't see it any more.
      return c.html(choosePage(google, asked, query), 200, { 'Cross-Origin-Opener-Policy': 'same-origin' })
    } catch (error) {
      if (error instanceof GoogleRefusal) return c.html(refusalPage(error), 400)
      throw error
    }
  })
  return pages
}

const note = 'Stands for Google on this machine: its accounts are nobody’s.'

/** Links, and no form: a form may lead no further than this page. */
function choosePage({ accounts }: Google, { redirectUri }: AskedConsent, query: URLSearchParams): Piece {
  const as = (who: string) => `?${new URLSearchParams([...query, ['as', who]])}`
  return frame({
    title: 'Choose an account',
    subtitle: `to go on to ${new URL(redirectUri).host}`,
    note,
    body: html`<nav aria-label="Accounts">
      ${accounts.map(({ subject, name, email }) => html`<a class="button" href="${as(subject)}">${name} (${email})</a>`)}
      <a class="button quiet" href="${as('nobody')}">Cancel</a>
    </nav>`,
  })
}

const refusalPage = ({ message }: GoogleRefusal): Piece =>
  frame({
    title: 'Access blocked',
    subtitle: 'The local stack',
    note,
    body: outcome({
      tone: 'bad',
      said: `Error 400: ${message}`,
      more: 'The application that led here isn’t set up so.',
    }),
  })
