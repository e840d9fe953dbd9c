import { expect, test, vi } from 'vitest'
import { addFeatures } from './addFeatures.js'
import type { CustomFeature } from './config/options.js'
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

/** A kit with the features of packages. */
function added(...customFeatures: readonly CustomFeature[]) {
  const { foyer } = fakeKit({ customFeatures })
  const reported: unknown[] = []
  foyer.onError((error) => reported.push(error))
  const kit = contextOf(foyer)
  addFeatures(kit)
  return { kit, reported }
}

test.each([
  ...attempts.map((name) => ({ what: 'attempt', name, taken: { attempts: [name] } })),
  ...events.map((name) => ({ what: 'event', name, taken: { events: [name] } })),
])('the $what $name is the kit’s, or a feature’s of its own: a package’s is refused', ({ what, name, taken }) => {
  const { reported } = added(defineFeature({ views: {}, ...taken }))
  expect(reported).toEqual([expect.objectContaining({ code: 'feature_name_taken', facts: { what, name } })])
})

test('what no package has made is reported and left out, and the next is added', () => {
  vi.spyOn(console, 'error').mockImplementation(() => {}) // what is wrong is logged too
  const given: readonly CustomFeature[] = JSON.parse('[null, {}]')
  const { kit, reported } = added(...given, defineFeature({ views: { Deal: { covers: true } } }))
  vi.mocked(console.error).mockRestore()
  expect(reported).toEqual([expect.any(TypeError), expect.any(TypeError)])
  expect(rulesOf(kit, { view: 'Deal' })).toMatchObject({ covers: true })
})

test('a feature begins with a view of its own', () => {
  const begun = Object.values(features).flatMap((each) =>
    'begins' in each ? [[each.begins.view, Object.keys(each.views)]] : [],
  )
  expect(begun).toHaveLength(6)
  for (const [first, views] of begun) expect(views).toContain(first)
})

test('what a package says of its view holds: it covers another, says how what was sent ends, and closes once connected', () => {
  const said = { covers: true, saysEnds: true, closesOnceConnected: true } as const
  const { kit } = added(defineFeature({ views: { Deal: said } }))
  expect(rulesOf(kit, { view: 'Deal' })).toMatchObject(said)
})

declare module '@foyer/core' {
  interface ViewParams {
    Deal: NoParams
  }
}
