import { ChunkLoadError } from '@foyer/core/errors'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Engine, EngineEvent } from '../engine/engine.js'
import type { Ciphers } from '../protocol/cipher/ciphers.js'
import { testCiphers } from '../transport/test/ciphers.js'
import { createListeners } from '../waiting/listeners.js'
import { createIdleEngine, createTestTabs, emitted, ofType, publication } from './test/tabs.js'

let ciphers: Ciphers
beforeAll(async () => {
  ciphers = await testCiphers()
})

const world = () => createTestTabs({ ciphers })

describe('a page that is away', () => {
  test('isn’t in the queue for what it asks meanwhile, which is done when it is back', async () => {
    const all = world()
    const [first, second] = [all.openPage(), all.openPage()]
    await all.clock.settle()
    first.hide()
    const asked = first.engine.publish(publication('1'))
    await all.clock.settle()
    second.close()
    const third = all.openPage()
    const from = all.clock.now()
    await all.clock.until(third.engine.publish(publication('2')))
    expect(all.clock.now() - from).toBeLessThan(10_000)
    first.show()
    await all.clock.until(asked)
    expect([all.messages(), all.opened, all.standing]).toEqual([['2', '1'], 3, 1])
  })

  test('has left the queue that it was in', async () => {
    const all = world()
    const [first, second] = [all.openPage(), all.openPage()]
    await all.clock.settle()
    second.hide()
    first.close()
    const third = all.openPage()
    const from = all.clock.now()
    await all.clock.until(third.engine.publish(publication('1')))
    expect(all.clock.now() - from).toBeLessThan(10_000)
  })

  test.each([
    ['opened', false],
    ['lost', true],
  ])('when its engine is %s has nothing to do with it when it is back', async (_how, isLost) => {
    const all = world()
    let stopped = 0
    let heard = 0
    const stop = () => {
      stopped += 1
    }
    const subscribe = () => {
      heard += 1
      return () => {}
    }
    const never = () => new Promise<void>(() => {})
    const ends: (() => void)[] = []
    const open = () =>
      new Promise<Engine>((resolve, reject) => {
        const engine = { ...createIdleEngine(), publish: never, stop, subscribe }
        ends.push(() => (isLost ? reject(new Error('lost')) : resolve(engine)))
      })
    const page = all.openPage({ open })
    await all.clock.settle()
    page.hide()
    page.show()
    await all.clock.settle()
    let outcome: unknown
    page.engine.publish(publication('1')).catch((error: unknown) => {
      outcome = error
    })
    ends[0]?.()
    await all.clock.settle()
    expect([outcome, heard, stopped]).toEqual([undefined, 0, isLost ? 0 : 1])
    page.engine.stop()
    await all.clock.settle()
    expect(outcome).toMatchObject({ code: 'aborted' })
  })
})

describe('an engine that can’t be opened', () => {
  const lost = new ChunkLoadError({ chunk: 'node' })

  test('leaves its page with the one that another page opens', async () => {
    const all = world()
    const first = all.openPage({ open: () => Promise.reject(lost) })
    await expect(all.clock.until(first.engine.sessions())).rejects.toBe(lost)
    const second = all.openPage()
    await all.clock.until(second.engine.publish(publication('1')))
    all.tell(emitted('chainChanged'))
    await all.clock.settle()
    expect(ofType(first.heard, 'emitted')).toEqual([emitted('chainChanged')])
    await all.clock.until(first.engine.publish(publication('2')))
    expect(all.opened).toBe(1)
  })

  test('is opened by the next call, which is done once, where pages don’t share', async () => {
    const all = world()
    let tries = 0
    let asked = 0
    const publish = async () => {
      asked += 1
    }
    const open = async () => {
      tries += 1
      if (tries === 1) throw lost
      return { ...createIdleEngine(), publish }
    }
    const { engine } = all.openPage({ open, locks: undefined })
    await all.clock.settle()
    await all.clock.until(engine.publish(publication('1')))
    expect([tries, asked]).toEqual([2, 1])
  })
})

test('a page that has the engine wakes it, and asks nothing', async () => {
  const all = world()
  const done: string[] = []
  const wake = () => void done.push('wake')
  const sessions = async () => {
    done.push('sessions')
    return []
  }
  const { engine } = all.openPage({ open: () => ({ ...createIdleEngine(), wake, sessions }) })
  await all.clock.settle()
  engine.wake()
  await all.clock.settle()
  expect(done).toEqual(['wake'])
})

test('a page that has stopped tells nothing more, whatever its engine still does', async () => {
  const all = world()
  const news = createListeners<EngineEvent>(() => {})
  const page = all.openPage({ open: () => ({ ...createIdleEngine(), subscribe: news.subscribe }) })
  await all.clock.settle()
  news.emit(emitted('before'))
  page.engine.stop()
  news.emit(emitted('after'))
  expect(page.heard).toEqual([emitted('before')])
})

describe('the sessions that stand', () => {
  const asking = () => {
    const all = world()
    let asked = 0
    const sessions = async () => {
      asked += 1
      return []
    }
    const open = () => ({ ...createIdleEngine(), sessions })
    return { all, open, asked: () => asked }
  }

  test('are told to nobody by a page that is alone: nobody has missed any', async () => {
    const { all, open, asked } = asking()
    const page = all.openPage({ open })
    await all.clock.settle()
    expect([asked(), page.heard]).toEqual([0, []])
  })

  test('are told to all when another page has taken the engine over', async () => {
    const { all, open, asked } = asking()
    const [first, second, third] = [all.openPage({ open }), all.openPage({ open }), all.openPage({ open })]
    await all.clock.settle()
    first.crash()
    await all.clock.settle()
    expect(asked()).toBe(1)
    for (const { heard } of [second, third]) expect(heard).toEqual([{ type: 'sessions', sessions: [] }])
  })

  test('are told to a page that was robbed, by itself where the thief has gone', async () => {
    const { all, open, asked } = asking()
    const [first, second] = [all.openPage({ open }), all.openPage({ open })]
    await all.clock.settle()
    first.freeze()
    await all.clock.until(second.engine.publish(publication('1')))
    second.close()
    const before = asked()
    first.thaw()
    await all.clock.settle()
    expect(asked()).toBe(before + 1)
    expect(first.heard.at(-1)).toEqual({ type: 'sessions', sessions: [] })
  })

  test('that can’t be had by the page that takes the engine over: it says so', async () => {
    const { all, open } = asking()
    const lost = new ChunkLoadError({ chunk: 'node' })
    const [first] = [all.openPage({ open }), all.openPage({ open: () => Promise.reject(lost) })]
    await all.clock.settle()
    first.close()
    await all.clock.settle()
    expect(all.reported).toEqual([lost])
  })
})
