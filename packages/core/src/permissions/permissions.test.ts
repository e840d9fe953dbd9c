import { afterEach, describe, expect, test, vi } from 'vitest'
import type { FamilyActions } from '../connector/family.js'
import type { GrantedPermission } from '../connector/permissions.js'
import { fakeConnector } from '../connector/test/fakeConnector.js'
import { UnsupportedMethodError, UserRejectedError } from '../errors/wallet.js'
import { watch } from '../query/watch.js'
import { fakeAdapter, fakeKit } from '../test/fakeKit.js'
import {
  createPermissions,
  grantPermissions,
  permissions,
  revokePermissions,
  supportedPermissions,
  type WalletPermissions,
  walletPermissions,
} from './index.js'

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

const granted: GrantedPermission = { context: '0x01', networkId: 'eip155:1', account: '0xA1', to: '0xB1' }

/** A connected kit whose wallet answers as the test says. */
async function kitOf(own: Partial<FamilyActions> = {}) {
  const actions: FamilyActions = { nativeBalance: async () => 1n, ...own }
  const kit = fakeKit({
    connectors: [fakeConnector()],
    adapters: [fakeAdapter('eip155', { actions: async () => actions }), fakeAdapter('solana'), fakeAdapter('bip122')],
  })
  kit.foyer.start()
  stops.push(() => kit.foyer.stop())
  await kit.foyer.connect({ connectorId: 'fake' })
  return { ...kit, attempts: () => kit.foyer.store.getState().connection.attempts }
}

const failure = (promise: Promise<unknown>) => promise.then(String, (error: unknown) => error)

describe('permissions are granted', () => {
  test('by an attempt of their own, beside another that the wallet is asked for', async () => {
    const answers: ((all: readonly GrantedPermission[]) => void)[] = []
    const asked: unknown[] = []
    const { foyer, attempts } = await kitOf({
      grantPermissions({ wallet: { account, networkId }, permissions: wanted }) {
        asked.push([account.address, networkId, wanted])
        return new Promise((resolve) => answers.push(resolve))
      },
    })
    const first = grantPermissions(foyer, { permissions: ['daily'] })
    const second = grantPermissions(foyer, { permissions: ['once'], networkId: 'eip155:11155111', account: '0xA2' })
    await vi.waitUntil(() => answers.length === 2, { interval: 1 })
    expect(attempts().grantPermissions).toMatchObject({ accountId: 'eip155:1:0xA1', step: { type: 'walletPrompt' } })
    expect(attempts()['grantPermissions 2']).toMatchObject({
      accountId: 'eip155:11155111:0xA2',
      step: { type: 'walletPrompt' },
    })
    for (const answer of answers) answer([granted])
    expect(await Promise.all([first, second])).toEqual([[granted], [granted]])
    expect(attempts().grantPermissions?.end).toEqual({ status: 'succeeded' })
    expect(asked).toEqual([
      ['0xA1', 'eip155:1', ['daily']],
      ['0xA2', 'eip155:11155111', ['once']],
    ])
  })

  test('until the page aborts it: the wallet is told, nothing is granted by what it answers later, and another is asked for', async () => {
    const asked: {
      readonly signal?: AbortSignal | undefined
      readonly answer: (all: readonly GrantedPermission[]) => void
    }[] = []
    const { foyer, attempts } = await kitOf({
      grantPermissions: ({ signal }) => new Promise((answer) => asked.push({ signal, answer })),
    })
    const page = new AbortController()
    const aborted = failure(grantPermissions(foyer, { permissions: ['daily'], signal: page.signal }))
    await vi.waitUntil(() => asked.length === 1, { interval: 1 })
    page.abort()
    expect(await aborted).toMatchObject({ code: 'aborted' })
    expect(asked[0]?.signal?.aborted).toBe(true)
    asked[0]?.answer([granted])
    expect(attempts().grantPermissions?.end).not.toEqual({ status: 'succeeded' })
    const another = grantPermissions(foyer, { permissions: ['once'] })
    await vi.waitUntil(() => asked.length === 2, { interval: 1 })
    asked[1]?.answer([granted])
    expect(await another).toEqual([granted])
    expect(await failure(grantPermissions(foyer, { permissions: ['daily'], signal: page.signal }))).toMatchObject({
      code: 'aborted',
    })
    expect(asked).toHaveLength(2)
  })

  test.each<[string, Partial<FamilyActions>, readonly string[], string]>([
    ['none is asked for', { grantPermissions: async () => [] }, [], 'invalid_option'],
    ['the family has none', {}, ['daily'], 'action_unsupported'],
  ])('nothing is asked where %s', async (_, own, wanted, code) => {
    const { foyer, attempts } = await kitOf(own)
    const asked = Promise.resolve(Reflect.apply(grantPermissions, undefined, [foyer, { permissions: wanted }]))
    expect(await failure(asked)).toMatchObject({ code })
    expect(attempts().grantPermissions).toBeUndefined()
  })
})

