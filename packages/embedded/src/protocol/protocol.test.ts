import { W3mFrameSchema } from '@reown/appkit-wallet'
import { W3mFrameRpcConstants } from '@reown/appkit-wallet/utils'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  approvedMethods,
  FrameMessageError,
  failureOf,
  isSafe,
  needsApproval,
  noticeOf,
  payloadOf,
  type RequestName,
  readAppMessage,
  readFrameMessage,
  replyOf,
  safeMethods,
  secondsIn,
} from './index.js'

type Read = { readonly ok: true; readonly payload: unknown } | { readonly ok: false }

const attempt = (read: () => unknown): Read => {
  try {
    return { ok: true, payload: read() }
  } catch (error) {
    if (error instanceof FrameMessageError) return { ok: false }
    throw error
  }
}

const ours = {
  app: (data: unknown): Read =>
    attempt(() => {
      const message = readAppMessage(data)
      if (!message) throw new FrameMessageError({ type: '', faults: [] })
      return payloadOf(message.name, message.payload)
    }),
  frame: (data: unknown): Read =>
    attempt(() => {
      const message = readFrameMessage(data)
      if (!message) throw new FrameMessageError({ type: '', faults: [] })
      if (message.status === 'notice') return noticeOf(message.name, message.payload)
      if (message.status === 'error') return { message: failureOf(message.name, message.payload) }
      const reply = replyOf(message.name, message.payload)
      // What this kit's own page says there is read by the login alone.
      return message.name === 'CONNECT_DEVICE' ? undefined : reply
    }),
}

const theirs = {
  app: (data: unknown): Read => asRead(W3mFrameSchema.appEvent.safeParse(data)),
  frame: (data: unknown): Read => asRead(W3mFrameSchema.frameEvent.safeParse(data)),
}

const asRead = (read: { readonly success: boolean; readonly data?: object }): Read =>
  read.success
    ? { ok: true, payload: read.data && 'payload' in read.data ? read.data.payload : undefined }
    : { ok: false }

/** A payload that fits, by name; of answers by `NAME_SUCCESS`. Each is changed in one place, in any way. */
const user = { email: 'a@b.co', address: '0xab', chainId: 1, accounts: [{ address: '0xab', type: 'eoa' }] }
const whole = { ...user, smartAccountDeployed: true, preferredAccountType: 'smartAccount' }
const metadata = { name: 'n', description: 'd', url: 'u', icons: ['i'] }
const asked: Readonly<Record<RequestName, unknown>> = {
  SWITCH_NETWORK: { chainId: 'solana:abc' },
  CONNECT_EMAIL: { email: 'a@b.co' },
  CONNECT_DEVICE: undefined,
  CONNECT_OTP: { otp: '123456' },
  CONNECT_SOCIAL: { uri: 'u', preferredAccountType: 'eoa' },
  GET_SOCIAL_REDIRECT_URI: { provider: 'google' },
  GET_FARCASTER_URI: undefined,
  CONNECT_FARCASTER: undefined,
  GET_USER: { chainId: 1, preferredAccountType: 'eoa', socialUri: 'u' },
  SIGN_OUT: undefined,
  IS_CONNECTED: { token: 't' },
  GET_CHAIN_ID: undefined,
  GET_SMART_ACCOUNT_ENABLED_NETWORKS: undefined,
  INIT_SMART_ACCOUNT: undefined,
  SET_PREFERRED_ACCOUNT: { type: 'eoa' },
  RPC_REQUEST: { method: 'personal_sign', params: ['0x00', '0xab'] },
  UPDATE_EMAIL: { email: 'a@b.co' },
  UPDATE_EMAIL_PRIMARY_OTP: { otp: '1' },
  UPDATE_EMAIL_SECONDARY_OTP: { otp: '1' },
  SYNC_THEME: { themeMode: 'dark', themeVariables: { a: 1, b: 'c' }, w3mThemeVariables: { a: 'b' } },
  SYNC_DAPP_DATA: { metadata, sdkVersion: 'react-1', sdkType: 'appkit', projectId: 'p' },
  RELOAD: undefined,
}
const answered: Readonly<Record<RequestName, unknown>> = {
  ...asked,
  CONNECT_EMAIL: { action: 'VERIFY_OTP' },
  CONNECT_OTP: undefined,
  CONNECT_SOCIAL: { ...user, userName: 'n', preferredAccountType: 'eoa' },
  GET_SOCIAL_REDIRECT_URI: { uri: 'u' },
  GET_FARCASTER_URI: { url: 'u' },
  CONNECT_FARCASTER: { userName: 'n' },
  GET_USER: whole,
  IS_CONNECTED: { isConnected: false },
  GET_CHAIN_ID: { chainId: 1 },
  GET_SMART_ACCOUNT_ENABLED_NETWORKS: { smartAccountEnabledNetworks: [1, 10] },
  INIT_SMART_ACCOUNT: { address: '0xab', isDeployed: false },
  SET_PREFERRED_ACCOUNT: { type: 'eoa', address: '0xab' },
  RPC_REQUEST: '0xab',
  UPDATE_EMAIL: { action: 'VERIFY_PRIMARY_OTP' },
  UPDATE_EMAIL_PRIMARY_OTP: undefined,
  UPDATE_EMAIL_SECONDARY_OTP: { newEmail: 'a@b.co' },
  SYNC_THEME: undefined,
  SYNC_DAPP_DATA: undefined,
}
const calls = [{ to: '0x00', data: '0xab', value: '0x1' }]
const params: Readonly<Partial<Record<string, unknown>>> = {
  wallet_getCallsStatus: ['id'],
  wallet_sendCalls: [{ chainId: 1, from: '0x', version: '2.0', capabilities: { a: 1 }, calls }],
  solana_signMessage: { message: 'm', pubkey: 'k' },
  solana_signTransaction: { transaction: 't' },
  solana_signAllTransactions: { transactions: ['t', 'u'] },
  solana_signAndSendTransaction: {
    transaction: 't',
    options: { skipPreflight: true, preflightCommitment: 'max', maxRetries: 1, minContextSlot: 2 },
  },
}

