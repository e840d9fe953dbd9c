import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { settle, standing, withFrames } from '../test/withFrames.js'

const { made, thrown } = withFrames()

/** FOYER_FULL=1: F9's million, each way. */
const runs = process.env.FOYER_FULL ? 1_000_000 : 3_000

/**
 * Creates the messages that anyone may post, and those that the page itself could: another answer to `open`, `before`
 * once more, and answers to what was never asked.
 */
function hostile({ open, before }: { readonly open: string | undefined; readonly before: object }) {
  const payload = fc.oneof(
    fc.anything({ withNullPrototype: true }),
    fc.constantFrom(JSON.parse('{"__proto__":{"isAdmin":true}}'), { constructor: { prototype: { isAdmin: true } } }),
    fc.constant('x'.repeat(100_000)),
    fc.constantFrom({ chainId: 9 }, { message: 'no' }),
  )
  const answers = ['GET_CHAIN_ID_SUCCESS', 'GET_CHAIN_ID_ERROR', 'GET_USER_SUCCESS', 'SIGN_OUT_ERROR'] as const
  const others = ['__proto__', 'constructor_SUCCESS', 'toString', 'SESSION_UPDATE', '_SUCCESS'] as const
  const type = fc.oneof(
    fc.constantFrom(...[...answers, ...others].map((name) => `@w3m-frame/${name}`)),
    fc.constantFrom('@w3m-app/GET_USER', 'foyer/hello', 'foyer/cancel'),
    fc.string().map((name) => `@w3m-frame/ ${name}`),
  )
  return fc.oneof(
    fc.anything({ withNullPrototype: true, withMap: true, withSet: true, withDate: true }),
    fc.record({ id: fc.oneof(fc.string(), fc.anything()), type, payload }),
    fc.record({ id: fc.constant(open), type: fc.constantFrom('@w3m-frame/GET_USER_SUCCESS', '@w3m-app/GET_CHAIN_ID') }),
    fc.constant(before),
    fc.constant(cyclic()),
  )
}

function cyclic(): unknown {
  const all: Record<string, unknown> = { type: '@w3m-frame/GET_CHAIN_ID_SUCCESS', id: 'x' }
  return Object.assign(all, { payload: all })
}

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc')
/** Returns the heap in use once nothing more can be given back, in megabytes. */
function usedMegabytes(): number {
  collect()
  return getHeapStatistics().used_heap_size / 1_000_000
}

test.each([true, false])(
  '[F9] whatever comes, nothing throws, nothing changes and nothing is kept (by the port: %s)',
  async (isOwn) => {
    const { frame, page } = made({ isOwn })
    const first = frame.request('GET_FARCASTER_URI', undefined)
    await settle()
    const before = { id: page.asked[0]?.id, type: '@w3m-frame/GET_FARCASTER_URI_SUCCESS', payload: { url: 'u' } }
    page.post(before)
    await first
    const asked = frame.request('GET_CHAIN_ID', undefined)
    await settle()
    thrown.length = 0
    const id = page.asked[1]?.id
    const say = (numRuns: number) =>
      fc.assert(
        fc.property(hostile({ open: id, before }), (data) => {
          page.postWindow(data)
          if (isOwn) page.postPort(data)
        }),
        { numRuns },
      )
    say(1_000)
    const usedBefore = usedMegabytes()
    say(runs)
    expect(usedMegabytes() - usedBefore).toBeLessThan(5)
    await settle()
    expect([await standing(asked), thrown, frame.isOver(), Object.hasOwn(Object.prototype, 'isAdmin')]).toEqual([
      'open',
      [],
      false,
      false,
    ])
    const reply = { id, type: '@w3m-frame/GET_CHAIN_ID_SUCCESS', payload: { chainId: 1 } }
    page.post(reply)
    page.post(reply)
    expect(await standing(asked)).toEqual({ chainId: 1 })
  },
)
