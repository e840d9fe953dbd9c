import { listen } from '@foyer/page'
import type { Context, Hono } from 'hono'
import { html } from 'hono/html'
import { createPages } from '../page/createPages.js'
import { frame, outcome, type Piece } from '../page/frame.js'
import {
  type AskedConsent,
  ConsentRefusal,
  createConsents,
  type ProviderAccount,
  type ProviderClient,
} from './consent.js'
import { createApple, createGoogle, type StatedClaims } from './openIdProviders.js'
import type { LedBack, Provider } from './provider.js'
import { createDiscord, createFacebook, createGitHub, createX } from './tokenProviders.js'

/** Each provider's own shape; of OpenID Connect those with a nonce, and Apple has no PKCE. */
const shapes = {
  google: { title: 'Google', create: createGoogle, hasNonce: true, hasPkce: true },
  apple: { title: 'Apple', create: createApple, hasNonce: true, hasPkce: false },
  github: { title: 'GitHub', create: createGitHub, hasNonce: false, hasPkce: true },
  x: { title: 'X', create: createX, hasNonce: false, hasPkce: true },
  discord: { title: 'Discord', create: createDiscord, hasNonce: false, hasPkce: true },
  facebook: { title: 'Facebook', create: createFacebook, hasNonce: false, hasPkce: true },
} as const
export type ProviderName = keyof typeof shapes
export const providerNames: readonly ProviderName[] = ['google', 'apple', 'github', 'x', 'discord', 'facebook']

export interface StartProvidersParameters {
  /** 0 picks a free port, and so it does unless said. */
  readonly port?: number
  /** Applications that each of them knows. */
  readonly clients: readonly ProviderClient[]
  /** Three unless said: of one the address is verified, of one it isn't, and one has none. */
  readonly accounts?: readonly ProviderAccount[]
  readonly now?: () => number
  /** Changes what is stated before it is signed, as a wrong or lying provider would; for tests. */
  readonly states?: (claims: StatedClaims) => StatedClaims
  /** Answers in their place, as one that limits what it is asked; for tests. */
  readonly limits?: (request: Request) => Response | undefined
}

export interface LocalProviders {
  /** Where their pages are. */
  readonly url: string
  /** The address of one of them: its issuer, where it has one. */
  at(provider: ProviderName): string
  stop(): Promise<void>
}

export const providerAccounts: readonly ProviderAccount[] = [
  { id: '44180011', userName: 'ada', email: 'ada@mail.test', isVerified: true, name: 'Ada Lovelace' },
  { id: '44180012', userName: 'bob', email: 'bob@mail.test', isVerified: false, name: 'Bob Unverified' },
  { id: '44180013', userName: 'cleo', email: null, isVerified: false, name: 'Cleo Without' },
]

/**
 * Starts what stands for providers of accounts on this machine: each by its own documentation, with accounts that anybody may choose.
 * @throws the system's error where the port is unavailable
 * @example
 * const { at, stop } = await startProviders({ clients: [{ id: 'foyer', secret: 'secret', redirectUris: ['https://wallet.example/social'] }] })
 */
export async function startProviders({ port = 0, ...parameters }: StartProvidersParameters): Promise<LocalProviders> {
  let pages: Hono | undefined
  const { url, stop } = await listen({
    port,
    fetch: (request) => parameters.limits?.(request) ?? pages?.fetch(request) ?? new Response(null, { status: 503 }),
  })
  const at = (provider: ProviderName) => `${url}/${provider}`
  pages = createPages()
  for (const name of providerNames) pages.route(`/${name}`, createProviderPages({ ...parameters, name, at: at(name) }))
  return { url, at, stop }
}

interface PagesParameters extends Omit<StartProvidersParameters, 'port'> {
  readonly name: ProviderName
  readonly at: string
}

function createProviderPages({
  name,
  at,
  clients,
  accounts = providerAccounts,
  now = Date.now,
  states,
}: PagesParameters) {
  const { title, create, hasNonce, hasPkce } = shapes[name]
  const consents = createConsents({ clients, accounts, now, hasNonce, hasPkce })
  const provider: Provider = create({ at, consents, now, states })
  const pages = createPages()
  provider.add(pages)
  pages.get(provider.page, (c) => {
    const query = new URL(c.req.url).searchParams
    try {
      const asked = consents.asked(query)
      const who = query.get('as')
      const chosen = accounts.find(({ id }) => id === who)
      if (chosen) return leadBack(c, asked, provider.answers(asked, chosen))
      if (who === 'nobody') return leadBack(c, asked, provider.refuses())
      // As the originals' pages: who opened this one doesn't see it any more.
      return c.html(choosePage({ title, accounts, asked, query }), 200, { 'Cross-Origin-Opener-Policy': 'same-origin' })
    } catch (error) {
      if (error instanceof ConsentRefusal) return c.html(refusalPage(title, error), 400)
      throw error
    }
  })
  return pages
}

function leadBack(c: Context, { redirectUri, state }: AskedConsent, led: LedBack): Response | Promise<Response> {
  if ('form' in led) {
    c.header(
      'Content-Security-Policy',
      `default-src 'none'; style-src 'self'; img-src data:; form-action ${new URL(redirectUri).origin}`,
    )
    return c.html(formPage(redirectUri, { state, ...led.form }))
  }
  const url = new URL(redirectUri)
  for (const [name, value] of Object.entries({ state, ...led.query })) url.searchParams.set(name, value)
  return c.redirect(url.href)
}

const noteOf = (title: string) => `Stands for ${title} on this machine: its accounts are nobody’s.`

interface ChoosePage {
  readonly title: string
  readonly accounts: readonly ProviderAccount[]
  readonly asked: AskedConsent
  readonly query: URLSearchParams
}

/** Links, and no form: a form may lead no further than this page. */
function choosePage({ title, accounts, asked: { redirectUri }, query }: ChoosePage): Piece {
  const as = (who: string) => `?${new URLSearchParams([...query, ['as', who]])}`
  return frame({
    title: 'Choose an account',
    subtitle: `of ${title}, to go on to ${new URL(redirectUri).host}`,
    note: noteOf(title),
    body: html`<nav aria-label="Accounts">
      ${accounts.map(({ id, name, email }) => html`<a class="button" href="${as(id)}">${name} (${email ?? 'no address'})</a>`)}
      <a class="button quiet" href="${as('nobody')}">Cancel</a>
    </nav>`,
  })
}

/** What the original's script submits by itself. */
const formPage = (action: string, fields: Readonly<Record<string, string>>): Piece =>
  frame({
    title: 'Go on',
    subtitle: `to ${new URL(action).host}`,
    note: noteOf('Apple'),
    body: html`<form method="post" action="${action}">
      ${Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
      <button class="button">Continue</button>
    </form>`,
  })

const refusalPage = (title: string, { message }: ConsentRefusal): Piece =>
  frame({
    title: 'Access blocked',
    subtitle: 'The local stack',
    note: noteOf(title),
    body: outcome({
      tone: 'bad',
      said: `Error 400: ${message}`,
      more: 'The application that led here isn’t set up so.',
    }),
  })
