import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Import, importsOf, reachedFrom, resolveRelative, root, sourceFiles } from './imports.js'

/** The entries that hold schemas, constants and pure functions only. */
const leaves = [
  '@foyer/bitcoin/verify',
  '@foyer/bitcoin/wire',
  '@foyer/cosmos/verify',
  '@foyer/cosmos/wire',
  '@foyer/core/boundedText',
  '@foyer/core/messageText',
  '@foyer/core/nodeAnswer',
  '@foyer/core/chain',
  '@foyer/core/error',
  '@foyer/core/errors',
  '@foyer/core/hex',
  '@foyer/core/invalidResponse',
  '@foyer/core/lenient',
  '@foyer/core/limits',
  '@foyer/core/links',
  '@foyer/core/loneRpc',
  '@foyer/core/messages',
  '@foyer/core/networks',
  '@foyer/core/operationFields',
  '@foyer/core/pathFetch',
  '@foyer/core/postRpc',
  '@foyer/core/reply',
  '@foyer/core/request',
  '@foyer/core/siwx',
  '@foyer/core/wire',
  '@foyer/core/words',
  '@foyer/embedded/protocol',
  '@foyer/evm/delegate',
  '@foyer/evm/grants',
  '@foyer/evm/readsOnce',
  '@foyer/evm/redeeming',
  '@foyer/evm/signerKind',
  '@foyer/evm/swaps',
  '@foyer/evm/verify',
  '@foyer/multiversx/verify',
  '@foyer/multiversx/wire',
  '@foyer/near/verify',
  '@foyer/near/wire',
  '@foyer/algorand/verify',
  '@foyer/algorand/wire',
  '@foyer/cardano/verify',
  '@foyer/cardano/wire',
  '@foyer/polkadot/verify',
  '@foyer/polkadot/wire',
  '@foyer/solana/verify',
  '@foyer/solana/wire',
  '@foyer/tezos/verify',
  '@foyer/tezos/wire',
  '@foyer/walletconnect/protocol',
]

/** What the server has for its tests alone: a chain, and both ends of what its relay carries. */
const forServerTests = ['@foyer/relay/test', '@foyer/stack', '@foyer/walletconnect/dapp', '@foyer/walletconnect/wallet']

/** What the tests' own parts of any package, which stand in a folder `test`, may import besides. */
const forTests = [
  '@foyer/keeper/*',
  '@foyer/login/*',
  '@foyer/relay',
  '@foyer/service-testing/*',
  '@foyer/stack',
  '@foyer/testing',
]

