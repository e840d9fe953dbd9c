import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import * as entry from './index.js'
import { multiversx } from './multiversx.js'
import * as verify from './verify/index.js'
import * as wire from './wire/index.js'
import * as words from './words/index.js'

test('the entries', () => {
  expect(Object.keys(entry).sort()).toEqual([
    'InsufficientMultiversxError',
    'MultiversxNetworkError',
    'MultiversxTransferKindError',
    'UnsafeMultiversxTransactionError',
    'multiversx',
    'multiversxDevnet',
    'multiversxMainnet',
    'multiversxTestnet',
  ])
  expect(Object.keys(verify).sort()).toEqual([
    ...['isSignedBy', 'messageHash', 'multiversxVerifier', 'verifyMultiversxMessage'],
  ])
  expect(Object.keys(wire).sort()).toEqual([
    ...['accountQuery', 'configQuery', 'gatewayPaths', 'headQuery'],
    ...['multiversxMethods', 'parseAddress', 'readAddress'],
  ])
  expect(Object.keys(words).sort()).toEqual([
    ...['RequestTooLargeError', 'describeMultiversx', 'levelOf', 'multiversxWords'],
    ...['sayRequestInEnglish', 'spokenRequest'],
  ])
})

test('[S3.5 S6.1 S7.36] the family is mvx, its accounts are ordinary ones, and a session is asked for its two methods', () => {
  expect(multiversx()).toMatchObject({
    ...{ family: 'mvx', type: 'multiversx', accountTypes: ['eoa'] },
    session: { methods: ['mvx_signMessage', 'mvx_signTransaction'] },
  })
})

test('the first load has no word of nodes, keys or schemas', () => {
  const first = ['index', 'multiversx', 'errors', 'networks', 'family', 'discovery/discoverWallets']
  const imported = first.flatMap((name) =>
    [...readFileSync(new URL(`${name}.ts`, import.meta.url), 'utf8').matchAll(/^import (?!type)[^']*'([^']+)'/gm)].map(
      ([, specifier]) => specifier,
    ),
  )
  expect([...new Set(imported.filter((each) => !each?.startsWith('.')))].sort()).toEqual([
    '@foyer/core',
    '@foyer/core/connector',
    '@foyer/core/errors',
  ])
})
