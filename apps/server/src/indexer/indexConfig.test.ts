import * as v from 'valibot'
import { expect, test } from 'vitest'
import { IndexConfig } from './indexConfig.js'

test.each([
  [{ follow: 'all' }],
  [{ follow: 'asked', fromBlock: 19_000_000, everyMs: 4_000 }],
  [{ follow: 'asked', older: { kind: 'etherscan', url: 'https://api.etherscan.io/v2/api?chainid=1', apiKey: 'k' } }],
  [{ follow: 'asked', older: { kind: 'logs' } }],
])('%j says how a network is followed', (config) => {
  expect(v.parse(IndexConfig, config)).toEqual(config)
})

test.each([
  [{}],
  [{ follow: 'some' }],
  [{ follow: 'all', fromBlock: -1 }],
  [{ follow: 'all', everyMs: 10 }],
  [{ follow: 'all', since: 4 }],
  [{ follow: 'asked', older: { kind: 'etherscan', url: 'file:///etc/passwd' } }],
  [{ follow: 'asked', older: { kind: 'etherscan', url: 'https://a.example', apiKey: '' } }],
  [{ follow: 'asked', older: { kind: 'guess' } }],
])('%j does not', (config) => {
  expect(v.is(IndexConfig, config)).toBe(false)
})
