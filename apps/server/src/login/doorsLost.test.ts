import type { DoorKind } from '@foyer/login/door'
import { expect, test } from 'vitest'
import { refuseToLose } from './doors.js'
import { LastDoorError, NotSecuredError } from './refusals.js'

/** Returns the finding where the doors in brackets are removed, of doors that are written as their kinds. */
function losing(written: string): 'nothing' | 'last_door' | 'not_secured' {
  const all = written.split(' ').map((each, index) => ({ door: String(index), isLost: each.startsWith('('), each }))
  const doors = all.map(({ door, each }) => {
    const kind = kinds[each.replace(/\W/g, '')] ?? expect.fail(each)
    return { door, kind, device: kind === 'device' ? door : null }
  })
  const lost = new Set(all.flatMap(({ door, isLost }) => (isLost ? [door] : [])))
  try {
    refuseToLose({ doors, lost: ({ door }) => lost.has(door) })
    return 'nothing'
  } catch (error) {
    if (error instanceof LastDoorError) return 'last_door'
    if (error instanceof NotSecuredError) return 'not_secured'
    throw error
  }
}
const kinds: Readonly<Record<string, DoorKind>> = {
  ...{ device: 'device', recovery: 'recovery', passkey: 'passkey', paper: 'paper' },
}

test.each([
  // A wallet that would open by nothing keeps its last door, and one that isn't there isn't lost.
  ['(device)', 'last_door'],
  ['(recovery)', 'last_door'],
  ['(device) (recovery)', 'last_door'],
  ['device', 'nothing'],
  // Devices are lost: without the recovery door it takes two of the visitor's own, one of them a paper.
  ['device (recovery)', 'not_secured'],
  ['device (recovery) passkey', 'not_secured'],
  ['(recovery) passkey passkey', 'not_secured'],
  ['(recovery) passkey paper', 'nothing'],
  ['device (recovery) paper paper', 'nothing'],
  ['device passkey (paper)', 'not_secured'],
  ['device passkey paper (paper)', 'nothing'],
  ['device (passkey) paper', 'not_secured'],
  // With it any of the visitor's own goes.
  ['device recovery (paper)', 'nothing'],
  ['recovery device (passkey) (paper)', 'nothing'],
  // A device's own door goes whatever else there is.
  ['(device) device', 'nothing'],
  ['(device) recovery', 'nothing'],
  ['(device) passkey', 'nothing'],
  ['(device) (recovery) passkey', 'not_secured'],
] as const)('of the doors %s those in brackets are removed: %s', (written, said) => {
  expect(losing(written)).toBe(said)
})

test('a wallet without any door loses none: its devices may be ended', () => {
  expect(() => refuseToLose({ doors: [], lost: () => true })).not.toThrow()
})
