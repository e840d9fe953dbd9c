import * as v from 'valibot'
import { expect, test } from 'vitest'
import { IndexConfig } from './indexConfig.js'

test.each([[{}], [{ fromBlock: 19_000_000, everyMs: 4_000, heads: 'wss://node.example' }]])(
  '%j says how a network is followed',
  (config) => {
    expect(v.parse(IndexConfig, config)).toEqual(config)
  },
)

test.each([
  [{ follow: 'all' }],
  [{ fromBlock: -1 }],
  [{ everyMs: 10 }],
  [{ since: 4 }],
  [{ heads: 'https://a.example' }],
])('%j does not', (config) => {
  expect(v.is(IndexConfig, config)).toBe(false)
})
