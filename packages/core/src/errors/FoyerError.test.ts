import { expect, test } from 'vitest'
import * as errors from './index.js'
import {
  AdapterNotFoundError,
  ConfigError,
  ConnectorClientsMissingError,
  FoyerError,
  HttpError,
  InvalidResponseError,
  JsonRpcError,
  jsonRpcNames,
  MissingProjectIdError,
  NamespaceNotConfiguredError,
  NetworkOrAddressUndefinedError,
  NetworkUndefinedError,
  NoAdapterForNetworkError,
  OfflineError,
  RequestTimeoutError,
  SignInOptionsConflictError,
  UnknownOptionError,
  UserRejectedError,
  WalletCapabilityError,
  WalletConnectConnectorNotFoundError,
  walletCapabilityNames,
} from './index.js'

const family = 'solana'
const action = 'switching'
test.each([
  [new WalletConnectConnectorNotFoundError(), 'WalletConnectConnector not found'],
  [new AdapterNotFoundError({ family }), 'Adapter not found'],
  [new NetworkUndefinedError({ action }), 'CaipNetwork is undefined'],
  [new NetworkOrAddressUndefinedError({ action }), 'CaipNetwork or CaipAddress is undefined'],
  [
    new ConnectorClientsMissingError({ missing: 'both' }),
    'ConnectionControllerClient and NetworkControllerClient must be set',
  ],
  [new SignInOptionsConflictError(), 'Cannot set both `siweConfig` and `siwx` options'],
])('[S8.20] %s begins with the sentence of the catalogue', (error, sentence) => {
  expect(error.message.startsWith(sentence)).toBe(true)
  expect(error).toBeInstanceOf(ConfigError)
  expect(error.notice).toBeUndefined()
})

test('[S8.20] both sign-in options together have an error of their own', () => {
  expect(new SignInOptionsConflictError()).toMatchObject({
    code: 'sign_in_options_conflict',
    message: expect.stringMatching(/^Cannot set both `siweConfig` and `siwx` options/),
  })
})

test.each(['connection', 'network', 'both'] as const)(
  '[S8.20] a connector factory without its clients: %s',
  (missing) => {
    expect(new ConnectorClientsMissingError({ missing })).toMatchObject({
      code: 'connector_clients_missing',
      message: expect.stringMatching(/^ConnectionControllerClient and NetworkControllerClient must be set/),
      facts: { missing },
    })
  },
)

test('a family that is not configured has the specification’s sentence', () => {
  expect(new NamespaceNotConfiguredError({ family })).toMatchObject({
    message: 'Namespace is not configured. Please call connect() first with namespace config.',
    facts: { family },
  })
})

test('the host’s own mistakes name what is wrong', () => {
  expect(new MissingProjectIdError().message).toContain('projectId')
  expect(new UnknownOptionError({ option: 'netwroks', known: ['networks'] }).message).toMatch(/netwroks.*networks/)
  expect(new NoAdapterForNetworkError({ family }).message).toMatch(/^Adapter for namespace solana doesn't exist/)
})

test.each([
  [-32700, 'parse'],
  [-32600, 'invalid request'],
  [-32601, 'method not found'],
  [-32602, 'invalid params'],
  [-32603, 'internal'],
  [-32000, 'invalid input'],
  [-32001, 'resource not found'],
  [-32002, 'resource unavailable'],
  [-32003, 'transaction rejected'],
  [-32004, 'method not supported'],
  [-32005, 'limit exceeded'],
  [-32006, 'version unsupported'],
])('[S8.38] JSON-RPC %i is "%s"', (rpcCode, rpcName) => {
  expect(new JsonRpcError({ rpcCode })).toMatchObject({ rpcCode, rpcName, message: expect.stringContaining(rpcName) })
  expect(Object.keys(jsonRpcNames)).toHaveLength(12)
})

test('a JSON-RPC number that no standard gives has no name, and the node’s words are kept short', () => {
  const error = new JsonRpcError({ rpcCode: 3, text: `execution reverted${'!'.repeat(9000)}`, rpcData: '0x08' })
  expect(error).toMatchObject({ rpcName: undefined, rpcData: '0x08' })
  expect(error.message.length).toBeLessThan(600)
  expect(new JsonRpcError({ rpcCode: 3, text: 'toString' }).rpcName).toBeUndefined()
})

test.each([
  [5700, 'UnsupportedNonOptionalCapabilityError'],
  [5710, 'UnsupportedChainIdError'],
  [5720, 'DuplicateIdError'],
  [5730, 'UnknownBundleIdError'],
  [5740, 'BundleTooLargeError'],
  [5750, 'AtomicReadyWalletRejectedUpgradeError'],
  [5760, 'AtomicityNotSupportedError'],
] as const)('[S8.39] the wallet’s %i is %s of EIP-5792', (walletCode, capability) => {
  expect(new WalletCapabilityError({ walletCode })).toMatchObject({ walletCode, capability })
  expect(Object.keys(walletCapabilityNames)).toHaveLength(7)
})

test('[S8.35 S8.36] an HTTP error says its status and carries status, body and reasons', () => {
  const reasons = [{ name: 'address', description: 'not an address' }]
  const error = new HttpError({ status: 400, body: '{"a":1}', reasons })
  expect(error.message).toBe('HTTP status code: 400')
  expect(error).toMatchObject({ status: 400, body: '{"a":1}', reasons })
})

test('[S8.37] a request without an answer in time says so', () => {
  expect(new RequestTimeoutError({ timeoutMs: 10_000 }).message).toBe('The request took too long to respond.')
})

test('an invalid answer names its field', () => {
  expect(new InvalidResponseError({ field: 'balances.0.price', expected: 'number' }).message).toContain(
    'balances.0.price',
  )
})

test('every error has a code, a page, its facts, and keeps its cause', () => {
  const cause = new Error('wire cut')
  const error = new OfflineError({ cause, context: { call: 'balance' } })
  expect(error).toBeInstanceOf(FoyerError)
  expect(error).toMatchObject({ cause, facts: { call: 'balance' }, docs: '/errors/offline', notice: 'error.offline' })
  expect(new UserRejectedError().docs).toBe('/errors/user-rejected')
  expect(Object.hasOwn(new UserRejectedError(), 'cause')).toBe(false)
})

test('an error bears the name of its class, which follows from its code', () => {
  const made = Object.entries(errors).filter(([name]) => /^(?!(?:Foyer|Config|Wallet)Error)[A-Z]\w+Error$/.test(name))
  expect(made.length).toBeGreaterThan(60)
  for (const [name, Made] of made) {
    const error = Reflect.construct(Object(Made), [{ code: 'pay_failed', fields: [], known: [], configured: [] }])
    expect(error).toMatchObject({ name, code: expect.stringMatching(/^[a-z_]+$/) })
  }
})
