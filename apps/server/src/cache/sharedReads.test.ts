import { handClock } from '@foyer/service-testing/handClock'
import { describe, expect, test } from 'vitest'
import { createSharedReads } from './sharedReads.js'

const { signal } = new AbortController()

type SizeOf = (value: number | undefined) => number

/** Reads that are answered by hand, and a clock that is moved by hand. */
function setUp({ staleMs, most = 100, sizeOf }: { staleMs?: number; most?: number; sizeOf?: SizeOf } = {}) {
  const clock = handClock()
  const reads: { keys: readonly string[]; answer(value: number): void; fail(): void }[] = []
  const shared = createSharedReads<string, number>({
    keyOf: (item) => item,
    load: ({ items, signal: ended }) =>
      new Promise((resolve, reject) => {
        ended.addEventListener('abort', () => reject(ended.reason))
        const answer = (value: number) =>
          resolve(new Map(items.filter((item) => item !== 'none').map((item) => [item, value])))
        reads.push({ keys: items, answer, fail: () => reject(new Error('away')) })
      }),
    lifetimeMs: 10,
    staleMs,
    timeoutMs: 1_000,
    most,
    sizeOf,
    clock,
  })
  const of = (items: readonly string[], fresh = false) => shared.of({ items, fresh, signal })
  const read = (index: number) => reads[index] ?? expect.fail(`There was no reading ${index}.`)
  const { expire, pass, waiting } = clock
  return { shared, of, reads, read, expire, waiting, pass }
}

describe('what many ask for', () => {
  test('is read once for all who ask at once, and kept for its lifetime', async () => {
    const { of, reads, read, pass, waiting } = setUp()
    const asked = [of(['a']), of(['a', 'b']), of(['b', 'a'])]
    expect(reads.map(({ keys }) => keys)).toEqual([['a'], ['b']])
    read(0).answer(1)
    read(1).answer(2)
    const all = await Promise.all(asked)
    expect(all.map((values) => Object.fromEntries(values))).toEqual([{ a: 1 }, { a: 1, b: 2 }, { a: 1, b: 2 }])
    pass(9)
    expect((await of(['a'])).get('a')).toBe(1)
    expect(reads.length).toBe(2)
    pass(1)
    const again = of(['a'])
    read(2).answer(3)
    expect((await again).get('a')).toBe(3)
    expect(waiting()).toBe(0)
  })

  test('is remembered too where it has no value', async () => {
    const { of, reads, read } = setUp()
    const first = of(['none'])
    read(0).answer(1)
    expect([...(await first)]).toEqual([])
    expect([...(await of(['none']))]).toEqual([])
    expect(reads.length).toBe(1)
  })

  test('is read anew for a caller that wants it fresh, and a late older answer changes nothing', async () => {
    const { of, reads, read, pass } = setUp()
    const old = of(['a'])
    pass(1)
    const fresh = of(['a'], true)
    expect(reads.length).toBe(2)
    read(1).answer(2)
    expect((await fresh).get('a')).toBe(2)
    read(0).answer(1)
    await old
    expect((await of(['a'])).get('a')).toBe(2)
    const failing = of(['a'], true)
    read(2).fail()
    await expect(failing).rejects.toThrow('away')
  })

  test('is not ended by one who goes away', async () => {
    const { shared, of, read } = setUp()
    const controller = new AbortController()
    const gone = shared.of({ items: ['a'], signal: controller.signal })
    const stays = of(['a'])
    controller.abort(new Error('gone'))
    await expect(gone).rejects.toThrow('gone')
    read(0).answer(1)
    expect((await stays).get('a')).toBe(1)
  })

  test('fails for all where it can not be read, and is tried again by the next', async () => {
    const { of, reads, read } = setUp()
    const asked = [of(['a']), of(['a'])]
    read(0).fail()
    for (const each of asked) await expect(each).rejects.toThrow('away')
    const next = of(['a'])
    expect(reads.length).toBe(2)
    read(1).answer(1)
    await next
  })

  test('comes from what is kept where reading fails, but not for ever', async () => {
    const { of, read, pass } = setUp({ staleMs: 100 })
    const first = of(['a'])
    read(0).answer(1)
    await first
    pass(50)
    const kept = of(['a'])
    read(1).fail()
    expect((await kept).get('a')).toBe(1)
    pass(50)
    const late = of(['a'])
    read(2).fail()
    await expect(late).rejects.toThrow('away')
  })

  test('ends by itself where nothing answers', async () => {
    const { of, expire } = setUp()
    const asked = of(['a'])
    expire()
    await expect(asked).rejects.toThrow('No answer in 1000 ms.')
  })

  test('is forgotten by when it was read last, not by when it was asked for first', async () => {
    const { of, reads, read, pass } = setUp({ most: 2 })
    for (const [index, key] of ['a', 'b', 'a', 'c'].entries()) {
      const asked = of([key])
      read(index).answer(index)
      await asked
      pass(key === 'b' ? 10 : 0)
    }
    expect((await of(['a'])).get('a')).toBe(2)
    expect(reads.length).toBe(4)
  })

  test('is not forgotten while it is read', async () => {
    const { of, reads, read } = setUp({ most: 1 })
    const [first, other] = [of(['a']), of(['b'])]
    read(1).answer(2)
    await other
    const joined = of(['a'])
    expect(reads.length).toBe(2)
    read(0).answer(1)
    expect([(await first).get('a'), (await joined).get('a')]).toEqual([1, 1])
  })

  test('takes no more room than it may, where answers take more or less of it', async () => {
    const { of, reads, read } = setUp({ most: 10, sizeOf: (value) => value ?? 0 })
    for (const [index, [key, size]] of (
      [
        ['a', 6],
        ['none', 9],
        ['b', 4],
        ['c', 3],
      ] as const
    ).entries()) {
      const asked = of([key])
      read(index).answer(size)
      await asked
    }
    await of(['none', 'b', 'c'])
    expect(reads.length).toBe(4)
    void of(['a']).catch(() => {})
    expect(reads.length).toBe(5)
  })

  test('takes no more room than it may', async () => {
    const { of, reads, read } = setUp({ most: 2 })
    for (const [index, key] of ['a', 'b', 'c'].entries()) {
      const asked = of([key])
      read(index).answer(index)
      await asked
    }
    await of(['b', 'c'])
    expect(reads.length).toBe(3)
    void of(['a']).catch(() => {})
    expect(reads.length).toBe(4)
  })
})
