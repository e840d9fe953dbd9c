import { ChunkLoadError } from '@foyer/core/errors'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Engine, EngineEvent } from '../engine/engine.js'
import type { Ciphers } from '../protocol/cipher/ciphers.js'
import { RelayRefusedError } from '../transport/errors.js'
import { testCiphers } from '../transport/test/ciphers.js'
import type { SharedEngineParameters } from './createSharedEngine.js'
import type { TestPage } from './test/origin.js'
import { createIdleEngine, createTestTabs, emitted, ofType, publication, topic } from './test/tabs.js'

let ciphers: Ciphers
beforeAll(async () => {
  ciphers = await testCiphers()
})

const world = (seed?: number) => createTestTabs({ ciphers, seed })

describe('[F19] ten pages', () => {
  test('have one socket, one engine, and all the same answers and news', async () => {
    const all = world()
    const pages = Array.from({ length: 10 }, () => all.openPage())
    await all.clock.until(Promise.all(pages.map(({ engine }, index) => engine.publish(publication(`${index}`)))))
    expect([all.opened, all.relay.sockets, all.relay.urls.length]).toEqual([1, 1, 1])
    expect(all.relay.messages.map(({ message }) => message).sort()).toEqual(pages.map((_, index) => `${index}`))
    const offers = await all.clock.until(
      Promise.all(
        pages.map(({ engine }, index) =>
          engine.propose({
            attempt: `${index}`,
            metadata: { name: '', description: '', url: '', icons: [] },
            requested: {},
          }),
        ),
      ),
    )
    expect(offers.map(({ uri }) => uri)).toEqual(pages.map((_, index) => `${index}`))
    const keys = await all.clock.until(Promise.all(pages.map(({ engine }) => engine.keyOf(topic))))
    expect(new Set(keys)).toEqual(new Set([topic]))
    expect(await all.clock.until(pages[3]?.engine.keyOf('cd'.repeat(32)) ?? Promise.reject())).toBeUndefined()
    all.tell(emitted('accountsChanged'))
    const error = { code: 3, message: 'execution reverted', data: { returned: ['0x08c379a0'] } }
    const answered: EngineEvent = { type: 'answered', topic, payload: { type: 'failure', id: '1', error } }
    all.tell(answered)
    await all.clock.settle()
    for (const { heard } of pages) expect(ofType(heard, 'answered')).toEqual([answered])
    for (const { heard } of pages) expect(ofType(heard, 'emitted')).toEqual([emitted('accountsChanged')])
    expect(all.reported).toEqual([])
  })

  test('go on when the one with the engine is closed: nothing is lost or doubled', async () => {
    const all = world()
    const pages = Array.from({ length: 10 }, () => all.openPage())
    await all.clock.settle()
    all.relay.state = 'mute'
    const calls = Promise.all(pages.slice(1).map(({ engine }, index) => engine.publish(publication(`${index}`))))
    await all.clock.settle()
    all.relay.state = 'up'
    pages[0]?.close()
    await all.clock.until(calls)
    expect([all.opened, all.standing, all.relay.sockets]).toEqual([2, 1, 1])
    expect(all.relay.messages.length).toBe(9)
    all.tell(emitted('chainChanged'))
    await all.clock.settle()
    for (const { heard } of pages.slice(1)) expect(ofType(heard, 'emitted').length).toBe(1)
  })

  test('one that stops leaves nothing', async () => {
    const all = world()
    const pages = [all.openPage(), all.openPage()]
    await all.clock.settle()
    const calls = pages.map(({ engine }) => engine.publish(publication('late')).catch(({ code }) => code))
    for (const { engine } of pages) engine.wake()
    for (const { engine } of pages.reverse()) engine.stop()
    expect(await all.clock.until(Promise.all(calls))).toEqual(['aborted', 'aborted'])
    await all.clock.advance(60_000)
    expect([all.standing, all.relay.sockets, all.clock.pending]).toEqual([0, 0, 0])
    await expect(pages[0]?.engine.sessions()).rejects.toMatchObject({ code: 'aborted' })
    expect(all.reported).toEqual([])
  })
})

