import type { Features, ViewName } from '@foyer/core'
import { defineFeature } from '@foyer/core/feature'
import { contextOf } from '@foyer/core/internal'
import { expect, test, vi } from 'vitest'
import { knownEmail, loginKit } from '../test/loginKit.js'
import { modalKit } from '../test/modalKit.js'
import { view } from '../viewEntry.js'
import { loadView, views as ownViews } from './viewsCode.js'

const { fetched, room } = vi.hoisted(() => {
  const fetched: string[] = []
  const room = (name: string) => () => {
    fetched.push(name)
    const views = new Map([['Create', { title: () => '', draw: () => null }]])
    return { views, sentences: undefined, translations: undefined }
  }
  return { fetched, room }
})

vi.mock('../activity/activityRoom.js', room('activity'))
vi.mock('../buy/buyRoom.js', room('buy'))
vi.mock('../login/loginRoom.js', room('login'))
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

test('[S2.24] with e-mail and socials off no code of logging in is fetched, and the host is told why; while one is under way it is', async () => {
  fetched.length = 0
  const { foyer, login, reported } = loginKit({ features: { email: false, socials: false } })
  for (const name of [
    ...(['EmailLogin', 'EmailVerifyOtp', 'ConnectSocials', 'ConnectingSocial', 'Create'] as const),
    ...(['UpdateEmailWallet', 'UpgradeEmailWallet', 'ApproveTransaction'] as const),
  ]) {
    await loadView({ name, foyer, add: () => {} })
    expect(reported.at(-1)).toMatchObject({ code: 'feature_disabled', facts: { feature: 'email', view: name } })
  }
  expect(fetched).toEqual([])
  const connecting = foyer.connect({ connectorId: login.id, login: { method: 'email', email: knownEmail } })
  await vi.waitUntil(() => foyer.store.getState().connection.attempts.connect?.login, { interval: 1 })
  await loadView({ name: 'EmailVerifyOtp', foyer, add: () => {} })
  expect(fetched).toEqual(['login'])
  foyer.stop()
  await expect(connecting).rejects.toMatchObject({ code: 'aborted' })
})

test.each([{ email: false }, { socials: false as const }])(
  '[S2.24] with %o the other way to log in is fetched',
  async (features) => {
    const { foyer, reported } = loginKit({ features })
    await loadView({ name: 'Create', foyer, add: () => {} })
    expect(reported).toEqual([])
  },
)

declare module '@foyer/core' {
  interface ViewParams {
    RoomOfAPackage: { readonly code: string }
  }
}

test('a package adds views with their code, which is fetched for the first of them; a name of the modal’s own stays what it is', async () => {
  const drawing = view(
    'RoomOfAPackage',
    () => null,
    (_, { code }) => `Code ${code}`,
  )
  const load = vi.fn(async () => ({ views: new Map([drawing]), sentences: { 'shell.back': 'Return' } }))
  const { foyer, reported } = modalKit({ customFeatures: [defineFeature({ views: { RoomOfAPackage: {} }, load })] })
  const add = vi.fn()
  const { title } = await loadView({ name: 'RoomOfAPackage', foyer, add })
  const context = { foyer, state: foyer.store.getState(), say: (key: string, ..._: unknown[]) => key }
  expect(title({ view: 'RoomOfAPackage', code: '123' }, context)).toBe('Code 123')
  expect(add).toHaveBeenCalledWith(expect.objectContaining({ sentences: { 'shell.back': 'Return' } }))
  expect(reported).toEqual([])
  expect(load).toHaveBeenCalledTimes(1)
})

test.each([...views.map(([, name]) => name), ...ownViews.keys()])(
  'a package’s feature with the name %s, which is the modal’s own, is left out and reported',
  async (name) => {
    const load = vi.fn(async () => ({ views: new Map() }))
    const { foyer, reported } = modalKit({ customFeatures: [defineFeature({ views: { [name]: {} }, load })] })
    await contextOf(foyer).queries()
    expect(reported).toMatchObject([{ code: 'view_name_taken', facts: { view: name } }])
    await loadView({ name, foyer, add: () => {} })
    expect(load).not.toHaveBeenCalled()
  },
)
