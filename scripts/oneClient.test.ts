import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root, sourceFiles } from './imports.js'

/** What testing plays stands apart. */
const played = 'packages/testing/'

const sources = ['packages', 'apps'].flatMap((folder) =>
  sourceFiles(folder).filter(
    (path) => /^[^/]+\/[^/]+\/src\//.test(path) && !path.includes('/test/') && !path.startsWith(played),
  ),
)

const filesWith = (pattern: RegExp) => sources.filter((path) => pattern.test(readFileSync(join(root, path), 'utf8')))

test('a call’s path is made into a request in one place, and once more by the wallet’s signed calls, which have neither parameters nor a query', () => {
  expect(filesWith(/fetch\([^)]*[cC]all\.path|\bpath\.replace\((?:':|\/:\(\\w\+\)\/g, \(_)/)).toEqual([
    'packages/core/src/wire/request.ts',
    'apps/wallet/src/servers/servers.ts',
  ])
})

/** What sends many at a time, passes on what others ask, answers, or subscribes. */
const others = [
  'apps/server/src/chains/ask.ts',
  'apps/server/src/rpc/outcomes.ts',
  'apps/server/src/chains/rpcProxy.ts',
  'apps/server/src/indexer/newHeads.ts',
  'apps/server/src/pay/answerRpc.ts',
  'packages/core/src/api/payments.ts',
  'packages/core/src/rpc/httpTransport.ts',
  'packages/core/src/wire/byPath.ts',
  'packages/relay/src/frames.ts',
  'packages/tezos/src/chain/paths.ts',
  'packages/walletconnect/src/protocol/payload.ts',
]

test('a request of JSON-RPC that goes alone is written in one place', () => {
  const writing = filesWith(/["']?jsonrpc["']?: ?["']2\.0["']/)
  expect(writing.filter((path) => !others.includes(path))).toEqual(['packages/core/src/wire/loneRpc.ts'])
})
