import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root, sourceFiles } from './imports.js'

/** Files that decode without counting first, and why that is bounded: by types without a list of what has no fixed size, or by who wrote it. */
const bounded: Readonly<Record<string, string>> = {
  'apps/server/src/names/gateway.ts': 'no lists',
  'apps/server/src/nfts/nftUri.ts': 'a text',
  'apps/server/src/prices/poolPrices.ts': 'an address',
  'apps/server/src/prices/uniswapV2.ts': 'numbers',
  'apps/server/src/prices/uniswapV3.ts': 'numbers',
  'apps/server/src/simulation/reason.ts': 'a text or a number',
  'apps/server/src/swaps/transaction.ts': 'a number',
  'apps/server/src/swaps/transferTax.ts': 'a number',
  'apps/server/src/swaps/uniswapV2/market.ts': 'numbers',
  'apps/server/src/swaps/uniswapV3/market.ts': 'numbers',
  'apps/server/src/tokens/readTokens.ts': 'a text',
  'packages/evm/src/redeeming.ts': 'the server’s own writing',
  'packages/signing/src/contracts/nodeReads.ts': 'a text',
  'packages/signing/src/eip155/cameBy.ts': 'numbers',
}

test('what a stranger has encoded is counted before it is decoded: few bytes that point at one place from many others are read for minutes', () => {
  const decoding = [...sourceFiles('packages'), ...sourceFiles('apps')].filter((path) => {
    if (/\/(?:test|fixtures)\//.test(path) || /^packages\/(?:stack|testing|migrate)\//.test(path)) return false
    const text = readFileSync(join(root, path), 'utf8')
    return /\bdecode(?:AbiParameters|FunctionData|FunctionResult|ErrorResult|EventLog|DeployData)\(/.test(text)
  })
  const uncounted = decoding.filter((path) => !/\breadsOnce\(/.test(readFileSync(join(root, path), 'utf8')))
  expect(uncounted.filter((path) => !Object.hasOwn(bounded, path))).toEqual([])
  expect(Object.keys(bounded).filter((path) => !uncounted.includes(path))).toEqual([])
})
