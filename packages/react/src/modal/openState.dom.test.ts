import { contextOf } from '@foyer/core/internal'
import { expect, test } from 'vitest'
import { createOpenState } from './openState.js'
import { modalKit } from './test/modalKit.js'

test('an opening is taken over at once, and so drawn with the press; a closing once all that came with it has happened', async () => {
  const { foyer } = modalKit()
  await contextOf(foyer).controls()
  const source = createOpenState(foyer.store)
  const stop = source.subscribe(() => {})
  await Promise.resolve()
  foyer.open()
  expect(source.get()).toMatchObject({ open: true, opening: 1 })
  foyer.close()
  expect(source.get().open).toBe(true)
  await Promise.resolve()
  expect(source.get()).toMatchObject({ open: false, opening: 1 })
  stop()
})
