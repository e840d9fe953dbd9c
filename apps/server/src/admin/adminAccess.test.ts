import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createAdminAccess } from './adminAccess.js'

const token = 'token-of-the-operator-0123456789'
let time = 1_800_000_000_000
const access = createAdminAccess({ token, now: () => time, randomId: () => 'id' })

describe('a secret is compared in constant time', () => {
  /** The lengths of what is compared from now on. */
  const watchComparisons = () => {
    const lengths: [number, number][] = []
    const compare = crypto.timingSafeEqual
    vi.spyOn(crypto, 'timingSafeEqual').mockImplementation((a, b) => {
      lengths.push([a.byteLength, b.byteLength])
      return compare(a, b)
    })
    syncBuiltinESMExports()
    return lengths
  }
  afterEach(() => {
    vi.restoreAllMocks()
    syncBuiltinESMExports()
  })

  const { cookie } = access.openSession()
  const candidates: readonly (readonly [string, (candidate: string) => boolean, string])[] = [
    ['the token', access.isToken, token],
    ['a session', access.isSession, cookie],
    ['a form', (candidate) => access.isFormToken({ cookie, candidate }), access.formToken(cookie)],
  ]
  test.each(candidates)('%s, and as long, however much of a guess is right', (_, is, right) => {
    const compared = watchComparisons()
    const guesses = [right, `${right.slice(0, -1)}~`, `~${right.slice(1)}`, right.slice(0, -1), `${right}~`]
    expect(guesses.map(is)).toEqual([true, false, false, false, false])
    expect(compared).toEqual(guesses.map(() => [32, 32]))
  })
})

test('a session is over after eight hours', () => {
  const { cookie, maxAgeSeconds } = access.openSession()
  time += maxAgeSeconds * 1_000 - 1
  expect([maxAgeSeconds, access.isSession(cookie)]).toEqual([28_800, true])
  time += 1
  expect(access.isSession(cookie)).toBe(false)
})
