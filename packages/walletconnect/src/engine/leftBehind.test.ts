import { expect, test } from 'vitest'
import { createTestDapp, type TestDapp, testStorage } from '../dapp/test/dapp.js'
import { createTestWorld } from '../dapp/test/world.js'
import { seededRandom } from '../transport/test/clock.js'
import type { SessionClaims } from './sessions.js'

const minute = 60_000

/** Pages of one origin, one after another, that say which sessions they have taken. */
async function pages() {
  const world = await createTestWorld()
  const { relay, clock, ciphers, wallet } = world
  const storage = testStorage()
  const claimed: string[] = []
  const claims: SessionClaims = {
    isClaimed: (topic) => claimed.includes(topic),
    latest: () => claimed.at(-1),
  }
  const random = seededRandom(3)
  const open = () => createTestDapp({ relay, clock, ciphers, random, storage, claims })
  /** Has the wallet agree to what a page proposes; a page that waits for it takes the session. */
  const connect = async (dapp: TestDapp, { takes }: { readonly takes: boolean }) => {
    const { uri, session } = await world.offered(dapp)
    const proposal = await world.scanned(uri)
    const approved = wallet.approve(proposal)
    const { topic } = await clock.until(session)
    await clock.until(approved)
    if (takes) claimed.push(topic)
    return topic
  }
  const told = (topic: string) =>
    wallet.requests.some((request) => request.method === 'wc_sessionDelete' && request.topic === topic)
  return { ...world, storage, claimed, open, connect, told }
}

test(' a session that was settled for a page that is gone is ended by the page with the engine, and the wallet is told', async () => {
  const { clock, open, storage, offered, scanned, wallet, told } = await pages()
  const gone = open()
  const { uri } = await offered(gone)
  gone.client.stop()
  const next = open()
  const { topic } = await clock.until(wallet.approve(await scanned(uri)))
  await clock.untilTrue(() => next.news.some(({ type }) => type === 'settled'))
  // A page that was loaded again may still take it.
  await clock.advance(5 * minute)
  expect(await next.client.sessions()).toMatchObject([{ topic }])
  await clock.advance(6 * minute)
  expect(await next.client.sessions()).toEqual([])
  expect(next.events).toContainEqual({ type: 'ended', topic, why: 'deleted' })
  expect(told(topic)).toBe(true)
  next.client.stop()
  expect(storage.text).not.toContain(topic)
})

test(' it is ended by the next page with the engine where there was none in the meantime', async () => {
  const { clock, open, connect, told } = await pages()
  const page = open()
  const topic = await connect(page, { takes: false })
  page.client.stop()
  await clock.advance(11 * minute)
  expect(told(topic)).toBe(false)
  const next = open()
  await clock.untilTrue(() => told(topic))
  expect(await next.client.sessions()).toEqual([])
})

test('a session that a page has taken stays, over pages and for as long as it lives', async () => {
  const { clock, open, connect, told } = await pages()
  const page = open()
  const topic = await connect(page, { takes: true })
  await clock.advance(60 * minute)
  page.client.stop()
  const next = open()
  await clock.advance(60 * minute)
  expect(await next.client.sessions()).toMatchObject([{ topic }])
  expect(told(topic)).toBe(false)
  expect(next.storage.text).not.toContain('claimBy')
})

test('[F20] a first wallet whose place another has taken is ended where the page that did so was closed before it could', async () => {
  const { clock, open, connect, told } = await pages()
  const page = open()
  const first = await connect(page, { takes: true })
  await clock.advance(11 * minute)
  const second = await connect(page, { takes: true })
  page.client.stop()
  const next = open()
  await clock.advance(11 * minute)
  expect(await next.client.sessions()).toMatchObject([{ topic: second }])
  expect([told(first), told(second)]).toEqual([true, false])
})

test('[F20] a session of today’s release, which says nothing of pages, is kept', async () => {
  const { clock, open, connect, storage } = await pages()
  const page = open()
  const topic = await connect(page, { takes: true })
  page.client.stop()
  const key = 'walletconnect/sessions/1'
  storage.setItem(key, (storage.getItem(key) ?? '').replace(/,"claimBy":\d+/, ''))
  const next = open()
  await clock.advance(60 * minute)
  expect(await next.client.sessions()).toMatchObject([{ topic }])
})