const word = fc.oneof(
  fc.constantFrom('a@b.co', 'a@b', 'dark', 'eoa', 'x', 'root', '0x', ''),
  fc.string({ maxLength: 6 }),
)
const anything: fc.Arbitrary<unknown> = fc.oneof(
  word,
  fc.constantFrom(null, undefined, true, 0, -1, 1.5, Number.NaN, {}, [], [1], ['a'], { a: null }, [null]),
)

/** The same with one of its places, at any depth, holding something else. */
function changed(value: unknown, path: readonly number[], other: unknown): unknown {
  const [first, ...rest] = path
  if (first === undefined || typeof value !== 'object' || value === null || Object.keys(value).length === 0)
    return other
  const keys = Object.keys(value)
  const at = keys[first % keys.length] ?? ''
  const entries = Object.entries(value).map(([key, each]) => [key, key === at ? changed(each, rest, other) : each])
  return Array.isArray(value) ? entries.map(([, each]) => each) : Object.fromEntries(entries)
}
const change = fc.record({ path: fc.array(fc.nat(7), { maxLength: 4 }), other: anything })
describe('with Reown AppKit 1.7.6, the two sides agree', () => {
  const same = (side: 'app' | 'frame', data: unknown) => {
    expect([data, ours[side](data)]).toEqual([data, theirs[side](data)])
  }

  test.each(Object.entries(asked))('[S5.22 S5.23 S5.32] on what an application sends as %s', (name, payload) => {
    const type = `@w3m-app/${name}`
    for (const id of [undefined, 'id', 1, null]) same('app', { id, type, payload })
    same('app', { type })
    fc.assert(
      fc.property(change, ({ path, other }) => same('app', { id: 'a', type, payload: changed(payload, path, other) })),
      { numRuns: 40 },
    )
  })

  test.each(Object.entries(answered))('[S3.8 S5.32 S7.42] on what %s is answered', (name, payload) => {
    for (const [end, fit] of [
      ['SUCCESS', payload],
      ['ERROR', { message: 'm' }],
    ] as const) {
      // The original, which never asks for it, has the answer's shape and no place for it.
      if (name === 'INIT_SMART_ACCOUNT' && end === 'SUCCESS') continue
      const type = `@w3m-frame/${name}_${end}`
      same('frame', { type })
      fc.assert(
        fc.property(change, ({ path, other }) => same('frame', { id: 'a', type, payload: changed(fit, path, other) })),
        { numRuns: 25 },
      )
    }
  })

  test('[S5.33] what is refused is so in one of its sentences; that of a least length and of a least value nothing has, in the original as here', () => {
    const sentences =
      /: (Required|Invalid input(: must start with "0x")?|Invalid email|Expected .+, received \w+|Invalid enum value\. Expected .+, received '.*')$/s
    const refusals = new Set<string>()
    for (const [name, payload] of Object.entries({ ...asked, ...params })) {
      const isMethod = Object.hasOwn(params, name)
      const of = (fit: unknown) => (isMethod ? { method: name, params: fit } : fit)
      fc.assert(
        fc.property(change, ({ path, other }) => {
          const type = isMethod ? '@w3m-app/RPC_REQUEST' : `@w3m-app/${name}`
          const data = { id: 'a', type, payload: of(changed(payload, path, other)) }
          const read = W3mFrameSchema.appEvent.safeParse(data)
          expect(read.success ? '' : JSON.stringify(read.error)).not.toContain('too_small')
          const message = readAppMessage(data)
          try {
            if (message) payloadOf(message.name, message.payload)
          } catch (refusal) {
            refusals.add(refusal instanceof FrameMessageError ? refusal.message : `${refusal}`)
          }
        }),
        { numRuns: 40 },
      )
    }
    expect([...refusals].filter((refusal) => !sentences.test(refusal))).toEqual([])
    for (const kind of ['Required', 'Expected object, received', 'Invalid email'])
      expect([...refusals].join()).toContain(kind)
  })

  test('on the rest', () => {
    for (const type of ['READY', 'SESSION_UPDATE', 'SIGN_OUT', 'X_ERROR', '_ERROR', 'AWAIT_UPDATE_EMAIL', 'toString'])
      for (const payload of [undefined, {}, { version: '4' }, { version: 4 }, { token: 't' }, { token: 1 }, []])
        for (const side of ['app', 'frame'] as const) same(side, { type: `@w3m-${side}/${type}`, payload })
  })

  test('[S3.24 S5.26 S5.29] on the methods, and what each takes', () => {
    for (const method of [...safeMethods, ...approvedMethods, 'eth_sign', 'eth_sendUserOperation', 'toString'])
      fc.assert(
        fc.property(change, ({ path, other }) => {
          const fit = { method, params: params[method] ?? ['0x00'] }
          const data = { type: '@w3m-app/RPC_REQUEST', payload: changed(fit, path, other) }
          const [read, known] = [ours.app(data), theirs.app(data)]
          // The original knows no way to show a batch, nor the present methods of permissions; and what it reads is less than what its client posts.
          const isKnown = !/ExecutionPermissions?$|^wallet_showCallsStatus$/.test(Object(data.payload).method)
          if (isKnown) expect([data, read.ok]).toEqual([data, known.ok])
          // What is there without a value isn't there in the one, and stays without one in the other.
          if (read.ok && known.ok) {
            const said = Object.entries(Object(known.payload)).filter(([, value]) => value !== undefined)
            expect(read.payload).toMatchObject(Object.fromEntries(said))
          }
        }),
        { numRuns: 8 },
      )
  })

  test('on which of them need no one, and which are shown', () => {
    const unposted = ['eth_getUserOperationReceipt', 'eth_estimateUserOperationGas', 'eth_getUserOperationByHash']
    const { SAFE_RPC_METHODS, NOT_SAFE_RPC_METHODS } = W3mFrameRpcConstants
    // The original's client hasn't the present methods of permissions, nor the one that it would have to raise its frame for.
    const isOriginal = (method: string) => !/ExecutionPermissions?$|^wallet_showCallsStatus$/.test(method)
    expect([...safeMethods.filter(isOriginal), ...unposted, 'eth_supportedEntryPoints'].sort()).toEqual(
      [...SAFE_RPC_METHODS].sort(),
    )
    const known = approvedMethods.filter(isOriginal)
    expect([...known, 'eth_sendUserOperation'].sort()).toEqual([...NOT_SAFE_RPC_METHODS].sort())
    expect([isSafe('eth_call'), isSafe('personal_sign'), isSafe('eth_sign')]).toEqual([true, false, false])
    expect([needsApproval('eth_call'), needsApproval('personal_sign'), needsApproval('eth_sign')]).toEqual([
      false,
      true,
      false,
    ])
  })
})