/** Who may import what of ours: exact entries, or a package with all of its entries (`name/*`). */
const allowed: Readonly<Record<string, readonly string[]>> = {
  'packages/core': [],
  'packages/create-foyer': [],
  'packages/custody': leaves,
  'packages/login': [...leaves, '@foyer/custody/*'],
  'packages/migrate': [],
  'packages/page': [],
  'packages/parts': [],
  'packages/relay': leaves,
  'packages/evm': [
    '@foyer/core/*',
    '@foyer/signing/deadline',
    '@foyer/signing/delegate',
    '@foyer/signing/delegateCode',
    '@foyer/signing/enforcers',
    '@foyer/signing/grants',
    '@foyer/signing/readsOnce',
    '@foyer/signing/sponsored',
    '@foyer/signing/words',
  ],
  'packages/solana': ['@foyer/core/*', '@foyer/signing/solana/words'],
  'packages/bitcoin': ['@foyer/core/*', '@foyer/signing/bip122/words'],
  'packages/cosmos': ['@foyer/core/*', '@foyer/signing/cosmos/words'],
  'packages/multiversx': ['@foyer/core/*', '@foyer/signing/multiversx/words'],
  'packages/near': ['@foyer/core/*', '@foyer/signing/near/words'],
  'packages/algorand': ['@foyer/core/*', '@foyer/signing/algorand/words'],
  'packages/cardano': [
    '@foyer/core/*',
    '@foyer/signing/cardano/cbor',
    '@foyer/signing/cardano/output',
    '@foyer/signing/cardano/words',
  ],
  'packages/polkadot': ['@foyer/core/*', '@foyer/signing/polkadot/words'],
  'packages/signing': leaves,
  'packages/siwx-server': leaves,
  'packages/tezos': ['@foyer/core/*', '@foyer/signing/tezos/words'],
  'packages/walletconnect': ['@foyer/core/*'],
  'packages/embedded': ['@foyer/core/*'],
  'packages/ethereum-provider': ['@foyer/core/*', '@foyer/evm/provider', '@foyer/parts/qr', '@foyer/walletconnect/*'],
  'packages/react': ['@foyer/core/*', '@foyer/parts/*'],
  'packages/service': [...leaves, '@foyer/custody/*'],
  'packages/service-testing': ['@foyer/login/*', '@foyer/stack'],
  'packages/testing': ['@foyer/core/*', ...leaves],
  'apps/server': [
    ...leaves,
    '@foyer/custody/*',
    '@foyer/login/*',
    '@foyer/relay',
    '@foyer/service/*',
    ...forServerTests,
  ],
  'apps/keeper': [...leaves, '@foyer/custody/*', '@foyer/service/*'],
  'apps/demo': [
    '@foyer/algorand/*',
    '@foyer/bitcoin/*',
    '@foyer/cardano/*',
    '@foyer/core/*',
    '@foyer/cosmos/*',
    '@foyer/embedded/*',
    '@foyer/evm/*',
    '@foyer/multiversx/*',
    '@foyer/near/*',
    '@foyer/page/*',
    '@foyer/polkadot/*',
    '@foyer/react/*',
    '@foyer/solana/*',
    '@foyer/tezos/*',
    '@foyer/walletconnect/*',
  ],
  'apps/sample-wallet': [
    ...leaves,
    '@foyer/page/*',
    '@foyer/parts/*',
    '@foyer/signing/*',
    '@foyer/testing/algorand/vault',
    '@foyer/testing/cardano/vault',
    '@foyer/testing/cosmos/vault',
    '@foyer/testing/multiversx/vault',
    '@foyer/testing/near/vault',
    '@foyer/testing/polkadot/vault',
    '@foyer/testing/tezos/vault',
    '@foyer/walletconnect/wallet',
  ],
  'apps/wallet': [
    ...leaves,
    '@foyer/custody/*',
    '@foyer/login/*',
    '@foyer/page/*',
    '@foyer/parts/*',
    '@foyer/signing/*',
  ],
  stack: ['@foyer/page'],
  benchmarks: [
    '@foyer/core/*',
    '@foyer/embedded',
    '@foyer/ethereum-provider',
    '@foyer/evm/*',
    '@foyer/react/*',
    '@foyer/walletconnect/*',
  ],
}

/** What is read through for names and lengths: those, and what they are tested and built with. */
const folders = [...Object.keys(allowed), 'e2e', 'scripts']

/** The rooms of core that import no other room, but each other. */
const leafRooms = ['catalogue', 'chain', 'networks', 'errors', 'links', 'messages', 'siwx', 'wire', 'words']

/** What must never ship: licences that bind whoever builds on the kit, and weight. */
const refused = [
  /^@walletconnect\//,
  /^@reown\//,
  /^@uniswap\//,
  /^@account-abstraction\//,
  /^@metamask\//,
  /^@pimlico\/alto/,
]

function isAllowed(specifier: string, entries: readonly string[]): boolean {
  return entries.some((entry) =>
    entry.endsWith('/*')
      ? specifier === entry.slice(0, -2) || specifier.startsWith(entry.slice(0, -1))
      : specifier === entry,
  )
}

const entriesFor = (file: string, entries: readonly string[]): readonly string[] =>
  file.includes('/test/') ? [...entries, ...forTests] : entries

