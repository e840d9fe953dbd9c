import { beforeAll, describe, expect, test } from 'vitest'
import type { DappNews } from '../engine/engine.js'
import { createListeners } from '../exchange/listeners.js'
import type { Ciphers } from '../protocol/index.js'
import { testCiphers } from '../transport/test/ciphers.js'
import { fetchedCode } from './test/code.js'
import { createIdleNode, createTestTabs, emitted, publication, topic } from './test/tabs.js'

let ciphers: Ciphers
beforeAll(async () => {
  ciphers = await testCiphers()
})

const world = () => createTestTabs({ ciphers })

describe('a call to another page', () => {
  const never = () => new Promise<void>(() => {})
  const createMuteNode = () => ({ ...createIdleNode(), publish: never })

  test('that was answered isn’t said again', async () => {
    const all = world()
    const [, page] = [all.openPage({ open: createIdleNode }), all.openPage()]
    await all.clock.until(page.node.publish(publication('1')))
    expect(all.clock.pending).toBe(0)
  })

  test('is said to a new holder at once, and again as one call', async () => {
    const all = world()
    const [, page] = [all.openPage({ open: createMuteNode }), all.openPage()]
    page.node.publish(publication('1')).catch(() => {})
    await all.clock.settle()
    const said = () => all.origin.posted.filter((each) => JSON.stringify(each).includes('"call"')).length
    const before = said()
    all.origin.post('kit:1', { type: 'holder' })
    await all.clock.settle()
    expect([said(), all.clock.pending]).toEqual([before + 1, 2])
    await all.clock.advance(5_000)
    expect([said(), all.clock.pending]).toEqual([before + 2, 2])
    page.node.stop()
  })

  test('that was done before the code came is said to nobody', async () => {
    const all = world()
    const { late, arrive } = fetchedCode()
    const [first, second] = [all.openPage(), all.openPage(late)]
    const asked = second.node.publish(publication('done'))
    await all.clock.settle()
    first.close()
    await all.clock.until(asked)
    second.freeze()
    const third = all.openPage()
    await all.clock.until(third.node.publish(publication('robbed')))
    second.thaw()
    await all.clock.settle()
    arrive()
    await all.clock.advance(30_000)
    expect(JSON.stringify(all.origin.posted)).not.toContain('"message":"done"')
    expect([all.standing, all.opened]).toEqual([1, 3])
  })

  test('that a page was at with a node that it lost is done with the next', async () => {
    const all = world()
    const nodes = [createMuteNode, createIdleNode]
    const first = all.openPage({ open: () => (nodes.shift() ?? createMuteNode)() })
    await all.clock.settle()
    const second = all.openPage({ open: createMuteNode })
    const asked = second.node.publish(publication('1'))
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
    const [, page] = [all.openPage({ open: () => ({ ...createIdleNode(), publish }) }), all.openPage()]
    const asked = page.node.publish(publication('1'))
    await all.clock.settle()
    page.hide()
    await all.clock.advance(4_000)
    page.show()
    const from = all.clock.now()
    await all.clock.until(asked)
    expect(all.clock.now() - from).toBeLessThan(10_000)
  })

  test('doesn’t fail by what a page says that was robbed of the node', async () => {
    const all = world()
    const failing = () => {
      let fail: (error: unknown) => void = () => {}
      const publish = () =>
        new Promise<void>((_resolve, reject) => {
          fail = reject
        })
      return { ...createIdleNode(), publish, stop: () => fail(new Error('stopped')) }
    }
    const [first, second, third] = [
      all.openPage({ open: failing }),
      all.openPage({ open: createMuteNode }),
      all.openPage(),
    ]
    let outcome: unknown
    third.node.publish(publication('1')).catch((error: unknown) => {
      outcome = error
    })
    await all.clock.settle()
    first.freeze()
    await all.clock.until(second.node.keyOf(topic))
    first.thaw()
    await all.clock.settle()
    expect(outcome).toBeUndefined()
    third.node.stop()
  })

  test('gives a new holder as long as the one before it had', async () => {
    const all = world()
    const [, second] = [all.openPage(fetchedCode().late), all.openPage()]
    await all.clock.settle()
    second.node.publish(publication('1')).catch(() => {})
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
    const proposed = page.node.propose({ attempt: '1', metadata, requested: {}, authPayload: () => {} })
    await expect(all.clock.until(proposed)).rejects.toMatchObject({ name: 'DataCloneError' })
  })

  test('is answered by what answers it, not by what answers another', async () => {
    const all = world()
    const [, page] = [all.openPage({ open: () => ({ ...createMuteNode(), keyOf: async () => topic }) }), all.openPage()]
    let isPublished = false
    page.node.publish(publication('1')).then(
      () => {
        isPublished = true
      },
      () => {},
    )
    expect(await all.clock.until(page.node.keyOf(topic))).toBe(topic)
    expect(isPublished).toBe(false)
    page.node.stop()
  })

  test('is taken up before what was said after its answer', async () => {
    const all = world()
    const news = createListeners<DappNews>(() => {})
    const keyOf = async () => {
      setImmediate(() => news.tell(emitted('after')))
      return topic
    }
    const [, page] = [all.openPage({ open: () => ({ ...createIdleNode(), keyOf, onNews: news.add }) }), all.openPage()]
    await all.clock.until(page.node.sessions())
    const order: string[] = []
    page.node.onNews(() => order.push('news'))
    const asked = page.node.keyOf(topic).then(() => order.push('answer'))
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
    const [, page] = [all.openPage({ open: () => ({ ...createIdleNode(), keyOf }) }), all.openPage()]
    const facts = { failure: 'malformed' }
    await expect(all.clock.until(page.node.keyOf(topic))).rejects.toMatchObject({ code: 'shared_node', facts })
  })

  test('isn’t answered by another page any more once this one has the node', async () => {
    const all = world()
    const [first, second] = [all.openPage({ open: createMuteNode }), all.openPage({ open: createMuteNode })]
    let outcome: unknown
    second.node.publish(publication('1')).then(
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
    second.node.stop()
  })
})
