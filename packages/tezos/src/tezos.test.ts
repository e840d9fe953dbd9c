import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import * as entry from './index.js'
import { tezosGhostnet, tezosMainnet, tezosShadownet } from './index.js'
import { tezos } from './tezos.js'
import * as verify from './verify/index.js'
import * as wire from './wire/index.js'
import * as words from './words/index.js'

test('the entries', () => {
  expect(Object.keys(entry).sort()).toEqual([
    ...['InsufficientTezosError', 'TezosAccountKindError', 'TezosContractError'],
    ...['TezosNetworkError', 'tezos', 'tezosGhostnet', 'tezosMainnet', 'tezosShadownet'],
  ])
  expect(Object.keys(verify).sort()).toEqual(['readSignature', 'tezosVerifier', 'verifyTezosMessage'])
  expect(Object.keys(wire).sort()).toEqual([
    ...['balanceQuery', 'headerQuery', 'kindOf', 'nodePaths', 'parseAddress', 'tezosMethods'],
  ])
  expect(Object.keys(words).sort()).toEqual([
    ...['RequestTooLargeError', 'describeTezos', 'levelOf', 'sayRequestInEnglish', 'spokenRequest', 'tezosWords'],
  ])
})

test('[S3.5 S6.1 S7.36] the family is tezos, its accounts are ordinary ones, a session is asked for its three methods, and its networks are known by their names', () => {
  expect(tezos()).toMatchObject({
    ...{ family: 'tezos', type: 'tezos', accountTypes: ['eoa'] },
    session: {
      methods: ['tezos_getAccounts', 'tezos_send', 'tezos_sign'],
      otherIds: {
        [tezosMainnet.caipNetworkId]: 'tezos:mainnet',
        [tezosGhostnet.caipNetworkId]: 'tezos:ghostnet',
        [tezosShadownet.caipNetworkId]: 'tezos:shadownet',
      },
    },
  })
})

test('the first load has no word of nodes, keys or schemas', () => {
  const first = [
    'index',
    'tezos',
    'errors',
    'networks',
    'family',
    'otherIds',
    'discovery/discoverWallets',
    'discovery/page',
  ]
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
