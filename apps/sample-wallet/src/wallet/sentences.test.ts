import { FoyerError } from '@foyer/core/errors'
import { expect, test } from 'vitest'
import { sentenceOf } from './sentences.js'

class Refused extends FoyerError {
  override readonly name = 'Refused'
  readonly code = 'relay_refused'
  constructor(reason: string) {
    super('Refused.', { facts: { reason, relay: 'wss://relay.example' } })
  }
}

test.each([
  { reason: 'origin', says: 'doesn’t take this page’s address. Open the wallet at the one' },
  { reason: 'clock', says: 'The clock of this device is wrong' },
  { reason: 'project', says: 'doesn’t know the project' },
  { reason: 'noProject', says: 'doesn’t know the project' },
  { reason: 'other', says: 'won’t have this wallet' },
])('a relay that refuses by $reason is said to', ({ reason, says }) => {
  expect(sentenceOf(new Refused(reason))).toContain(says)
})
