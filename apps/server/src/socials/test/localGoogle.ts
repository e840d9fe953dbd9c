import { challengeOf } from '@foyer/embedded/custody'
import { type GoogleClient, googleAccounts, type LocalGoogle, type StatedClaims, startGoogle } from '@foyer/stack'
import { afterEach } from 'vitest'

/** What stands for an operator's client at Google; nothing in the product imports this. */
export const client: GoogleClient = {
  id: 'foyer',
  secret: 'secret of the client',
  redirectUris: ['https://wallet.example/social'],
}

/** Sets a test file up to have providers that end with each test. */
export function withGoogle() {
  const stops: (() => Promise<void>)[] = []
  afterEach(async () => {
    for (const stop of stops.splice(0)) await stop()
  })
  return async (parameters: { now: () => number; states?: ((claims: StatedClaims) => StatedClaims) | undefined }) => {
    const { states, now } = parameters
    const google = await startGoogle({ clients: [client], now, ...(states && { states }) })
    stops.push(google.stop)
    return google
  }
}

export interface ChooseAccount {
  readonly google: LocalGoogle
  readonly nonce: string
  readonly verifier: string
  /** Which of the provider's accounts; anything else is a visitor who doesn't want to. */
  readonly as?: number | undefined
  /** Asked in the place of what is right. */
  readonly changed?: Readonly<Record<string, string>> | undefined
}

/** Chooses an account at a provider as a visitor does. */
export async function chooseAccount({ google, nonce, verifier, as = 0, changed = {} }: ChooseAccount) {
  const query = {
    ...{ response_type: 'code', client_id: client.id, redirect_uri: client.redirectUris[0] ?? '' },
    ...{ scope: 'openid email profile', state: 's', nonce },
    ...{ code_challenge: await challengeOf(verifier), code_challenge_method: 'S256' },
    as: googleAccounts[as]?.subject ?? 'nobody',
    ...changed,
  }
  const answer = await fetch(`${google.url}/o/oauth2/v2/auth?${new URLSearchParams(query)}`, { redirect: 'manual' })
  const at = new URL(answer.headers.get('location') ?? 'about:blank')
  return { status: answer.status, code: at.searchParams.get('code') ?? '', error: at.searchParams.get('error') }
}
