import { encodeBytes, randomBytes } from '@foyer/custody/bytes'
import { createSigningKeys } from '@foyer/custody/signed'
import { cleanup, render as draw, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, test } from 'vitest'
import { createServers } from '../servers/servers.js'
import { AllArmed } from '../test/armed.js'
import { testWindow } from '../test/testWindow.js'
import { SocialPage } from './SocialPage.js'

const render = (page: ReactNode) => draw(page, { wrapper: AllArmed })

afterEach(cleanup)

test.each([
  ['provider_busy', 'The provider takes no more logins at the moment. Try again in 90 seconds.'],
  ['provider_away', 'The provider can’t be reached. Try again in a moment.'],
  ['social_off', 'This wallet has no login by that provider.'],
  ['social_unknown', 'This login is over. Begin again where you logged in.'],
])('a window whose login is refused as %s says why', async (code, title) => {
  const keys = await createSigningKeys()
  const refused = { status: 503, headers: { 'retry-after': '90' } }
  const fetch: typeof globalThis.fetch = async (url) =>
    String(url).endsWith('/nonce')
      ? Response.json({ nonce: encodeBytes(randomBytes(32)) })
      : Response.json({ error: { code, message: 'refused' } }, refused)
  const servers = createServers({ fetch, keys: () => keys })
  const { page: window } = testWindow('https://wallet.example/social')
  const word = encodeBytes(randomBytes(32))
  const asked = { address: { id: 'an id', key: word }, hash: word, challenge: word, back: null }
  render(<SocialPage arrival={{ is: 'asked', asked }} parameters={{ window, servers, keys: () => keys }} />)
  await screen.findByRole('heading', { name: title })
})
