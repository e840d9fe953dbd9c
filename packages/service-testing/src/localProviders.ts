import { challengeOf } from '@foyer/login/socialWindow'
import {
  type LocalProviders,
  type ProviderClient,
  providerAccounts,
  type StartProvidersParameters,
  startProviders,
} from '@foyer/stack'
import { afterEach } from 'vitest'

/** The stand-in for an operator's client at each provider; nothing in the product imports this. */
export const client: ProviderClient = {
  id: 'foyer',
  secret: 'secret of the client',
  redirectUris: ['https://wallet.example/social'],
}

/** A visitor of a test's. */
export const visitor = '203.0.113.9'

/** Sets a test file up to have providers that end with each test. */
export function withProviders() {
  const stops: (() => Promise<void>)[] = []
  afterEach(async () => {
    for (const stop of stops.splice(0)) await stop()
  })
  return async ({ now, states, limits, clients = [client], signs = true }: Lying) => {
    const said = { ...(now && { now }), ...(states && { states }), ...(limits && { limits }) }
    const providers = await startProviders({ clients, ...said })
    stops.push(providers.stop)
    // Its key is made before anyone waits for what it signs.
    if (signs) await fetch(`${providers.at('google')}/oauth2/v3/certs`)
    return providers
  }
}

interface Lying extends Pick<StartProvidersParameters, 'now'> {
  readonly states?: StartProvidersParameters['states'] | undefined
  readonly limits?: StartProvidersParameters['limits'] | undefined
  readonly clients?: readonly ProviderClient[]
  /** false where no one logs in at one that speaks OpenID Connect */
  readonly signs?: boolean
}

/** Google's page of the local providers. */
export const googlePage = (providers: LocalProviders): string => `${providers.at('google')}/o/oauth2/v2/auth`

export interface ChooseAccount {
  /** the provider's page */
  readonly page: string
  readonly nonce: string
  readonly verifier: string
  /** Which of the provider's accounts; anything else is a visitor who doesn't want to. */
  readonly as?: number | undefined
  /** Asked in the place of what is right. */
  readonly changed?: Readonly<Record<string, string>> | undefined
}

/** Chooses an account at a provider as a visitor does. */
export async function chooseAccount({ page, nonce, verifier, as = 0, changed = {} }: ChooseAccount) {
  const query = {
    ...{ response_type: 'code', client_id: client.id, redirect_uri: client.redirectUris[0] ?? '' },
    ...{ scope: 'openid email profile', state: 's', nonce },
    ...{ code_challenge: await challengeOf(verifier), code_challenge_method: 'S256' },
    as: providerAccounts[as]?.id ?? 'nobody',
    ...changed,
  }
  const answer = await fetch(`${page}?${new URLSearchParams(query)}`, { redirect: 'manual' })
  const at = new URL(answer.headers.get('location') ?? 'about:blank').searchParams
  // Apple has the browser post a form.
  const posted = new Map([...(await answer.text()).matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, k, v]) => [k, v]))
  const said = (name: string) => at.get(name) ?? posted.get(name)
  return {
    status: answer.status,
    code: said('code') ?? '',
    idToken: said('id_token') ?? '',
    error: said('error') ?? null,
  }
}