describe('a holder that doesn’t answer', () => {
  test('[F18] is robbed after 10 s, and stops its engine when it wakes', async () => {
    const all = world()
    const [first, second] = [all.openPage(), all.openPage()]
    await all.clock.settle()
    first.freeze()
    const from = all.clock.now()
    await all.clock.until(second.engine.publish(publication('1')))
    expect(all.clock.now() - from).toBeLessThanOrEqual(10_000)
    expect(all.standing).toBe(2) // a frozen page runs nothing: the socket of the first is as asleep as itself
    first.thaw()
    await all.clock.settle()
    expect([all.standing, all.opened]).toEqual([1, 2])
    await all.clock.until(first.engine.publish(publication('2')))
    second.close()
    await all.clock.until(first.engine.publish(publication('3')))
    expect([all.standing, all.opened]).toEqual([1, 3])
  })

  test('is found out by a page in front again that only waits for news', async () => {
    const all = world()
    const [first, second] = [all.openPage(), all.openPage()]
    await all.clock.settle()
    first.freeze()
    second.engine.wake()
    await all.clock.advance(10_000)
    expect(all.opened).toBe(2)
  })

  test('goes into the back/forward cache without its lock, and comes back behind the others', async () => {
    const all = world()
    const [first, second] = [all.openPage(), all.openPage()]
    await all.clock.settle()
    first.hide()
    await all.clock.settle()
    expect([all.standing, all.opened]).toEqual([1, 2])
    const missed = emitted('accountsChanged')
    all.tell(missed)
    first.show()
    await all.clock.settle()
    await all.clock.until(first.engine.publish(publication('1')))
    expect([all.standing, all.opened]).toEqual([1, 2])
    // What it missed it is told in sum.
    expect(first.heard.at(-1)).toEqual({ type: 'sessions', sessions: [] })
    expect(ofType(second.heard, 'emitted').length).toBe(1)
  })

  test('that goes away with calls of its own under way says them again where the engine is then', async () => {
    const all = world()
    const [first] = [all.openPage(), all.openPage()]
    await all.clock.settle()
    all.relay.state = 'mute'
    const published = first.engine.publish(publication('1'))
    await all.clock.settle()
    first.hide()
    await all.clock.settle()
    all.relay.state = 'up'
    first.show()
    await all.clock.until(published)
    expect(all.relay.messages.map(({ message }) => message)).toEqual(['1'])
  })

  test('that is slow is asked again, and does it once', async () => {
    const all = world()
    let asked = 0
    const publish = () => {
      asked += 1
      return new Promise<void>((resolve) => all.clock.setTimeout(resolve, 59_000))
    }
    const [, page] = [all.openPage({ open: () => ({ ...createIdleEngine(), publish }) }), all.openPage()]
    await all.clock.settle()
    await all.clock.until(page.engine.publish(publication('1')))
    expect(all.origin.posted.filter((each) => JSON.stringify(each).includes('"call"')).length).toBeGreaterThan(10)
    expect([asked, all.opened]).toEqual([1, 0])
  })

  test('[F18] that hears but never answers: the call fails in its time, there and elsewhere', async () => {
    const all = world()
    const never: Engine['sessions'] = () => new Promise(() => {})
    const engine = { ...createIdleEngine(), sessions: never }
    const pages = [all.openPage({ open: () => engine }), all.openPage()]
    await all.clock.settle()
    for (const page of pages) {
      const from = all.clock.now()
      await expect(all.clock.until(page.engine.sessions())).rejects.toMatchObject({ code: 'chunk_load' })
      expect(all.clock.now() - from).toBe(120_000)
    }
    expect(all.opened).toBe(0)
  })
})

