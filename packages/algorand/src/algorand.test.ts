import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import * as entry from './index.js'
import * as verify from './verify/index.js'
import * as wire from './wire/index.js'
import * as words from './words/index.js'

test('the entries export what they are meant to', () => {
  expect([entry, verify, wire, words].map((each) => Object.keys(each).sort())).toMatchInlineSnapshot(`
    [
      [
        "AlgorandNetworkError",
        "AssetNotHeldError",
        "InsufficientAlgorandError",
        "MinimumBalanceError",
        "UnsafeAlgorandTransactionError",
        "algorand",
        "algorandMainnet",
        "algorandTestnet",
      ],
      [
        "algorandVerifier",
        "verifyAlgorandMessage",
      ],
      [
        "accountQuery",
        "algodPaths",
        "algorandMethods",
        "holdingQuery",
        "isGenesisOf",
        "readAddress",
        "writeAddress",
      ],
      [
        "RequestTooLargeError",
        "algorandWords",
        "describeAlgorand",
        "levelOf",
        "sayRequestInEnglish",
        "spokenRequest",
      ],
    ]
  `)
})

test('at run time it stands on noble, scure and core alone', () => {
  const { dependencies } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  expect(Object.keys(dependencies)).toEqual(['@foyer/core', '@noble/curves', '@noble/hashes', '@scure/base', 'valibot'])
})

test('[S3.5 S7.36] the family is algorand, its accounts are ordinary ones, and a session is asked for its two methods', () => {
  expect(entry.algorand()).toMatchObject({
    ...{ family: 'algorand', type: 'algorand', accountTypes: ['eoa'] },
    session: { methods: ['algo_signTxn', 'algo_signData'] },
  })
})

test('the first load has no word of nodes, keys or schemas', () => {
  const first = ['index', 'algorand', 'errors', 'networks', 'family', 'discovery/discoverWallets', 'discovery/arc27']
  const imported = first.flatMap((name) =>
    [...readFileSync(new URL(`${name}.ts`, import.meta.url), 'utf8').matchAll(/^import (?!type)[^']*'([^']+)'/gm)].map(
      ([, specifier]) => specifier,
    ),
  )
  expect([...new Set(imported.filter((each) => !each?.startsWith('.')))].sort()).toEqual([
    ...['@foyer/core', '@foyer/core/connector', '@foyer/core/errors'],
  ])
})
