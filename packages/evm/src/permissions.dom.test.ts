import { type Connector, createFoyer, type Foyer, type LiveConnection } from '@foyer/core'
import { mainnet } from '@foyer/core/networks'
import { pad } from 'viem'
import { afterEach, describe, expect, test } from 'vitest'
import type { EvmPermission } from './index.js'
import { evm, grantPermissions, permissions, revokePermissions, supportedPermissions } from './index.js'
import { account, delegationManager, type Script, scriptedWallet, sessionKey, token } from './test/scriptedWallet.js'

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
  localStorage.clear()
})

/** A kit that is connected with a wallet of MetaMask's shape. */
async function connected(script: Script = {}) {
  const wallet = scriptedWallet(script)
  const live: LiveConnection = {
    accounts: [{ namespace: 'eip155', address: account, type: 'eoa' }],
    networks: { eip155: 'eip155:1' },
    providers: { eip155: wallet },
    listen: () => () => {},
    switchNetwork: async () => {},
    disconnect: async () => {},
  }
  const connector: Connector = {
    ...{ id: 'fox', type: 'ANNOUNCED', name: 'Fox', families: ['eip155'] },
    connect: async () => live,
    restore: async () => null,
  }
  const foyer = createFoyer({ projectId: 'project', networks: [mainnet], adapters: [evm()], connectors: [connector] })
  stops.push(foyer.start())
  await foyer.connect({ connectorId: 'fox' })
  return { foyer, wallet }
}

const failure = (promise: Promise<unknown>) => promise.then(String, (error: unknown) => error)
const methods = ({ asked }: { readonly asked: readonly { readonly method: string }[] }) =>
  asked.map(({ method }) => method.replace('wallet_', '').replace(/ExecutionPermissions?/, ''))
const attempts = (foyer: Foyer) => foyer.store.getState().connection.attempts

const daily = { type: 'periodic', amount: 100n, periodSeconds: 86_400 } as const
const expiresAt = 1_900_000_000
const asked: EvmPermission = { to: sessionKey, permission: { type: 'spend', token, limit: daily }, expiresAt }
const refuse = (code: number) => () => {
  throw { code, message: 'No.' }
}