describe('errors', () => {
  test('are the same classes in every page', async () => {
    const all = world()
    const pages = [all.openPage(), all.openPage()]
    const reason = { code: 6000, message: 'User disconnected.' }
    for (const { engine } of pages) {
      const error = await all.clock.until(engine.end({ topic, reason }).catch((each: unknown) => each))
      expect(error).toBeInstanceOf(RelayRefusedError)
      expect(error).toMatchObject({ reason: 'origin', cause: 'Unauthorized: origin not allowed' })
    }
  })

  test('of another kind say no more than that', async () => {
    const all = world()
    const publish = async () => {
      throw new TypeError('canary')
    }
    const [, page] = [all.openPage({ open: () => ({ ...createIdleEngine(), publish }) }), all.openPage()]
    const error = await all.clock.until(page.engine.publish(publication('1')).catch((each: unknown) => each))
    expect(error).toMatchObject({ code: 'shared_node', facts: { failure: 'unknown' } })
    expect(JSON.stringify([all.origin.posted, String(error)])).not.toContain('canary')
  })

  test('of an engine that can’t be opened fail this page’s calls, and another page tries', async () => {
    const all = world()
    let tries = 0
    const open = async () => {
      tries += 1
      if (tries === 1) throw new ChunkLoadError({ chunk: 'node' })
      return createIdleEngine()
    }
    const first = all.openPage({ open })
    await expect(all.clock.until(first.engine.sessions())).rejects.toMatchObject({ code: 'chunk_load' })
    expect(await all.clock.until(first.engine.sessions())).toEqual([])
    expect(tries).toBe(2)
  })
})

describe('[F20] without what browsers have', () => {
  const throwing = {
    request: () => {
      throw new DOMException('No locks here.', 'SecurityError')
    },
  }
  test.each<[string, (page: TestPage) => Partial<SharedEngineParameters>]>([
    ['locks', () => ({ locks: undefined })],
    ['channels', () => ({ channel: () => undefined })],
    [
      'leave to have channels',
      () => ({
        channel() {
          throw new DOMException('No channels here.', 'SecurityError')
        },
      }),
    ],
    ['leave to have locks', () => ({ locks: throwing })],
    ['locks that work', () => ({ locks: { request: () => Promise.reject(new DOMException('No', 'SecurityError')) } })],
  ])('%s, a page has its own engine', async (_what, changes) => {
    const all = world()
    const page = all.openPage(changes(all.origin.open()))
    await all.clock.until(page.engine.publish(publication('1')))
    all.tell(emitted('chainChanged'))
    expect(ofType(page.heard, 'emitted').length).toBe(1)
    expect([all.opened, all.relay.sockets]).toEqual([1, 1])
    const other = all.openPage(changes(all.origin.open()))
    await all.clock.until(other.engine.publish(publication('2')))
    expect([all.opened, all.relay.sockets]).toEqual([2, 2])
    for (const { engine } of [page, other]) engine.stop()
    await all.clock.settle()
    expect([all.standing, all.relay.sockets, all.clock.pending]).toEqual([0, 0, 0])
  })
})

test('[F20] whatever another script of the origin posts changes nothing', async () => {
  const all = world()
  const [first, second] = [all.openPage(), all.openPage()]
  await all.clock.until(second.engine.publish(publication('1')))
  const before = [first.heard.length, second.heard.length]
  const page = 'x'
  const texts: unknown[] = [
    null,
    7,
    'holder',
    [],
    { type: 'constructor' },
    { type: 'call' },
    { type: 'call', page, id: 1, call: { method: 'stop', parameters: undefined } },
    { type: 'call', page, id: 1, call: { method: 'publish', parameters: { topic: 'x' } } },
    { type: 'call', page, id: 1, call: { method: 'propose', parameters: { attempt: '1', metadata: null } } },
    { type: 'answer', page, id: 1, result: 1 },
    { type: 'taken', page, id: -1 },
    { type: 'news', news: { type: 'sessions', sessions: [{ topic }] } },
    { type: 'news', news: { type: 'answered', topic, payload: { type: 'request', id: '1' } } },
    { type: 'news', news: { type: '__proto__' } },
    new Map([['type', 'news']]),
    { type: 'news', news: { type: 'ended', topic: topic.toUpperCase(), why: 'deleted' } },
  ]
  for (const text of texts) all.origin.post('kit:1', text)
  await all.clock.settle()
  expect([first.heard.length, second.heard.length]).toEqual(before)
  await all.clock.until(second.engine.publish(publication('2')))
  expect([all.reported, all.relay.messages.length, all.opened]).toEqual([[], 2, 1])
})
