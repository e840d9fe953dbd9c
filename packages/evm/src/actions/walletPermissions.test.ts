import type { RequestChannel } from '@foyer/core'
import { createTestClock } from '@foyer/testing'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { EvmPermission, SpendingLimit } from '../permission/model.js'
import { account, delegationManager, scriptedWallet, sessionKey, token } from '../test/scriptedWallet.js'
import { permissionJson } from './permissionJson.js'
import { parseGranted } from './readPermissions.js'
import { grantedPermissions, grantWalletPermissions, revokeWalletPermission } from './walletPermissions.js'

const networkId = 'eip155:1'
const owner = { namespace: 'eip155', address: account, type: 'eoa' } as const
const once: EvmPermission = {
  ...{ to: sessionKey, expiresAt: 1_900_000_000 },
  permission: { type: 'spend', limit: { type: 'once', amount: 1n } },
}

test.each([
  ['in 1.5 s', 1_500, { ...once, redeemers: 'anyone' }],
  ['in 30 s, where it is bound to its key if the wallet can', 30_000, once],
] as const)('a wallet that doesn’t say %s what it can grant is asked all the same', async (_, timeoutMs, asked) => {
  const clock = createTestClock()
  const provider = scriptedWallet({ wallet_getSupportedExecutionPermissions: () => new Promise(() => {}) })
  const wallet = { provider, account: owner, accounts: [owner], networkId } as const
  const granting = grantWalletPermissions({ wallet, clock, permissions: [asked] })
  await expect.poll(() => clock.pending).toBeGreaterThan(0)
  clock.advance(timeoutMs - 1)
  expect(provider.asked).toHaveLength(1)
  clock.advance(1)
  expect(await granting).toMatchObject([{ permission: once.permission }])
})

test('a wallet in a session is asked only for what that grants', async () => {
  const provider = scriptedWallet()
  const channel: RequestChannel = { takes: () => false, request: async () => null }
  const wallet = { provider, account: owner, accounts: [owner], networkId, channel } as const
  const action = { wallet, clock: createTestClock() }
  const missing = { code: 'unsupported_method' }
  await expect(grantWalletPermissions({ ...action, permissions: [once] })).rejects.toMatchObject(missing)
  await expect(grantedPermissions(action)).rejects.toMatchObject(missing)
  await expect(revokeWalletPermission({ ...action, context: '0x01' })).rejects.toMatchObject(missing)
  expect(provider.asked).toEqual([])
})

const amount = fc.bigInt({ min: 1n, max: (1n << 256n) - 2n })
const seconds = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER })
const addresses = fc.constantFrom<[typeof account, ...(typeof account | typeof token)[]]>([account], [account, token])
const limit: fc.Arbitrary<SpendingLimit> = fc.oneof(
  fc.record({ type: fc.constant('periodic' as const), amount, periodSeconds: seconds }),
  fc.record({
    type: fc.constant('stream' as const),
    perSecond: amount,
    initial: fc.option(amount, { nil: undefined }),
    most: fc.option(amount, { nil: undefined }),
  }),
  fc.record({ type: fc.constant('once' as const), amount }),
)
const permission: fc.Arbitrary<EvmPermission['permission']> = fc.oneof(
  fc.record({
    type: fc.constant('spend' as const),
    token: fc.constantFrom(undefined, token),
    limit,
    startsAt: fc.option(seconds, { nil: undefined }),
  }),
  fc.record({
    type: fc.constant('call' as const),
    target: fc.constant(token),
    selectors: fc.constant(['0xa9059cbb'] as const),
    mostValue: amount,
    count: fc.option(seconds, { nil: undefined }),
  }),
)

test('what is granted as it was asked for is read as it was asked for', () => {
  fc.assert(
    fc.property(permission, seconds, fc.option(addresses, { nil: undefined }), (wanted, expiresAt, payees) => {
      const asked = { permission: wanted, to: sessionKey, expiresAt, payees, redeemers: payees ?? 'anyone' } as const
      const json = permissionJson({ asked, account, networkId, hasRedeemers: false })
      const [granted] =
        parseGranted(JSON.parse(JSON.stringify([{ ...json, context: '0x01', delegationManager }]))) ?? []
      expect(granted).toEqual({
        ...{ permission: wanted, to: sessionKey, expiresAt, payees, redeemers: payees },
        ...{ account, networkId, context: '0x01', delegationManager, dependencies: [] },
      })
    }),
  )
})

test('no answer makes the list throw', () => {
  fc.assert(fc.property(fc.anything(), (answer) => void parseGranted(answer)))
})