describe('a wallet that grants permissions', () => {
  test.each<[string, EvmPermission['permission'], object]>([
    [
      'native-token-periodic',
      { type: 'spend', limit: daily, startsAt: 1_800_000_000 },
      { periodAmount: '0x64', periodDuration: 86_400, startTime: 1_800_000_000 },
    ],
    [
      'erc20-token-periodic',
      { type: 'spend', token, limit: daily },
      { tokenAddress: token, periodAmount: '0x64', periodDuration: 86_400 },
    ],
    ['native-token-stream', { type: 'spend', limit: { type: 'stream', perSecond: 1n } }, { amountPerSecond: '0x1' }],
    [
      'erc20-token-stream',
      { type: 'spend', token, limit: { type: 'stream', perSecond: 1n, initial: 0n, most: 255n } },
      { tokenAddress: token, amountPerSecond: '0x1', initialAmount: '0x0', maxAmount: '0xff' },
    ],
    ['native-token-allowance', { type: 'spend', limit: { type: 'once', amount: 16n } }, { allowanceAmount: '0x10' }],
    [
      'erc20-token-allowance',
      { type: 'spend', token, limit: { type: 'once', amount: 16n } },
      { tokenAddress: token, allowanceAmount: '0x10' },
    ],
  ])('is asked once for %s, bound to the key that it is for', async (type, permission, data) => {
    const { foyer, wallet } = await connected()
    const [granted] = await grantPermissions(foyer, {
      permissions: [{ permission, to: sessionKey, expiresAt, purpose: 'Pays your subscription' }],
    })
    expect(methods(wallet)).toEqual(['getSupported', 'request'])
    expect(wallet.asked.at(-1)?.params).toEqual([
      {
        chainId: '0x1',
        from: account,
        to: sessionKey,
        permission: { type, isAdjustmentAllowed: false, data: { ...data, justification: 'Pays your subscription' } },
        rules: [
          { type: 'expiry', data: { timestamp: expiresAt } },
          { type: 'redeemer', data: { addresses: [sessionKey] } },
        ],
      },
    ])
    expect(granted).toMatchObject({
      ...{ networkId: 'eip155:1', account, to: sessionKey, context: '0x0010', delegationManager, dependencies: [] },
      permission: { ...permission, startsAt: 1_800_000_000 },
      ...{ expiresAt, redeemers: [sessionKey], payees: undefined },
    })
    expect(attempts(foyer).grantPermissions).toMatchObject({
      ...{ accountId: `eip155:1:${account}`, step: { type: 'walletPrompt' }, end: { status: 'succeeded' } },
    })
  })

  test('says what it can grant, and isn’t asked for what it can’t', async () => {
    const { foyer, wallet } = await connected({
      wallet_getSupportedExecutionPermissions: () => ({
        'erc20-token-periodic': { chainIds: ['0x1', 10], ruleTypes: ['expiry'] },
        'erc20-token-stream': { chainIds: ['0x1'], ruleTypes: [] },
        'native-token-periodic': { chainIds: ['0xa'] },
        broken: 'yes',
      }),
    })
    expect(await supportedPermissions(foyer)).toEqual([
      { type: 'erc20-token-periodic', networkIds: ['eip155:1', 'eip155:10'], rules: ['expiry'] },
      { type: 'erc20-token-stream', networkIds: ['eip155:1'], rules: [] },
      { type: 'native-token-periodic', networkIds: ['eip155:10'], rules: [] },
    ])
    const unsupported = { code: 'permission_unsupported', notice: 'error.notSupported' }
    const coin: EvmPermission = { ...asked, permission: { type: 'spend', limit: daily } }
    const stream: EvmPermission = {
      ...{ ...asked, permission: { type: 'spend', token, limit: { type: 'stream', perSecond: 1n } } },
    }
    const call: EvmPermission = {
      ...asked,
      permission: { type: 'call', target: token, selectors: ['0xa9059cbb'] },
    }
    expect(await failure(grantPermissions(foyer, { permissions: [asked, coin] }))).toMatchObject(unsupported)
    expect(await failure(grantPermissions(foyer, { permissions: [call] }))).toMatchObject({
      ...unsupported,
      facts: { permission: 'contract-call', networkId: 'eip155:1' },
    })
    // Its end isn't left out where the wallet doesn't know ends.
    expect(await failure(grantPermissions(foyer, { permissions: [stream] }))).toMatchObject({
      ...{ ...unsupported, facts: { permission: 'erc20-token-stream', rule: 'expiry' } },
    })
    expect(methods(wallet)).not.toContain('request')
    // A rule that nobody asked for isn't sent where the wallet doesn't have it.
    const [granted] = await grantPermissions(foyer, { permissions: [asked] })
    expect(granted?.redeemers).toBeUndefined()
  })

  const callable = {
    wallet_getSupportedExecutionPermissions: () => ({
      'contract-call': { chainIds: ['0x1'], ruleTypes: ['expiry', 'redeemer'] },
    }),
  }

  test('[F13] is refused by the wallet for what stands in a field: by a typed error that names it, and the visitor isn’t asked again', async () => {
    const call: EvmPermission = {
      ...asked,
      permission: {
        type: 'call',
        target: token,
        selectors: ['0x12345678'],
        count: 1,
        bound: [{ index: 1, value: token }],
      },
    }
    for (const [message, field] of [
      [
        '`permission.data.selectors` has 0x12345678, by which what the account has may go.',
        'permission.data.selectors',
      ],
      ['No.', undefined],
    ] as const) {
      const { foyer, wallet } = await connected({
        ...callable,
        wallet_requestExecutionPermissions() {
          throw { code: 5700, message }
        },
      })
      expect(await failure(grantPermissions(foyer, { permissions: [call] }))).toMatchObject({
        ...{ code: 'permission_unsupported', message: expect.stringContaining(message) },
        facts: { permission: 'contract-call', networkId: 'eip155:1', field },
      })
      expect(wallet.asked.at(-1)?.params).toMatchObject([
        { permission: { data: { arguments: [{ index: 1, value: pad(token).toLowerCase() }] } } },
      ])
    }
  })

  test.each([[[{ index: 32, value: token }]], [[{ index: 0, value: '0x1234' }]]] as const)(
    'a bound that can’t be one is refused by name: %j',
    async (bound) => {
      const { foyer, wallet } = await connected(callable)
      const permission = { type: 'call', target: token, selectors: ['0x12345678'], bound } as const
      expect(await failure(grantPermissions(foyer, { permissions: [{ ...asked, permission }] }))).toMatchObject({
        ...{ code: 'invalid_permission', facts: { field: 'bound' } },
      })
      expect(methods(wallet)).not.toContain('request')
    },
  )

  test('a key that may pass it on is asked for in so many words', async () => {
    const { foyer, wallet } = await connected()
    await grantPermissions(foyer, {
      permissions: [{ ...asked, redeemers: 'anyone', payees: [token], isAdjustable: true }],
    })
    expect(wallet.asked.at(-1)?.params).toMatchObject([
      {
        permission: { isAdjustmentAllowed: true },
        rules: [
          { type: 'expiry', data: { timestamp: expiresAt } },
          { type: 'payee', data: { addresses: [token] } },
        ],
      },
    ])
  })

  test.each([
    ['for another key', { to: token }],
    ['of another account', { from: token }],
    ['on another network', { chainId: '0xa' }],
    [
      'of another kind',
      { permission: { type: 'native-token-periodic', data: { periodAmount: '0x1', periodDuration: 1 } } },
    ],
    ['whose limit can’t be read', { permission: { type: 'erc20-token-periodic', data: { tokenAddress: token } } }],
    ['whose expiry can’t be read', { rules: [{ type: 'expiry', data: { timestamp: 'soon' } }] }],
    ['without a context', { context: '0x' }],
  ])('an answer %s is none', async (_, other) => {
    const answer = {
      ...{ chainId: '0x1', from: account, to: sessionKey, context: '0x01', dependencies: [], delegationManager },
      permission: {
        type: 'erc20-token-periodic',
        data: { tokenAddress: token, periodAmount: '0x1', periodDuration: 1 },
      },
    }
    let answers: readonly object[] = [{ ...answer, ...other }]
    const { foyer } = await connected({ wallet_requestExecutionPermissions: () => answers })
    expect(await failure(grantPermissions(foyer, { permissions: [asked] }))).toMatchObject({ code: 'wallet_answer' })
    answers = [answer, answer]
    expect(await failure(grantPermissions(foyer, { permissions: [asked] }))).toMatchObject({ code: 'wallet_answer' })
    answers = [answer]
    expect(await grantPermissions(foyer, { permissions: [asked] })).toMatchObject([{ context: '0x01' }])
  })

  test('lists what this account has granted, also of kinds that the kit doesn’t know, and takes it back', async () => {
    const { foyer, wallet } = await connected()
    await grantPermissions(foyer, { permissions: [asked, asked] })
    const [first] = wallet.granted
    const approvals = { type: 'token-approval-revocation', data: { erc20Approve: true } }
    wallet.granted.push(
      { ...first, from: sessionKey, context: '0x0090' },
      { ...first, chainId: '0xa', context: '0x0080', permission: approvals, rules: null },
    )
    expect((await permissions(foyer)).map(({ context }) => context)).toEqual(['0x0010', '0x0020', '0x0080'])
    const [other, ...more] = await permissions(foyer, { networkId: 'eip155:10' })
    expect(other?.permission).toEqual({ type: 'other', name: approvals.type, data: approvals.data })
    expect(more).toEqual([])
    const [one, two] = await permissions(foyer, { networkId: 'eip155:1' })
    if (!one || !two) throw new Error('Both were granted.')
    await revokePermissions(foyer, { permissions: [one, two] })
    expect(wallet.asked.slice(-2)).toEqual(
      [one, two].map(({ context }) => ({
        method: 'wallet_revokeExecutionPermission',
        params: { permissionContext: context },
      })),
    )
    expect((await permissions(foyer)).map(({ context }) => context)).toEqual(['0x0080'])
    expect(attempts(foyer).revokePermissions?.end).toEqual({ status: 'succeeded' })
  })

  test('a list with an entry that can’t be read is none', async () => {
    const { foyer } = await connected({ wallet_getGrantedExecutionPermissions: () => [{ context: '0x01' }] })
    expect(await failure(permissions(foyer))).toMatchObject({ code: 'wallet_answer' })
  })
})

