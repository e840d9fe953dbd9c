import { beforeAll, describe, expect, test } from 'vitest'
import type { Ciphers } from '../protocol/cipher/ciphers.js'
import { testCiphers } from '../transport/test/ciphers.js'
import { createIdleEngine, createTestTabs, emitted, ofType, publication, topic } from './test/tabs.js'

let ciphers: Ciphers
beforeAll(async () => {
  ciphers = await testCiphers()
})

const world = () => createTestTabs({ ciphers })
const three = ['first', 'second', 'third']

/** An engine that opens when a test has it open. */
function gate() {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { opened, open: () => open() }
}

describe('a page that hasn’t the engine', () => {
  test('gets events in their order', async () => {
    const all = world()
    all.openPage()
    const { heard } = all.openPage()
    await all.clock.settle()
    const emittedOnes = three.map(emitted)
    for (const each of emittedOnes) all.tell(each)
    await all.clock.settle()
    expect(ofType(heard, 'emitted')).toEqual(emittedOnes)
  })

  test('has its calls performed in their order, and once, by an engine that opens late', async () => {
    const all = world()
    const late = gate()
    const first = all.openPage({ open: () => late.opened.then(() => all.openEngine()) })
    await all.clock.settle()
    const second = all.openPage()
    const calls = Promise.all(three.map((message) => second.engine.publish(publication(message))))
    await all.clock.advance(8_000) // sent again meanwhile
    expect(all.messages()).toEqual([])
    late.open()
    await all.clock.until(calls)
    await all.clock.until(first.engine.publish(publication('its own')))
    expect([all.messages(), all.opened]).toEqual([[...three, 'its own'], 1])
    expect(await all.clock.until(second.engine.sessions())).toEqual([])
  })

  test('[F18] has a call end in its time where the engine never answers, as the page that has it', async () => {
    const all = world()
    const publish = () => new Promise<void>(() => {})
    const pages = [all.openPage({ open: () => ({ ...createIdleEngine(), publish }) }), all.openPage()]
    for (const { engine } of pages) {
      const from = all.clock.now()
      await expect(all.clock.until(engine.publish(publication('1')))).rejects.toMatchObject({ code: 'chunk_load' })
      expect(all.clock.now() - from).toBe(120_000)
    }
  })

  test('gets nothing of what was emitted while it was away', async () => {
    const all = world()
    all.openPage()
    const page = all.openPage()
    await all.clock.settle()
    all.tell(emitted('stale'))
    page.hide()
    await all.clock.settle()
    page.show()
    await all.clock.settle()
    all.tell(emitted('fresh'))
    await all.clock.settle()
    expect(ofType(page.heard, 'emitted')).toEqual([emitted('fresh')])
  })

  test('sends nothing while it is away', async () => {
    const all = world()
    const never = () => new Promise<void>(() => {})
    const open = () => ({ ...createIdleEngine(), publish: never })
    const [, second, third] = [all.openPage({ open }), all.openPage(), all.openPage()]
    await all.clock.settle()
    const calls = [second, third].map(({ engine }) => engine.publish(publication('1')).catch(({ code }) => code))
    await all.clock.settle()
    for (const each of [second, third]) each.hide()
    await all.clock.settle()
    expect(all.clock.pending).toBe(2) // the expiry of each
    for (const { engine } of [second, third]) engine.stop()
    expect(await Promise.all(calls)).toEqual(['aborted', 'aborted'])
  })
})

describe('the page that has the engine', () => {
  test('wakes it for another', async () => {
    const all = world()
    let woken = 0
    const wake = () => {
      woken += 1
    }
    const [, page] = [all.openPage({ open: () => ({ ...createIdleEngine(), wake }) }), all.openPage()]
    await all.clock.settle()
    page.engine.wake()
    await all.clock.settle()
    expect(woken).toBe(1)
  })

  test('ignores the events of another, and sends it no call', async () => {
    const all = world()
    const publish = () => new Promise<void>(() => {})
    const [first, second] = [all.openPage({ open: () => ({ ...createIdleEngine(), publish }) }), all.openPage()]
    await all.clock.settle()
    first.engine.publish(publication('1')).catch(() => {})
    all.origin.post('kit:1', { type: 'holder' })
    all.origin.post('kit:1', { type: 'news', news: emitted('another’s') })
    await all.clock.settle()
    expect([first.heard, second.heard]).toEqual([[], [emitted('another’s')]])
    expect(JSON.stringify(all.origin.posted)).not.toContain('"call"')
    first.engine.stop()
  })
})

test('[F20] the messages between pages are those that pages with older code send and understand', async () => {
  const all = world()
  all.openPage()
  await all.clock.settle()
  const second = all.openPage()
  await all.clock.until(second.engine.keyOf(topic))
  second.engine.wake()
  await all.clock.settle()
  all.tell(emitted('chainChanged'))
  await all.clock.settle()
  const page: unknown = expect.any(String)
  expect(all.origin.posted).toEqual([
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
