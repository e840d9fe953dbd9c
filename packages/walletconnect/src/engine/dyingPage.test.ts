import { describe, expect, test } from 'vitest'
import { createTestDapp, type TestDapp } from '../dapp/test/dapp.js'
import { createTestWorld, type TestWorld } from '../dapp/test/world.js'
import { seededRandom } from '../transport/test/clock.js'

const settledIn = ({ news }: TestDapp) => news.filter(({ type }) => type === 'settled')

/** Has a wallet agree to what a page has proposed, which dies over it; and opens the next page, and the one after that. */
async function diesOver(dying: TestDapp, { clock, relay, wallet, offered, scanned, page }: TestWorld) {
  const { uri } = await offered(dying)
  const approved = wallet.approve(await scanned(uri))
  await clock.untilTrue(() => relay.messages.some(({ tag }) => tag === 1102))
  await clock.settle()
  expect([settledIn(dying).length, relay.unacknowledged > 0]).toEqual([0, true])
  dying.client.stop()
  const next = page({ storage: dying.storage })
  await clock.untilTrue(() => settledIn(next).length > 0)
  await clock.advance(60_000)
  const [session] = await next.client.sessions()
  expect((await clock.until(approved)).topic).toBe(session?.topic)
  expect([settledIn(next).length, relay.unacknowledged, next.faults]).toEqual([1, 0, []])
  next.client.stop()
  const third = page({ storage: dying.storage })
  await clock.advance(60_000)
  expect(await third.client.sessions()).toEqual([session])
  expect([settledIn(third), third.faults, wallet.faults]).toEqual([[], [], []])
}

describe('a wallet’s yes to a page that dies', () => {
  test('[W7] before it could decrypt anything is taken by the next page, once', async () => {
    const world = await createTestWorld()
    const { ciphers, clock, relay } = world
    const algorithms = { ...ciphers.algorithms, encryption: () => new Promise<never>(() => {}) }
    const stuck = { ...ciphers, algorithms }
    await diesOver(createTestDapp({ relay, clock, ciphers: stuck, random: seededRandom(7) }), world)
  })

  test('[W7] while it takes it is taken by the next page, once', async () => {
    const world = await createTestWorld()
    const { ciphers, clock, relay } = world
    const algorithms = { ...ciphers.algorithms, agreement: () => new Promise<never>(() => {}) }
    const stuck = { ...ciphers, algorithms }
    await diesOver(createTestDapp({ relay, clock, ciphers: stuck, random: seededRandom(7) }), world)
  })
})
