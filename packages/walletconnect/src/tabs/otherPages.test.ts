import { ChunkLoadError } from '@foyer/core/errors'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Ciphers } from '../protocol/index.js'
import { testCiphers } from '../transport/test/ciphers.js'
import { fetchedCode } from './test/code.js'
import { createIdleNode, createTestTabs, emitted, ofType, publication, topic } from './test/tabs.js'

let ciphers: Ciphers
beforeAll(async () => {
  ciphers = await testCiphers()
})

const world = () => createTestTabs({ ciphers })
const three = ['first', 'second', 'third']

describe('the code that speaks with other pages', () => {
  test('isn’t fetched by a page that is alone', async () => {
    const all = world()
    const { node } = all.openPage(fetchedCode().losing)
    await all.clock.until(node.publish(publication('alone')))
    expect(await all.clock.until(node.keyOf(topic))).toBe(topic)
    node.wake()
    await all.clock.settle()
    expect(all.reported).toEqual([])
  })

  test('isn’t fetched by a page that hears nothing, and has nothing to ask before it has the node itself', async () => {
    const all = world()
    const { losing } = fetchedCode()
    const first = all.openPage({ ...losing, open: createIdleNode })
    await all.clock.settle()
    all.openPage(losing)
    await all.clock.settle()
    first.close()
    await all.clock.settle()
    expect([all.reported, all.opened]).toEqual([[], 1])
  })

  test('is waited for: what was said meanwhile is heard in its order', async () => {
    const all = world()
    all.openPage()
    const { late, arrive } = fetchedCode()
    const { heard } = all.openPage(late)
    await all.clock.settle()
    const said = three.map(emitted)
    for (const each of said) all.tell(each)
    await all.clock.settle()
    expect(ofType(heard, 'emitted')).toEqual([])
    arrive()
    await all.clock.settle()
    expect(ofType(heard, 'emitted')).toEqual(said)
  })

  test('is waited for by the calls of a page that isn’t the first: they are said in their order', async () => {
    const all = world()
    const { late, arrive } = fetchedCode()
    const [, page] = [all.openPage(), all.openPage(late)]
    const calls = Promise.all(three.map((message) => page.node.publish(publication(message))))
    await all.clock.advance(8_000)
    expect(all.relay.messages).toEqual([])
    arrive()
    await all.clock.until(calls)
    expect([all.messages(), all.opened]).toEqual([three, 1])
  })

  test('is waited for by a page that was alone: what others ask meanwhile is done in its order, and once', async () => {
    const all = world()
    const { late, arrive } = fetchedCode()
    const first = all.openPage(late)
    await all.clock.settle()
    const second = all.openPage()
    const calls = Promise.all(three.map((message) => second.node.publish(publication(message))))
    await all.clock.advance(8_000) // said again meanwhile
    all.tell(emitted('meanwhile'))
    await first.node.publish(publication('its own'))
    expect(all.messages()).toEqual(['its own'])
    arrive()
    await all.clock.until(calls)
    expect([all.messages(), all.opened]).toEqual([['its own', ...three], 1])
    expect(ofType(second.heard, 'emitted')).toEqual([emitted('meanwhile')])
    expect(await all.clock.until(second.node.sessions())).toEqual([])
  })

  test('that can’t be had by the page with the node costs it the node, and nobody a call', async () => {
    const all = world()
    const { losing, lost, code } = fetchedCode()
    const first = all.openPage(losing)
    await all.clock.settle()
    const second = all.openPage()
    await all.clock.until(second.node.publish(publication('1')))
    expect([all.opened, all.standing]).toEqual([2, 1])
    expect(all.reported).toContain(lost)
    code.isThere = true
    await all.clock.until(first.node.publish(publication('2')))
    expect([all.messages(), all.opened]).toEqual([['1', '2'], 2])
  })

  test('[F18] that can’t be had fails the calls of a page that needs it; the next call tries again', async () => {
    const all = world()
    const { losing, lost, code } = fetchedCode()
    all.openPage()
    await all.clock.until(all.openPage().node.sessions())
    const page = all.openPage(losing)
    await expect(all.clock.until(page.node.publish(publication('1')))).rejects.toBe(lost)
    expect(all.reported).toEqual([])
    page.node.wake()
    await all.clock.settle()
    expect(all.reported).toEqual([lost])
    code.isThere = true
    await all.clock.until(page.node.publish(publication('2')))
    expect([all.messages(), all.opened]).toEqual([['2'], 1])
  })

  test('that can’t be had keeps no page from taking the node over', async () => {
    const all = world()
    const { losing, lost } = fetchedCode()
    const [first, second] = [all.openPage(), all.openPage(losing)]
    await expect(all.clock.until(second.node.publish(publication('1')))).rejects.toBe(lost)
    first.close()
    await all.clock.until(second.node.publish(publication('2')))
    expect([all.messages(), all.opened, all.standing]).toEqual([['2'], 2, 1])
  })

  test('that comes too late to fail a call has no say in it: the page has the node by then', async () => {
    const all = world()
    let fail: (error: unknown) => void = () => {}
    const meet = () =>
      new Promise<never>((_resolve, reject) => {
        fail = reject
      })
    const [first, second] = [all.openPage(), all.openPage({ meet })]
    const published = second.node.publish(publication('1'))
    await all.clock.settle()
    all.relay.state = 'mute'
    first.close()
    await all.clock.settle()
    fail(new ChunkLoadError({ chunk: 'tabs' }))
    await all.clock.settle()
    all.relay.state = 'up'
    await all.clock.until(published)
    expect([all.messages(), all.opened]).toEqual([['1'], 2])
  })

  test('is fetched again with the next word where it couldn’t be had: those before it are heard first', async () => {
    const all = world()
    all.openPage()
    await all.clock.settle()
    const { losing, lost, code } = fetchedCode()
    const { heard } = all.openPage(losing)
    await all.clock.settle()
    all.tell(emitted('before'))
    await all.clock.settle()
    expect(all.reported).toEqual([lost])
    expect(ofType(heard, 'emitted')).toEqual([])
    code.isThere = true
    all.tell(emitted('now'))
    await all.clock.settle()
    expect(ofType(heard, 'emitted')).toEqual([emitted('before'), emitted('now')])
  })

  test('that can’t be had leaves the newest 256 words, and none of before the page was away', async () => {
    const all = world()
    all.openPage()
    const { losing, code } = fetchedCode()
    const page = all.openPage(losing)
    await all.clock.settle()
    for (let each = 0; each < 300; each += 1) all.tell(emitted(`${each}`))
    await all.clock.settle()
    code.isThere = true
    all.tell(emitted('last'))
    await all.clock.settle()
    expect(ofType(page.heard, 'emitted')).toHaveLength(256)
    expect(page.heard.at(-1)).toEqual(emitted('last'))

    const other = all.openPage(losing)
    await all.clock.settle()
    code.isThere = false
    all.tell(emitted('stale'))
    await all.clock.settle()
    other.hide()
    code.isThere = true
    other.show()
    await all.clock.settle()
    all.tell(emitted('fresh'))
    await all.clock.settle()
    expect(ofType(other.heard, 'emitted')).toEqual([emitted('fresh')])
  })

  test('[F18] that is on its way for ever: a call ends in its time all the same, here and of a page that is to ask', async () => {
    const all = world()
    const publish = () => new Promise<void>(() => {})
    const open = () => ({ ...createIdleNode(), publish })
    const pages = [all.openPage({ ...fetchedCode().late, open }), all.openPage(fetchedCode().late)]
    for (const { node } of pages) {
      const from = all.clock.now()
      await expect(all.clock.until(node.publish(publication('1')))).rejects.toMatchObject({ code: 'chunk_load' })
      expect(all.clock.now() - from).toBe(120_000)
    }
  })

  test('that comes when the page is away has it say nothing, and what was said isn’t said again', async () => {
    const all = world()
    const { late, arrive } = fetchedCode()
    const never = () => new Promise<void>(() => {})
    const open = () => ({ ...createIdleNode(), publish: never })
    const [, second, third] = [all.openPage({ open }), all.openPage(), all.openPage(late)]
    await all.clock.settle()
    const calls = [second, third].map(({ node }) => node.publish(publication('1')).catch(({ code }) => code))
    await all.clock.settle()
    for (const each of [second, third]) each.hide()
    arrive()
    await all.clock.settle()
    expect(all.clock.pending).toBe(2) // how long each is waited for
    for (const { node } of [second, third]) node.stop()
    expect(await Promise.all(calls)).toEqual(['aborted', 'aborted'])
  })
})

