import { systemClock } from '@foyer/service/clock'
import { expect, test } from 'vitest'
import { createChains } from '../chains/createChains.js'
import type { Drawings } from '../drawings/drawings.js'
import { createSafeFetch } from '../safeFetch/safeFetch.js'
import { createAvatars } from './avatars.js'
import { createZone } from './labels.js'

/** Names whose pictures are drawings, with what is told to whom reads them, and when it answers. */
function open() {
  const asked: { readonly name?: string | undefined; readonly owners: readonly string[] }[] = []
  const joined: { readonly name: string; readonly owner: string }[] = []
  const answers: (() => void)[] = []
  const drawings: Drawings = {
    isStill({ name, owners }) {
      asked.push({ name, owners })
      return new Promise((resolve) => void answers.push(() => resolve(true)))
    },
    join: (one) => void joined.push(one),
  }
  const avatar = 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>'
  const avatars = createAvatars({
    own: {
      zone: createZone({ name: 'foyer.id', aliases: [] }),
      registry: { find: async () => ({ avatar }) },
    },
    ens: null,
    chains: createChains({ chains: [], timeoutMs: 1, clock: systemClock, random: () => 0 }),
    safeFetch: createSafeFetch({ config: { allow: [], http: false }, clock: systemClock, resolveHost: async () => [] }),
    drawings,
    clock: systemClock,
  })
  const { signal } = new AbortController()
  return { of: (name: string, client: string) => avatars.of({ name, client, signal }), asked, joined, answers }
}

test('a drawing is read in the turn of the network that asked, whosever name it is', async () => {
  const { of, asked, joined, answers } = open()
  const all = ['alice', 'bobby'].map((label) => of(`${label}.foyer.id`, '2001:db8:1:2::/64'))
  await expect.poll(() => asked).toHaveLength(2)
  expect(asked.map(({ owners }) => owners)).toEqual([['2001:db8:1::/48'], ['2001:db8:1::/48']])
  all.push(of('alice.foyer.id', '192.0.2.1'))
  expect(joined.at(-1)).toEqual({ name: asked[0]?.name, owner: '192.0.2.0/24' })
  for (const answer of answers) answer()
  for (const picture of await Promise.all(all)) expect(picture.contentType).toBe('image/svg+xml')
  expect(asked).toHaveLength(2)
})