describe('who may import what', () => {
  test('what the server’s entries reach never reaches what only its tests have', () => {
    const files = new Set(sourceFiles('apps/server/src'))
    const reached = reachedFrom({ entries: ['apps/server/src/start.ts', 'apps/server/src/main.ts'], files })
    expect(reached.size).toBeGreaterThan(50)
    const wrong = [...reached].filter((file) =>
      importsOf(file).some(({ specifier }) => [...forServerTests, 'vitest'].includes(specifier)),
    )
    expect(wrong).toEqual([])
  })

  test('the relay’s core imports schemas and hashes only, so that it runs without the server', () => {
    const files = new Set(sourceFiles('packages/relay/src'))
    const reached = reachedFrom({ entries: ['packages/relay/src/index.ts'], files })
    const wrong = [...reached].flatMap((file) =>
      importsOf(file)
        .filter(({ specifier }) => !specifier.startsWith('.') && !['valibot', 'node:crypto'].includes(specifier))
        .map(({ specifier }) => `${file} → ${specifier}`),
    )
    expect(reached.size).toBeGreaterThan(5)
    expect(wrong).toEqual([])
  })

  test.each(Object.entries(allowed))('%s imports only what it may', (folder, entries) => {
    const wrong = sourceFiles(folder).flatMap((file) =>
      importsOf(file)
        .filter(({ specifier }) => specifier.startsWith('@foyer/') && !isAllowed(specifier, entriesFor(file, entries)))
        .map(({ specifier }) => `${file} → ${specifier}`),
    )
    expect(wrong).toEqual([])
  })

  test.each(Object.keys(allowed))('%s ships nothing of its folders `test`', (folder) => {
    const wrong = sourceFiles(folder)
      .filter((file) => !file.includes('/test/'))
      .flatMap((file) =>
        importsOf(file)
          .filter(({ specifier }) => specifier.startsWith('.') && specifier.includes('/test/'))
          .map(({ specifier }) => `${file} → ${specifier}`),
      )
    expect(wrong).toEqual([])
  })

  test.each(Object.keys(allowed))('%s reaches into no neighbour by a path', (folder) => {
    const wrong = sourceFiles(folder).flatMap((file) =>
      importsOf(file)
        .filter(({ specifier }) => specifier.startsWith('.') && !join(file, '..', specifier).startsWith(`${folder}/`))
        .map(({ specifier }) => `${file} → ${specifier}`),
    )
    expect(wrong).toEqual([])
  })

  test.each(leafRooms)('the leaf %s imports leaves only', (room) => {
    const wrong = sourceFiles(`packages/core/src/${room}`).flatMap((file) =>
      importsOf(file)
        .filter(({ specifier, typeOnly }) => {
          if (typeOnly || !specifier.startsWith('.')) return false
          const target = join(file, '..', specifier).split('/')[3] ?? ''
          return !leafRooms.includes(target)
        })
        .map(({ specifier }) => `${file} → ${specifier}`),
    )
    expect(wrong).toEqual([])
  })

  test('the leaf of WalletConnect imports leaves only', () => {
    const own = 'packages/walletconnect/src/protocol/'
    const wrong = sourceFiles('packages/walletconnect/src/protocol').flatMap((file) =>
      importsOf(file)
        .filter(({ specifier }) =>
          specifier.startsWith('.')
            ? !join(file, '..', specifier).startsWith(own)
            : specifier.startsWith('@foyer/') && !isAllowed(specifier, leaves),
        )
        .map(({ specifier }) => `${file} → ${specifier}`),
    )
    expect(wrong).toEqual([])
  })
})

describe.each(Object.keys(allowed))('%s', (folder) => {
  test('has no cycle of value imports', () => {
    expect(cyclesOf(importGraph(folder, ({ typeOnly }) => !typeOnly))).toEqual([])
  })

  test('has no cycle of more than five files, types included', () => {
    expect(cyclesOf(importGraph(folder, () => true)).filter(({ length }) => length > 5)).toEqual([])
  })
})

