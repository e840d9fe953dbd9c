import { expect, test } from 'vitest'
import { laneOf, payerOf } from './turns.js'

test('the sessions of a project are a lane, its persons another, and each project has its own', () => {
  const [persons, sessions] = [null, '0x0a'].map((grantedBy) => laneOf({ projectId: 'one', grantedBy }))
  expect(persons).not.toBe(sessions)
  expect(laneOf({ projectId: 'one', grantedBy: '0x0b' })).toBe(sessions)
  expect(laneOf({ projectId: 'two', grantedBy: null })).not.toBe(persons)
  expect(laneOf({ projectId: 'two', grantedBy: '0x0a' })).not.toBe(sessions)
})

test('who granted a session pays for what its key redeems, and an account for its own', () => {
  expect(payerOf({ grantedBy: '0x0a', sender: '0x0b' })).toBe('0x0a')
  expect(payerOf({ grantedBy: null, sender: '0x0b' })).toBe('0x0b')
})