describe('the page that has the node', () => {
  test('wakes it for another', async () => {
    const all = world()
    let woken = 0
    const wake = () => {
      woken += 1
    }
    const [, page] = [all.openPage({ open: () => ({ ...createIdleNode(), wake }) }), all.openPage()]
    await all.clock.settle()
    page.node.wake()
    await all.clock.settle()
    expect(woken).toBe(1)
  })

  test('hears no news of another, and asks none', async () => {
    const all = world()
    const publish = () => new Promise<void>(() => {})
    const [first, second] = [all.openPage({ open: () => ({ ...createIdleNode(), publish }) }), all.openPage()]
    await all.clock.settle()
    first.node.publish(publication('1')).catch(() => {})
    all.origin.post('kit:1', { type: 'holder' })
    all.origin.post('kit:1', { type: 'news', news: emitted('another’s') })
    await all.clock.settle()
    expect([first.heard, second.heard]).toEqual([[], [emitted('another’s')]])
    expect(JSON.stringify(all.origin.posted)).not.toContain('"call"')
    first.node.stop()
  })
})

test('[F19] what pages say to each other is what those with older code say and understand', async () => {
  const all = world()
  all.openPage()
  await all.clock.settle()
  const second = all.openPage()
  await all.clock.until(second.node.keyOf(topic))
  second.node.wake()
  await all.clock.settle()
  all.tell(emitted('chainChanged'))
  await all.clock.settle()
  const page: unknown = expect.any(String)
  expect(all.origin.posted.filter((each) => !JSON.stringify(each).includes('status'))).toEqual([
    { type: 'holder' },
    { type: 'call', page, id: 1, call: { method: 'keyOf', parameters: topic } },
    { type: 'taken', page, id: 1 },
    { type: 'answer', page, id: 1, result: topic },
    { type: 'wake' },
    { type: 'call', page, id: 2, call: { method: 'sessions', parameters: undefined } },
    { type: 'taken', page, id: 2 },
    { type: 'answer', page, id: 2, result: [] },
    { type: 'news', news: emitted('chainChanged') },
  ])
})