test('a request of JSON-RPC is read as its method takes it', () => {
  const read = (payload: object) => payloadOf('RPC_REQUEST', payload)
  for (const method of [
    'wallet_getAssets',
    'wallet_getCapabilities',
    'wallet_revokePermissions',
    'wallet_revokeExecutionPermission',
  ])
    expect(read({ method })).toStrictEqual({ method })
  expect(read({ method: 'eth_chainId', params: ['x'] })).toEqual({ method: 'eth_chainId' })
  expect(read({ method: 'eth_call', params: [1], more: 1 })).toEqual({ method: 'eth_call', params: [1] })
  const call = { to: '0xa', data: '0x', value: '0x1', capabilities: { gift: { optional: true } } }
  const batch = { version: '2.0.0', id: '0xmine', from: '0xa', chainId: '0x1', atomicRequired: true, calls: [call] }
  for (const [method, params] of [
    ['wallet_sendCalls', [batch]],
    ['wallet_getCapabilities', ['0xa', ['0x1']]],
    ['wallet_showCallsStatus', ['0xmine']],
  ])
    expect(read({ method, params })).toStrictEqual({ method, params })
})

test.each([
  ['Please try again after 12 seconds', 12],
  ['Please try again after 0 seconds', 0],
  ['Please try again after 12 seconds or so', undefined],
  ['Please try again after some seconds', undefined],
  ['Invalid code', undefined],
])('[S5.31] %s says that another code may be sent after %s', (text, seconds) => {
  expect(secondsIn(text)).toBe(seconds)
})

