import { createFoyer, type FoyerOptions } from '@foyer/core'
import { defineFeature } from '@foyer/core/feature'
import { contextOf } from '@foyer/core/internal'
import { german } from '@foyer/core/messages'
import { mainnet } from '@foyer/core/networks'
import { cleanup, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { memoryStorage } from '../test/plainKit.js'
import { polyfillDialog } from '../test/polyfillDialog.js'
import { acting, connected, modalKit, showModal } from './test/modalKit.js'
import { points } from './test/points/feature.js'
import { view } from './viewEntry.js'

beforeEach(polyfillDialog)
afterEach(() => {
  cleanup()
  document.body.replaceChildren()
})

const on = { features: { points: true }, customFeatures: [points] } as const

/** A kit with the feature, connected, whose modal shows its view. */
async function shownPoints(options: Partial<FoyerOptions> = {}) {
  const kit = modalKit({ ...on, ...options })
  const modal = await showModal(kit)
  await connected(kit)
  await acting(() => kit.foyer.open({ view: 'Points' }))
  await modal.arrived('Points')
  return { ...kit, modal }
}

test('a package’s feature has a view, an attempt, an event, a thing that is fetched, an option and sentences', async () => {
  const { foyer, modal, events, reported } = await shownPoints()
  await waitFor(() => expect(modal.text()).toContain('You have 25 points.'))
  expect(modal.text()).toContain('Points')
  await modal.press('redeem')
  await waitFor(() => expect(foyer.store.getState().connection.attempts.redeem?.end).toEqual({ status: 'succeeded' }))
  expect(events).toContainEqual({ event: 'POINTS_REDEEMED', properties: { points: 25 } })
  expect(reported).toEqual([])
})

test('its sentences are said in the kit’s language', async () => {
  const { modal } = await shownPoints({ locale: german })
  await waitFor(() => expect(modal.text()).toContain('Du hast 25 Punkte.'))
  expect(modal.text()).toContain('Einlösen')
})

test('[S2.24] while its option is off its view isn’t fetched, and the host is told why; the option is known while developing', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  const { reported } = await shownPoints({ features: {} })
  expect(reported).toMatchObject([{ code: 'feature_disabled', facts: { feature: 'points', view: 'Points' } }])
  expect(logged).not.toHaveBeenCalledWith(expect.stringContaining('features.points'))
  logged.mockClear()
  const { customFeatures: _, ...without } = on
  createFoyer({ projectId: 'test', networks: [mainnet], storage: memoryStorage(), manualWCControl: true, ...without })
  expect(logged).toHaveBeenCalledWith(expect.stringContaining('features.points'))
  logged.mockRestore()
})

test.each([
  ['a view of the kit', { views: { Swap: {} } }, { code: 'view_name_taken', facts: { view: 'Swap' } }],
  ['a view of another', { views: { Points: {} } }, { code: 'view_name_taken', facts: { view: 'Points' } }],
  [
    'an attempt of the kit',
    { views: {}, attempts: ['switch'] },
    { code: 'feature_name_taken', facts: { name: 'switch' } },
  ],
  ['an attempt of another', { views: {}, attempts: ['redeem'] }, { facts: { what: 'attempt', name: 'redeem' } }],
  ['an event of the kit', { views: {}, events: ['MODAL_OPEN'] }, { facts: { what: 'event', name: 'MODAL_OPEN' } }],
  [
    'an event of another',
    { views: {}, events: ['POINTS_REDEEMED'] },
    { facts: { what: 'event', name: 'POINTS_REDEEMED' } },
  ],
  ['an event of one of its features', { views: {}, events: ['SEND_ERROR'] }, { code: 'feature_name_taken' }],
] as const)('two features with one name, %s: an error with the name, and the first stays', async (_, second, error) => {
  const load = vi.fn(async () => ({ views: new Map() }))
  const { reported, modal } = await shownPoints({ customFeatures: [points, defineFeature({ ...second, load })] })
  expect(reported).toMatchObject([error])
  expect(load).not.toHaveBeenCalled()
  expect(modal.text()).toContain('Redeem')
})

/** A kit, connected, that was opened at the view of a package's feature, whatever comes of it. */
async function openedPoints(options: Partial<FoyerOptions>) {
  const kit = modalKit(options)
  const modal = await showModal(kit)
  await connected(kit)
  await acting(() => kit.foyer.open({ view: 'Points' }))
  return { ...kit, modal }
}

