import * as v from 'valibot'
import { expect, test } from 'vitest'
import { IndexConfig } from './indexConfig.js'

test.each([[{}], [{ follow: 'all' }], [{ fromBlock: 19_000_000, everyMs: 4_000, heads: 'wss://node.example' }]])(
  '%j says how a network is followed',
  (config) => {
    expect(v.parse(IndexConfig, config)).toEqual(config)
  },
)

test.each([
  [{ follow: 'some' }],
  [{ fromBlock: -1 }],
  [{ everyMs: 10 }],
  [{ since: 4 }],
  [{ heads: 'https://a.example' }],
])('%j does not', (config) => {
  expect(v.is(IndexConfig, config)).toBe(false)
})

test('an operator who followed only those who were asked about is told what to do', () => {
  const former = { follow: 'asked', older: { kind: 'logs' } }
  const { issues = [] } = v.safeParse(IndexConfig, former)
  expect(issues.map((issue) => `${v.getDotPath(issue)} ${issue.message}`)).toEqual([
    expect.stringMatching(/^follow .*remove "index", and set ETHERSCAN_KEY or give the network a "history"/),
    expect.stringMatching(/^older is gone.*"history" in place of "index"/),
  ])
})