describe('permissions are read', () => {
  const all: readonly GrantedPermission[] = [
    granted,
    { ...granted, context: '0x02', networkId: 'eip155:10' },
    { ...granted, context: '0x03', account: '0xA2' },
  ]

  test('of the chosen account alone, and of one network where it is named', async () => {
    const { foyer } = await kitOf({ permissions: async () => all })
    expect(await permissions(foyer)).toEqual([all[0], all[1]])
    expect(await permissions(foyer, { networkId: 'eip155:10' })).toEqual([all[1]])
    expect(await permissions(foyer, { account: '0xA2' })).toEqual([all[2]])
    expect(await supportedPermissions(foyer)).toEqual([])
  })

  test.each<[string, Partial<FamilyActions>]>([
    ['the wallet lists none', { permissions: () => Promise.reject(new UnsupportedMethodError()) }],
    ['the family has none', {}],
  ])('and aren’t known where %s: that is no failure', async (_, own) => {
    const { foyer, errors } = await kitOf(own)
    let last: { readonly status: string; readonly data?: WalletPermissions | undefined } | undefined
    stops.push(watch(foyer, walletPermissions(), {}, (fetched) => (last = fetched)))
    await vi.waitUntil(() => last?.status === 'ready', { interval: 1 })
    expect(last?.data).toEqual({ supported: [], granted: undefined })
    expect(errors).toEqual([])
  })
})

describe('permissions are taken back', () => {
  test('one after the other, each by its own account, up to the first that is refused', async () => {
    const asked: string[] = []
    const { foyer, attempts } = await kitOf({
      async revokePermission({ wallet: { account, networkId }, context }) {
        asked.push(`${context} ${networkId}:${account.address}`)
        if (context === '0x02') throw new UserRejectedError()
      },
    })
    const three = [
      granted,
      { ...granted, context: '0x02', networkId: 'eip155:11155111', account: '0xA2' },
      { ...granted, context: '0x03' },
    ] as const
    expect(await failure(revokePermissions(foyer, { permissions: three }))).toMatchObject({ code: 'user_rejected' })
    expect(asked).toEqual(['0x01 eip155:1:0xA1', '0x02 eip155:11155111:0xA2'])
    expect(attempts().revokePermissions?.end).toMatchObject({ status: 'failed', code: 'user_rejected' })
  })

  test('none where one of them is another’s account', async () => {
    const asked: string[] = []
    const { foyer } = await kitOf({ revokePermission: async ({ context }) => void asked.push(context) })
    const revoked = revokePermissions(foyer, { permissions: [granted, { ...granted, account: '0xC3' }] })
    expect(await failure(revoked)).toMatchObject({ code: 'account_not_connected' })
    expect(asked).toEqual([])
  })
})

test('a page’s last request is followed from the press to its end', async () => {
  let answer: () => readonly GrantedPermission[] = () => [granted]
  const { foyer } = await kitOf({
    grantPermissions: async () => answer(),
    revokePermission: async () => {},
  })
  const form = createPermissions(foyer)
  const phases: string[] = []
  stops.push(form.subscribe(() => phases.push(`${form.get().request} ${form.get().phase}`)))
  expect(form.get()).toEqual({ phase: 'idle', request: undefined, notice: undefined })
  await form.grant({ permissions: ['daily'] })
  await form.revoke({ permissions: [granted] })
  answer = () => {
    throw new UserRejectedError()
  }
  await failure(form.grant({ permissions: ['daily'] }))
  expect(form.get()).toEqual({ phase: 'declined', request: 'grant', notice: 'error.rejected' })
  expect(phases).toEqual([
    ...['grant asking', 'grant done', 'revoke asking', 'revoke done'],
    ...['grant asking', 'grant declined'],
  ])
})
