import { expect, test } from 'vitest'
import { contextOf } from '../context.js'
import { fakeKit } from '../test/fakeKit.js'
import { push } from './navigate.js'
import { routeBelow } from './routeBelow.js'
import { addViews } from './views.js'

test('[S2.16] a view that covers another leaves it shown: what is below is the route that it covers', () => {
  const { foyer } = fakeKit()
  const kit = contextOf(foyer)
  const below = () => routeBelow(kit, foyer.store.getState()).view
  foyer.open({ view: 'Account' })
  push(foyer, { view: 'Swap' })
  expect(below()).toBe('Swap')
  push(foyer, { view: 'ApproveTransaction' })
  expect(below()).toBe('ApproveTransaction')
  addViews(kit, { views: { ApproveTransaction: { covers: true } } })
  expect(below()).toBe('Swap')
  // Where it covers nothing it is what is shown.
  foyer.open({ view: 'ApproveTransaction' })
  expect(below()).toBe('ApproveTransaction')
})
