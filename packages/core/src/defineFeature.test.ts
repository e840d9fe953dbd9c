import { expect, test } from 'vitest'
import { contextOf } from './context.js'
import { defineFeature } from './defineFeature.js'
import type { KitEvents } from './events/event.js'
import * as features from './features.js'
import type { AttemptKinds } from './state/attempt.js'
import type { NoParams } from './state/viewParams.js'
import { fakeKit } from './test/fakeKit.js'
import { rulesOf } from './view/views.js'

const attempts: readonly (keyof AttemptKinds)[] = [
  'connect',
  'batch',
  'grantPermissions',
  'replace',
  'swap',
  'updateEmail',
]
const events: readonly (keyof KitEvents)[] = ['MODAL_OPEN', 'SET_PREFERRED_ACCOUNT_TYPE', 'SEND_SUCCESS']

test.each([
  ...attempts.map((name) => ({ what: 'attempt', name, taken: { attempts: [name] } })),
  ...events.map((name) => ({ what: 'event', name, taken: { events: [name] } })),
])('the $what $name is the kit’s, or a feature’s of its own: a package’s is refused', ({ what, name, taken }) => {
  const { foyer } = fakeKit()
  const reported: unknown[] = []
  foyer.onError((error) => reported.push(error))
  defineFeature({ views: {}, ...taken }).add(contextOf(foyer))
  expect(reported).toEqual([expect.objectContaining({ code: 'feature_name_taken', facts: { what, name } })])
})

test('a feature begins with a view of its own', () => {
  const begun = Object.values(features).flatMap((each) =>
    'begins' in each ? [[each.begins.view, Object.keys(each.views)]] : [],
  )
  expect(begun).toHaveLength(6)
  for (const [first, views] of begun) expect(views).toContain(first)
})

test('what a package says of its view holds: it covers another, and says how what was sent ends', () => {
  const { foyer } = fakeKit()
  const kit = contextOf(foyer)
  defineFeature({ views: { Deal: { covers: true, saysEnds: true } } }).add(kit)
  expect(rulesOf(kit, { view: 'Deal' })).toMatchObject({ covers: true, saysEnds: true })
})

declare module '@foyer/core' {
  interface ViewParams {
    Deal: NoParams
  }
}
