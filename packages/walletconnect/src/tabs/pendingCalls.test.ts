import { beforeAll, describe, expect, test } from 'vitest'
import type { EngineEvent } from '../engine/engine.js'
import type { Ciphers } from '../protocol/cipher/ciphers.js'
import { testCiphers } from '../transport/test/ciphers.js'
import { createListeners } from '../waiting/listeners.js'
import { createIdleEngine, createTestTabs, emitted, publication, topic } from './test/tabs.js'

let ciphers: Ciphers
beforeAll(async () => {
  ciphers = await testCiphers()
})

const world = () => createTestTabs({ ciphers })

describe('a call to another page', () => {
  const never = () => new Promise<void>(() => {})
  const createMuteNode = () => ({ ...createIdleEngine(), publish: never })

  test('that was answered isn’t said again', async () => {
    const all = world()
    const [, page] = [all.openPage({ open: createIdleEngine }), all.openPage()]
    await all.clock.until(page.engine.publish(publication('1')))
    expect(all.clock.pending).toBe(0)
  })

  test('is said to a new holder at once, and again as one call', async () => {
    const all = world()
    const [, page] = [all.openPage({ open: createMuteNode }), all.openPage()]
    page.engine.publish(publication('1')).catch(() => {})
    await all.clock.settle()
    const said = () => all.origin.posted.filter((each) => JSON.stringify(each).includes('"call"')).length
    const before = said()
    all.origin.post('kit:1', { type: 'holder' })
    await all.clock.settle()
    expect([said(), all.clock.pending]).toEqual([before + 1, 2])
    await all.clock.advance(5_000)
    expect([said(), all.clock.pending]).toEqual([before + 2, 2])
    page.engine.stop()
  })

  test('that a page was at with an engine that it lost is done with the next', async () => {
    const all = world()
    const nodes = [createMuteNode, createIdleEngine]
    const first = all.openPage({ open: () => (nodes.shift() ?? createMuteNode)() })
    await all.clock.settle()
    const second = all.openPage({ open: createMuteNode })
    const asked = second.engine.publish(publication('1'))
    await all.clock.settle()
    first.hide()
    await all.clock.settle()
    second.hide()
    first.show()
    await all.clock.settle()
    second.show()
    const from = all.clock.now()
    await all.clock.until(asked)
    expect(all.clock.now() - from).toBeLessThan(10_000)
  })

  test('whose answer came while the page was away is answered when it is back', async () => {
    const all = world()
    const publish = () => new Promise<void>((resolve) => all.clock.setTimeout(resolve, 3_000))
    const [, page] = [all.openPage({ open: () => ({ ...createIdleEngine(), publish }) }), all.openPage()]
    const asked = page.engine.publish(publication('1'))
    await all.clock.settle()
    page.hide()
    await all.clock.advance(4_000)
    page.show()
    const from = all.clock.now()
    await all.clock.until(asked)
    expect(all.clock.now() - from).toBeLessThan(10_000)
  })

  test('doesn’t fail by what a page says that was robbed of the engine', async () => {
    const all = world()
    const failing = () => {
      let fail: (error: unknown) => void = () => {}
      const publish = () =>
        new Promise<void>((_resolve, reject) => {
          fail = reject
        })
      return { ...createIdleEngine(), publish, stop: () => fail(new Error('stopped')) }
    }
    const [first, second, third] = [
      all.openPage({ open: failing }),
      all.openPage({ open: createMuteNode }),
      all.openPage(),
    ]
    let outcome: unknown
    third.engine.publish(publication('1')).catch((error: unknown) => {
      outcome = error
    })
    await all.clock.settle()
    first.freeze()
    await all.clock.until(second.engine.keyOf(topic))
    first.thaw()
    await all.clock.settle()
    expect(outcome).toBeUndefined()
    third.engine.stop()
  })

  test('gives a new holder as long as the one before it had', async () => {
    const all = world()
    const [first, second] = [all.openPage(), all.openPage()]
    await all.clock.settle()
    first.freeze()
    second.engine.publish(publication('1')).catch(() => {})
    await all.clock.advance(9_000)
    all.origin.post('kit:1', { type: 'holder' })
    await all.clock.advance(9_000)
    expect(all.opened).toBe(1)
    await all.clock.advance(1_000)
    expect(all.opened).toBe(2)
  })

  test('of what can’t be said fails', async () => {
    const all = world()
    const [, page] = [all.openPage(), all.openPage()]
    const metadata = { name: '', description: '', url: '', icons: [] }
    const proposed = page.engine.propose({ attempt: '1', metadata, requested: {}, authPayload: () => {} })
    await expect(all.clock.until(proposed)).rejects.toMatchObject({ name: 'DataCloneError' })
  })

  test('is answered by what answers it, not by what answers another', async () => {
    const all = world()
    const [, page] = [all.openPage({ open: () => ({ ...createMuteNode(), keyOf: async () => topic }) }), all.openPage()]
    let isPublished = false
    page.engine.publish(publication('1')).then(
      () => {
        isPublished = true
      },
      () => {},
    )
    expect(await all.clock.until(page.engine.keyOf(topic))).toBe(topic)
    expect(isPublished).toBe(false)
    page.engine.stop()
  })

  test('is taken up before what was said after its answer', async () => {
    const all = world()
    const news = createListeners<EngineEvent>(() => {})
    const keyOf = async () => {
      setImmediate(() => news.emit(emitted('after')))
      return topic
    }
    const [, page] = [
      all.openPage({ open: () => ({ ...createIdleEngine(), keyOf, subscribe: news.subscribe }) }),
      all.openPage(),
    ]
    await all.clock.until(page.engine.sessions())
    const order: string[] = []
    page.engine.subscribe(() => order.push('news'))
    const asked = page.engine.keyOf(topic).then(() => order.push('answer'))
    await Promise.resolve().then(() => page.freeze())
    await all.clock.settle()
    page.thaw()
    await all.clock.until(asked)
    await all.clock.settle()
    expect(order).toEqual(['answer', 'news'])
  })

  test('that is answered with what is no answer fails', async () => {
    const all = world()
    const keyOf = async () => 'no key'
    const [, page] = [all.openPage({ open: () => ({ ...createIdleEngine(), keyOf }) }), all.openPage()]
    const facts = { failure: 'malformed' }
    await expect(all.clock.until(page.engine.keyOf(topic))).rejects.toMatchObject({ code: 'shared_node', facts })
  })

  test('isn’t answered by another page any more once this one has the engine', async () => {
    const all = world()
    const [first, second] = [all.openPage({ open: createMuteNode }), all.openPage({ open: createMuteNode })]
    let outcome: unknown
    second.engine.publish(publication('1')).then(
      () => {
        outcome = 'done'
      },
      (error: unknown) => {
        outcome = error
      },
    )
    await all.clock.settle()
    first.close()
    await all.clock.settle()
    const asked = all.origin.posted.find((each) => JSON.stringify(each).includes('"call"'))
    all.origin.post('kit:1', { ...Object(asked), type: 'answer', failure: { code: 'aborted', facts: {} } })
    await all.clock.settle()
    expect(outcome).toBeUndefined()
    second.engine.stop()
  })
})
