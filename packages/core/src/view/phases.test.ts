import { describe, expect, test } from 'vitest'
import type { Refusal } from '../state/attempt.js'
import { connectingPhase, pairingPhase, switchingPhase } from './attemptView.js'

const refusal = (code: string, notice: Refusal['notice'] = 'error.unknown'): Refusal => ({ code, notice })

describe('connecting', () => {
  const ended = { isRunning: false, isPresent: true, failure: undefined }

  test('waits while it runs, also for a wallet that isn’t known to be in the page', () =>
    expect(connectingPhase({ ...ended, isRunning: true, isPresent: false })).toBe('waiting'))

  test('of a wallet that is in the page no more says so, whatever the failure', () =>
    expect(connectingPhase({ ...ended, isPresent: false, failure: refusal('user_rejected') })).toBe('gone'))

  test.each([
    [undefined, 'idle'],
    ['user_rejected', 'declined'],
    ['request_pending', 'pending'],
    ['request_timeout', 'timedOut'],
    ['connector_not_found', 'gone'],
    ['anything_else', 'failed'],
  ])('that failed with %s is %s', (code, phase) =>
    expect(connectingPhase({ ...ended, failure: code === undefined ? undefined : refusal(code) })).toBe(phase),
  )
})

describe('pairing', () => {
  const ended = { isRunning: false, isOffered: false, online: true, failure: undefined }

  test('is prepared until it is offered', () => {
    expect(pairingPhase({ ...ended, isRunning: true })).toBe('preparing')
    expect(pairingPhase({ ...ended, isRunning: true, isOffered: true })).toBe('offered')
  })

  test.each([
    [undefined, 'idle', 'idle'],
    ['user_rejected', 'declined', 'declined'],
    ['pairing_expired', 'unused', 'unused'],
    ['relay_unreachable', 'unreachable', 'offline'],
    ['chunk_load', 'failed', 'offline'],
    ['relay_refused', 'refused', 'refused'],
    ['connector_not_found', 'missing', 'missing'],
    ['anything_else', 'failed', 'failed'],
  ])('that failed with %s is %s, and without a network %s', (code, online, offline) => {
    const failure = code === undefined ? undefined : refusal(code)
    expect([true, false].map((each) => pairingPhase({ ...ended, failure, online: each }))).toEqual([online, offline])
  })
})

test.each([
  [{ isRunning: true, isAdding: false, failure: undefined }, 'waiting'],
  [{ isRunning: true, isAdding: true, failure: undefined }, 'adding'],
  [{ isRunning: false, isAdding: false, failure: undefined }, 'idle'],
  [{ isRunning: false, isAdding: false, failure: refusal('user_rejected') }, 'declined'],
  [{ isRunning: false, isAdding: false, failure: refusal('rpc', 'error.chainNotSupported') }, 'unsupported'],
  [{ isRunning: false, isAdding: false, failure: refusal('rpc') }, 'failed'],
])('switching at %o is %s', (known, phase) => expect(switchingPhase(known)).toBe(phase))
