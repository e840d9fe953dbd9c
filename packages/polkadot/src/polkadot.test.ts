import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import * as entry from './index.js'
import { polkadot } from './polkadot.js'
import * as verify from './verify/index.js'
import * as wire from './wire/index.js'
import * as words from './words/index.js'

test('the entries', () => {
  expect(Object.keys(entry).sort()).toEqual([
    'ExistentialDepositError',
    'InsufficientPolkadotError',
    'PolkadotRuntimeError',
    'UnknownPolkadotChainError',
    'UnsafePolkadotTransactionError',
    'kusama',
    'polkadot',
    'polkadotAssetHub',
    'polkadotRelay',
  ])
  expect(Object.keys(verify).sort()).toEqual(['polkadotVerifier', 'verifyPolkadotMessage'])
  expect(Object.keys(wire).sort()).toEqual([
    ...['chainIn', 'coinsQuery', 'genesisQuery', 'isGenesisOf', 'isSameAccount'],
    ...['polkadotMethods', 'readAddress', 'writeAddress'],
  ])
  expect(Object.keys(words).sort()).toEqual([
    ...['RequestTooLargeError', 'describePolkadot', 'levelOf', 'polkadotWords', 'sayRequestInEnglish', 'spokenRequest'],
  ])
})

test('[S3.5 S6.1 S6.2 S7.36] the family is polkadot, its accounts are ordinary ones, and a session is asked for its two methods', () => {
  expect(polkadot()).toMatchObject({
    ...{ family: 'polkadot', type: 'polkadot', accountTypes: ['eoa'] },
    session: { methods: ['polkadot_signMessage', 'polkadot_signTransaction'] },
  })
})

test('the first load has no word of nodes, keys or schemas', () => {
  const first = ['index', 'polkadot', 'errors', 'networks', 'family', 'discovery/discoverWallets']
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