describe('a message that doesn’t fit', () => {
  const sentence = (name: RequestName, payload: unknown) => {
    try {
      return payloadOf(name, payload)
    } catch (error) {
      return error instanceof FrameMessageError ? error.message : error
    }
  }
  test.each([
    ['CONNECT_EMAIL', undefined, 'payload: Required'],
    ['CONNECT_EMAIL', {}, 'payload.email: Required'],
    ['CONNECT_EMAIL', { email: 'a@b' }, 'payload.email: Invalid email'],
    ['CONNECT_OTP', { otp: 123456 }, 'payload.otp: Expected string, received number'],
    ['CONNECT_OTP', { otp: [] }, 'payload.otp: Expected string, received array'],
    ['CONNECT_OTP', [], 'payload: Expected object, received array'],
    ['CONNECT_OTP', null, 'payload: Expected object, received null'],
    ['CONNECT_OTP', 'x', 'payload: Expected object, received string'],
    ['SWITCH_NETWORK', { chainId: true }, 'payload.chainId: Invalid input'],
    [
      'SYNC_THEME',
      { themeMode: 'blue' },
      "payload.themeMode: Invalid enum value. Expected 'light' | 'dark', received 'blue'",
    ],
    ['SYNC_THEME', { themeVariables: 'x' }, 'payload.themeVariables: Expected object, received string'],
    ['SYNC_THEME', { themeMode: 1 }, "payload.themeMode: Expected 'light' | 'dark', received number"],
    ['RPC_REQUEST', { method: 'eth_call' }, 'payload.params: Required'],
    ['RPC_REQUEST', { method: 'eth_call', params: {} }, 'payload.params: Expected array, received object'],
    [
      'RPC_REQUEST',
      { method: 'wallet_sendCalls', params: [{ calls: [{ to: '1x' }] }] },
      'payload.params.0.calls.0.to: Invalid input: must start with "0x"',
    ],
  ] as const)('[S5.33] %s with %j: %s', (name, payload, words) => {
    expect(sentence(name, payload)).toBe(words)
  })

  test.each([
    ['a recipient', [{ to: '0x00' }, { to: '00' }], 'payload.params.0.calls.1.to'],
    [
      'data',
      [
        { to: '0x00', data: '0x' },
        { to: '0x00', data: 'a9059cbb' },
      ],
      'payload.params.0.calls.1.data',
    ],
    ['data', [{ to: '0x00', data: '' }], 'payload.params.0.calls.0.data'],
  ] as const)('[S5.25] %s of a call that doesn’t start with 0x is refused: %j', (_, calls, at) => {
    const asked = { method: 'wallet_sendCalls', params: [{ calls }] }
    expect(sentence('RPC_REQUEST', asked)).toBe(`${at}: Invalid input: must start with "0x"`)
    const right = calls.map((call) => ({ to: call.to.padStart(4, '0x'), data: '0x' }))
    expect(sentence('RPC_REQUEST', { ...asked, params: [{ calls: right }] })).toMatchObject({ method: asked.method })
  })

  test('is told apart from what isn’t for us at all', () => {
    for (const data of [
      undefined,
      null,
      'x',
      7,
      [],
      {},
      { type: 7 },
      { type: 'webpackOk' },
      { type: '@w3m-frame/READY' },
    ])
      expect(readAppMessage(data)).toBeUndefined()
    expect(readFrameMessage({ type: '@w3m-app/SIGN_OUT' })).toBeUndefined()
    expect(() => readAppMessage({ type: `@w3m-app/${'X'.repeat(500)}` })).toThrow(FrameMessageError)
    expect(() => readAppMessage({ type: `@w3m-app/${'X'.repeat(500)}` })).toThrow(
      expect.objectContaining({
        message: 'type: Invalid input',
        facts: { type: `@w3m-app/${'X'.repeat(71)}`, rpcCode: -32_602 },
      }),
    )
    for (const name of ['NOTHING_SUCCESS', 'x GET_USER_SUCCESS', 'GET_USER_SUCCESSFUL', 'GET_USER', 'toString_ERROR'])
      expect(() => readFrameMessage({ type: `@w3m-frame/${name}` })).toThrow('type: Invalid input')
    expect(() => readAppMessage({ type: '@w3m-app/SIGN_OUT', id: 7 })).toThrow('id: Expected string, received number')
  })
})
