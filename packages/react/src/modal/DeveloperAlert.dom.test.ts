import { contextOf } from '@foyer/core/internal'
import { expect, test } from 'vitest'
import { createShownAlert } from './DeveloperAlert.js'
import { modalKit } from './test/modalKit.js'

const alert = { key: 'PROJECT_ID_NOT_CONFIGURED' } as const

test('[S9.33] an alert shows 300 ms after the modal has opened, and stays until it is dismissed', async () => {
  const { foyer, clock } = modalKit()
  contextOf(foyer).update(() => ({ alert }))
  const shown = createShownAlert(foyer)
  shown.subscribe(() => {})
  await clock.advance(299)
  expect(shown.get()).toBeUndefined()
  await clock.advance(1)
  expect(shown.get()).toBe(alert)
  await clock.advance(60_000)
  expect(shown.get()).toBe(alert)
  shown.dismiss()
  expect(shown.get()).toBeUndefined()
})

test('no alert shows where debug is off', async () => {
  const { foyer, clock } = modalKit({ debug: false })
  contextOf(foyer).update(() => ({ alert }))
  const shown = createShownAlert(foyer)
  shown.subscribe(() => {})
  await clock.advance(1_000)
  expect(shown.get()).toBeUndefined()
})
