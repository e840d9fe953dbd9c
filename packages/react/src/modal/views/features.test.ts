import type { Features, ViewName } from '@foyer/core'
import { contextOf } from '@foyer/core/internal'
import { expect, test, vi } from 'vitest'
import { modalKit } from '../test/modalKit.js'
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