describe('a wallet that says no', () => {
  test.each([
    [4001, { code: 'user_rejected' }],
    [4200, { code: 'permission_unsupported', facts: { permission: 'erc20-token-periodic' } }],
    [-32_603, { code: 'json_rpc' }],
  ])('to granting, with %i, is asked once', async (code, expected) => {
    const { foyer, wallet } = await connected({ wallet_requestExecutionPermissions: refuse(code) })
    expect(await failure(grantPermissions(foyer, { permissions: [asked] }))).toMatchObject(expected)
    expect(methods(wallet)).toEqual(['getSupported', 'request'])
    expect(attempts(foyer).grantPermissions?.end).toMatchObject({ status: 'failed', code: expected.code })
  })

  test('by not knowing the methods, grants nothing and says so', async () => {
    const { foyer, wallet } = await connected({
      wallet_getSupportedExecutionPermissions: refuse(4200),
      wallet_requestExecutionPermissions: refuse(-32_601),
      wallet_getGrantedExecutionPermissions: () => {
        throw new Error('The method is not supported')
      },
    })
    expect(await supportedPermissions(foyer)).toEqual([])
    const missing = { code: 'unsupported_method', notice: 'error.notSupported' }
    expect(await failure(grantPermissions(foyer, { permissions: [asked] }))).toMatchObject(missing)
    expect(await failure(permissions(foyer))).toMatchObject(missing)
    expect(methods(wallet)).toEqual(['getSupported', 'getSupported', 'request', 'getGranted'])
  })

  test('to a revocation’s object, is asked with it in a list, and else once', async () => {
    const { foyer, wallet } = await connected({
      wallet_revokeExecutionPermission(params) {
        if (!Array.isArray(params)) throw { code: -32_602, message: 'Invalid params' }
        return null
      },
    })
    const [granted] = await grantPermissions(foyer, { permissions: [asked] })
    if (!granted) throw new Error('It was granted.')
    await revokePermissions(foyer, { permissions: [granted] })
    expect(wallet.asked.at(-1)?.params).toEqual([{ permissionContext: granted.context }])
    const refusing = await connected({ wallet_revokeExecutionPermission: refuse(4001) })
    const revoked = revokePermissions(refusing.foyer, { permissions: [granted, granted] })
    expect(await failure(revoked)).toMatchObject({ code: 'user_rejected' })
    expect(methods(refusing.wallet)).toEqual(['revoke'])
  })
})

