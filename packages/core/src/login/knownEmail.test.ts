import { expect, test } from 'vitest'
import { fakeKit } from '../test/fakeKit.js'
import { knownEmailOf } from './knownEmail.js'

const key = '@foyer/1/project/known_email'
const knownTo = (entries: Map<string, string>) => knownEmailOf(fakeKit({ entries }).foyer)

test('an address is kept for the next visit, until it is forgotten', () => {
  const entries = new Map<string, string>()
  const known = knownTo(entries)
  known.set('bob@example.com')
  expect([known.email.get(), knownTo(entries).email.get()]).toEqual(['bob@example.com', 'bob@example.com'])
  known.set(undefined)
  expect([known.email.get(), entries.has(key)]).toEqual([undefined, false])
})

test.each(['', 'bob', '@example.com', 'a b@example.com', 'bob@exa\u202emple.com', `${'x'.repeat(400)}@a.b`, '{"a":1}'])(
  '[F20] what is stored and no address is offered to no visitor: %j',
  (stored) => expect(knownTo(new Map([[key, stored]])).email.get()).toBeUndefined(),
)