test('core has no cycle of types either: contracts stand below, the state above them', () => {
  expect(cyclesOf(importGraph('packages/core', () => true))).toEqual([])
})

test('what is followed of an account comes without the code that fetches it', () => {
  const graph = importGraph('packages/core', ({ typeOnly }) => !typeOnly)
  const watchers = [
    'query/watch',
    'approvals/approvals',
    'account/shownNft',
    'onramp/buy',
    'send/holdings',
    'pay/payFromExchange',
  ]
  const reached = new Set(watchers.map((name) => `packages/core/src/${name}.ts`))
  for (const file of reached) for (const each of graph.get(file) ?? []) reached.add(each)
  const wrong = [...reached].filter((file) =>
    importsOf(file).some(({ specifier, typeOnly }) => specifier === '@tanstack/query-core' && !typeOnly),
  )
  expect(wrong).toEqual([])
})

/** The imports among a folder's files, but for those by `import()`. */
function importGraph(folder: string, counts: (each: Import) => boolean): Map<string, readonly string[]> {
  const files = sourceFiles(folder)
  const known = new Set(files)
  return new Map(
    files.map((file) => [
      file,
      importsOf(file)
        .filter((each) => counts(each) && !each.dynamic && each.specifier.startsWith('.'))
        .flatMap(({ specifier }) => resolveRelative({ from: file, specifier, files: known }) ?? []),
    ]),
  )
}

/** The sets of files of which each leads to each other one: Tarjan's strongly connected components. */
function cyclesOf(graph: ReadonlyMap<string, readonly string[]>): readonly (readonly string[])[] {
  const cycles: (readonly string[])[] = []
  const lowest = new Map<string, number>()
  const open: string[] = []
  const visit = (file: string): number => {
    const number = lowest.size
    lowest.set(file, number)
    open.push(file)
    let low = number
    for (const next of graph.get(file) ?? [])
      if (!lowest.has(next)) low = Math.min(low, visit(next))
      else if (open.includes(next)) low = Math.min(low, lowest.get(next) ?? number)
    lowest.set(file, low)
    if (low < number) return low
    const cycle = open.splice(open.indexOf(file))
    if (cycle.length > 1 || graph.get(file)?.includes(file)) cycles.push(cycle)
    return low
  }
  for (const file of graph.keys()) if (!lowest.has(file)) visit(file)
  return cycles
}

test('nothing that ships depends on what its licence or weight refuses', () => {
  const shipped = [
    'packages/core',
    'packages/create-foyer',
    'packages/custody',
    'packages/embedded',
    'packages/ethereum-provider',
    'packages/evm',
    'packages/login',
    'packages/migrate',
    'packages/page',
    'packages/parts',
    'packages/react',
    'packages/relay',
    'packages/service',
    'packages/signing',
    'packages/testing',
    'packages/walletconnect',
    'apps/keeper',
    'apps/server',
    'apps/demo',
    'apps/sample-wallet',
  ]
  const found = shipped.flatMap((folder) => {
    const { dependencies = {}, peerDependencies = {} } = JSON.parse(
      readFileSync(join(root, folder, 'package.json'), 'utf8'),
    )
    return Object.keys({ ...dependencies, ...peerDependencies }).filter((name) =>
      refused.some((rule) => rule.test(name)),
    )
  })
  expect(found).toEqual([])
})

test('no room or file is named after a kind of code', () => {
  const wrong = folders
    .flatMap((folder) => sourceFiles(folder, { tests: true }))
    .filter((path) => /(^|\/)(utils?|helpers?|manager|common|misc|shared)(\/|\.tsx?$)/i.test(path))
  expect(wrong).toEqual([])
})

test('no file is longer than a reader can hold: 400 lines', () => {
  const long = folders
    .flatMap((folder) => sourceFiles(folder, { tests: true }))
    .map((path) => ({ path, lines: readFileSync(join(root, path), 'utf8').split('\n').length - 1 }))
    .filter(({ lines }) => lines > 400)
  expect(long).toEqual([])
})