test.each<[string, Partial<EvmPermission>]>([
  ['a name in the place of the key', { to: '0xada' }],
  ['a time that is none', { expiresAt: Number.NaN }],
  ['nobody who may receive', { payees: JSON.parse('[]') }],
  ['no amount', { permission: { type: 'spend', limit: { type: 'once', amount: 0n } } }],
  ['more than there can be', { permission: { type: 'spend', limit: { type: 'once', amount: 1n << 256n } } }],
  ['a period without a length', { permission: { type: 'spend', limit: { ...daily, periodSeconds: 0 } } }],
])('%s is refused before the wallet is asked', async (_, wrong) => {
  const { foyer, wallet } = await connected()
  expect(await failure(grantPermissions(foyer, { permissions: [{ ...asked, ...wrong }] }))).toMatchObject({
    code: 'invalid_permission',
  })
  expect(methods(wallet)).not.toContain('request')
})

test('a permission without an end is refused by its field’s name', async () => {
  const { foyer } = await connected()
  const { expiresAt: _, ...endless } = asked
  const granted = Promise.resolve(Reflect.apply(grantPermissions, undefined, [foyer, { permissions: [endless] }]))
  const facts = { field: 'expiresAt' }
  expect(await failure(granted)).toMatchObject({ facts, message: expect.stringContaining('`expiresAt`') })
})