const rejecting = async () => Promise.reject(new Error('gone'))
const throwing = () => {
  throw new Error('gone')
}

test.each([rejecting, throwing])(
  'a load that fails, %o, is an error of its chunk, and the view offers to try again',
  async (load) => {
    const { foyer, modal, reported } = await openedPoints({
      customFeatures: [defineFeature({ views: { Points: {} }, load })],
    })
    await waitFor(() => expect(reported).toMatchObject([{ code: 'chunk_load', facts: { chunk: 'Points' } }]))
    await waitFor(() => expect(modal.text()).toContain('Try again'))
    expect(foyer.account('eip155').status).toBe('connected')
  },
)

test.each([
  ['that no feature has added', undefined],
  [
    'that the code of its feature doesn’t draw',
    [defineFeature({ views: { Points: {} }, load: async () => ({ views: new Map() }) })],
  ],
  ['whose feature loads nothing', [defineFeature({ views: { Points: {} } })]],
] as const)('a view %s isn’t available, and the host is told which it is', async (_, customFeatures) => {
  const { foyer, modal, reported } = await openedPoints({ customFeatures })
  await waitFor(() => expect(reported).toMatchObject([{ code: 'view_not_found', facts: { view: 'Points' } }]))
  await waitFor(() => expect(modal.text()).toContain('Not available'))
  await acting(() => foyer.open({ view: 'Account' }))
  await modal.arrived('Account')
  expect(foyer.account('eip155').status).toBe('connected')
})

const cause = new RangeError('too far')
const health = { isBroken: true }

function Fragile(): ReactNode {
  if (health.isBroken) throw cause
  return <p>Whole</p>
}

test('what draws a view throws: the error names the view and has its cause, and the visitor may try again', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {}) // React's own words about it
  health.isBroken = true
  const load = async () => ({ views: new Map([view('Points', Fragile, 'points.title')]) })
  const { foyer, modal, reported } = await openedPoints({
    customFeatures: [defineFeature({ views: { Points: {} }, load })],
  })
  await waitFor(() => expect(modal.text()).toContain('Try again'))
  expect(reported).toMatchObject([{ code: 'feature_failed', facts: { view: 'Points', rule: 'draw' }, cause }])
  expect(foyer.account('eip155').status).toBe('connected')
  health.isBroken = false
  await acting(() =>
    [...modal.root.querySelectorAll('button')].find((each) => each.textContent === 'Try again')?.click(),
  )
  await waitFor(() => expect(modal.text()).toContain('Whole'))
  vi.mocked(console.error).mockRestore()
})

test('a title that throws is reported once, by the name of its view, which is drawn all the same', async () => {
  const title = () => {
    throw new Error('untitled')
  }
  const load = async () => ({ views: new Map([view('Points', () => <p>Whole</p>, title)]) })
  const { foyer, modal, reported } = await openedPoints({
    customFeatures: [defineFeature({ views: { Points: {} }, load })],
  })
  await waitFor(() => expect(modal.text()).toContain('Whole'))
  await acting(() => contextOf(foyer).update(() => ({ online: false })))
  expect(reported).toMatchObject([{ code: 'feature_failed', facts: { view: 'Points', rule: 'title' } }])
})

test('a rule that throws decides nothing, and is reported by its name: the kit goes on', async () => {
  const thrown = () => {
    throw new Error('broken')
  }
  const broken = defineFeature({
    views: { Points: { next: thrown, appears: thrown, isHeld: thrown, attempt: thrown } },
  })
  const kit = modalKit({ customFeatures: [broken] })
  await showModal(kit)
  await contextOf(kit.foyer).queries()
  await connected(kit)
  await acting(() => kit.foyer.open({ view: 'Points' }))
  await acting(() => kit.foyer.close())
  expect(kit.foyer.store.getState().view.open).toBe(false)
  expect(kit.foyer.account('eip155').status).toBe('connected')
  const rules = kit.reported.map((error) => Object(error).facts?.rule)
  expect(rules).toEqual(expect.arrayContaining(['appears', 'isHeld', 'attempt']))
  expect(kit.reported).toContainEqual(expect.objectContaining({ code: 'feature_failed' }))
})
