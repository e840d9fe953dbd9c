import { expect, test } from 'vitest'
import { clocksApartMs } from './clocks.js'
import { loginCalls, refuseBeforeItActs } from './mayChange.js'
import { ActsLaterError } from './refusals.js'

const actsFromMs = 1_800_000_000_000
const by = {
  id: 's',
  person: 'email:ada@mail.example',
  device: 'd',
  loggedInAt: new Date(0),
  actsFrom: new Date(actsFromMs),
}

/** Returns the headers of a call's refusal, so long before its device acts by this server's clock. */
function refusal({ call, payload, leftMs }: { call: string; payload?: unknown; leftMs: number }) {
  try {
    refuseBeforeItActs({ call, payload, by, now: actsFromMs - clocksApartMs - leftMs })
    return null
  } catch (error) {
    if (!(error instanceof ActsLaterError)) throw error
    return error.headers
  }
}

test('[F4] a device acts from the moment on that the keeper has said, but for what the clocks are apart', () => {
  expect(refusal({ call: 'addOwnDoor', leftMs: 0 })).toBeNull()
  expect(refusal({ call: 'addOwnDoor', leftMs: -1 })).toBeNull()
  expect(refusal({ call: 'addOwnDoor', leftMs: 1 })).toMatchObject({ 'Retry-After': '1' })
  expect(refusal({ call: 'addOwnDoor', leftMs: 60_001 })).toMatchObject({ 'Retry-After': '61' })
})

test('[F4] until then it changes what is its own, by what the call is or its payload says', () => {
  for (const [call, changes] of Object.entries(loginCalls)) {
    const isRefused = (payload?: unknown) => refusal({ call, payload, leftMs: 1 }) !== null
    expect([call, isRefused({ kind: 'device' }), isRefused({ kind: 'recovery' })]).toEqual([
      call,
      changes === 'wallet',
      changes === 'wallet' || changes === 'byKind',
    ])
  }
  // Of a payload that says no kind, and of a call that isn't known, the worst is taken.
  for (const payload of [undefined, null, 'device', {}, ['device'], { kind: null }])
    expect(refusal({ call: 'addDoor', payload, leftMs: 1 })).not.toBeNull()
  for (const call of ['unknown', 'toString', 'constructor']) expect(refusal({ call, leftMs: 1 })).not.toBeNull()
})
