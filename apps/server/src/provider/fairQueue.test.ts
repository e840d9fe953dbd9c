import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createFairQueue, type FairQueue } from './fairQueue.js'

const drain = (queue: FairQueue<string>) => {
  const served: (string | undefined)[] = []
  while (queue.size() > 0) served.push(queue.next())
  return served
}
const addAll = (queue: FairQueue<string>, items: readonly string[]) =>
  items.map((item) => queue.add({ item, owners: item.replace(/\d/g, '').split('') }))

describe('owners are served in turn', () => {
  test('one after the other, each the oldest first, whatever one of them waits for', () => {
    const queue = createFairQueue<string>({ most: 9 })
    addAll(queue, ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1'])
    expect(drain(queue)).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4'])
  })

  test('and who comes later waits for one turn of each at most', () => {
    const queue = createFairQueue<string>({ most: 9 })
    addAll(queue, ['a1', 'a2', 'a3', 'b1'])
    expect(queue.next()).toBe('a1')
    addAll(queue, ['c1'])
    expect(drain(queue)).toEqual(['b1', 'a2', 'c1', 'a3'])
  })

  test('and what two wait for comes when it is first the turn of one, once', () => {
    const queue = createFairQueue<string>({ most: 9 })
    addAll(queue, ['a1', 'a2', 'a3'])
    expect(queue.add({ item: 'a3', owners: ['b'] })).toBeNull()
    addAll(queue, ['b1'])
    expect(drain(queue)).toEqual(['a1', 'a3', 'a2', 'b1'])
  })

  test('and what is taken out is waited for by nobody', () => {
    const queue = createFairQueue<string>({ most: 9 })
    addAll(queue, ['a1', 'ab2', 'b3'])
    queue.remove('ab2')
    expect([queue.has('ab2'), queue.size(), drain(queue)]).toEqual([false, 2, ['a1', 'b3']])
    expect(queue.next()).toBeUndefined()
  })
})

describe('where there is no more room', () => {
  test('the newest of the owner who waits with most goes, and none of another', () => {
    const queue = createFairQueue<string>({ most: 4 })
    addAll(queue, ['a1', 'a2', 'a3', 'b1'])
    expect(addAll(queue, ['c1', 'd1', 'a4'])).toEqual(['a3', 'a2', 'a4'])
    expect(drain(queue)).toEqual(['a1', 'b1', 'c1', 'd1'])
  })

  test('who would have as many as the one with most is refused', () => {
    const queue = createFairQueue<string>({ most: 4 })
    addAll(queue, ['a1', 'a2', 'b1', 'b2'])
    expect(addAll(queue, ['b3', 'c1', 'c2'])).toEqual(['b3', 'a2', 'c2'])
  })

  test('what another waits for as well stays', () => {
    const queue = createFairQueue<string>({ most: 3 })
    addAll(queue, ['a1', 'a2', 'ab3'])
    expect(addAll(queue, ['c1'])).toEqual(['a2'])
    expect(drain(queue)).toEqual(['a1', 'ab3', 'c1'])
  })

  test('two who wait for the same have no more room than one', () => {
    const queue = createFairQueue<string>({ most: 4 })
    addAll(queue, ['ab1', 'ab2', 'ab3', 'ab4'])
    expect(addAll(queue, ['c1', 'd1'])).toEqual(['ab4', 'ab3'])
  })

  test('an owner with less than his share of it never loses anything', () => {
    const step = fc.record({ owner: fc.constantFrom('a', 'b', 'c', 'd'), serves: fc.boolean() })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
        const queue = createFairQueue<string>({ most: 12 })
        const waiting = new Map<string, number>()
        const change = (item: string | null | undefined, by: 1 | -1) => {
          const owner = item?.charAt(0)
          if (owner !== undefined) waiting.set(owner, (waiting.get(owner) ?? 0) + by)
          return owner === undefined ? undefined : waiting.get(owner)
        }
        for (const [index, { owner, serves }] of steps.entries()) {
          const item = `${owner}${index}`
          change(item, 1)
          const left = change(queue.add({ item, owners: [owner] }), -1)
          // Four owners, twelve places: who has lost one had more than three.
          if (left !== undefined) expect(left).toBeGreaterThanOrEqual(3)
          if (serves) change(queue.next(), -1)
          expect(queue.size()).toBe([...waiting.values()].reduce((sum, count) => sum + count, 0))
        }
      }),
    )
  })
})
