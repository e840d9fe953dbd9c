import type { Features, ViewName } from '@foyer/core'
import { addViews, contextOf } from '@foyer/core/internal'
import { expect, test, vi } from 'vitest'
import { modalKit } from '../test/modalKit.js'
import { view } from '../viewEntry.js'
import { loadView } from './viewsCode.js'

const { fetched, room } = vi.hoisted(() => {
  const fetched: string[] = []
  const room = (name: string) => () => {
    fetched.push(name)
    return { views: new Map() }
  }
  return { fetched, room }
})

vi.mock('../activity/activityRoom.js', room('activity'))
vi.mock('../buy/buyRoom.js', room('buy'))
vi.mock('../pay/payRoom.js', room('pay'))
vi.mock('../send/sendRoom.js', room('send'))
vi.mock('../swap/swapRoom.js', room('swap'))

const views: readonly [keyof Features, ViewName][] = [
  ['history', 'Transactions'],
  ['receive', 'WalletReceive'],
  ['onramp', 'OnRampProviders'],
  ['pay', 'Pay'],
  ['send', 'WalletSend'],
  ['swaps', 'Swap'],
]

test('[S2.24] a feature that is off is never fetched, whichever of its views is opened, and the host is told why', async () => {
  const { foyer, reported } = modalKit()
  const off = Object.fromEntries(views.map(([feature]) => [feature, false]))
  contextOf(foyer).update(({ features }) => ({ features: { ...features, ...off } }))
  for (const [feature, name] of views) {
    const { title } = await loadView({ name, foyer, add: () => {} })
    expect(title({ view: 'Account' }, { foyer, state: foyer.store.getState(), say: (key, ..._) => key })).toBe(
      'shell.notAvailable',
    )
    expect(reported.at(-1)).toMatchObject({ code: 'feature_disabled', facts: { feature, view: name } })
  }
  expect(fetched).toEqual([])
  contextOf(foyer).update(({ features }) => ({ features: { ...features, send: true } }))
  await loadView({ name: 'WalletSend', foyer, add: () => {} })
  expect(fetched).toEqual(['send'])
})

declare module '@foyer/core' {
  interface ViewParams {
    RoomOfAPackage: { readonly code: string }
  }
}

test('a package adds views with their code, which is fetched for the first of them; a name of the modal’s own stays what it is', async () => {
  const { foyer, reported } = modalKit()
  const add = vi.fn()
  const drawing = view(
    'RoomOfAPackage',
    () => null,
    (_, { code }) => `Code ${code}`,
  )
  const load = vi.fn(async () => ({ views: new Map([drawing]), sentences: { 'shell.back': 'Return' } }))
  addViews(contextOf(foyer), { views: { RoomOfAPackage: {}, Networks: {}, Swap: {} }, load })
  const { title } = await loadView({ name: 'RoomOfAPackage', foyer, add })
  const context = { foyer, state: foyer.store.getState(), say: (key: string, ..._: unknown[]) => key }
  expect(title({ view: 'RoomOfAPackage', code: '123' }, context)).toBe('Code 123')
  expect(add).toHaveBeenCalledWith(expect.objectContaining({ sentences: { 'shell.back': 'Return' } }))
  expect(reported).toEqual([])

  for (const name of ['Networks', 'Swap'] as const) {
    await loadView({ name, foyer, add })
    expect(reported.at(-1)).toMatchObject({ code: 'view_name_taken', facts: { view: name } })
  }
  expect(load).toHaveBeenCalledTimes(1)
})
