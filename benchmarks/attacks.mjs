// npm run bench:attacks [-- --seconds 8 --only unread,events --check]: what a hostile stranger does by HTTP to the built server, one attack after
// the other, with an honest visitor beside it; writes benchmarks/ATTACKS.md. With --check it ends with 1 where an attack misses what is said there.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from '../scripts/build.mjs'
import { startChild } from './attacks/child.mjs'
import { measureAttack } from './attacks/measure.mjs'
import { giveVerdict } from './attacks/verdict.mjs'
import { startNode } from './serverProcess.mjs'

const seconds = Number(process.argv[process.argv.indexOf('--seconds') + 1]) || 8
const only = process.argv.includes('--only') ? process.argv[process.argv.indexOf('--only') + 1]?.split(',') : undefined

/** Their names, and what the server did before. */
const attacks = {
  halfBodies: ['1,000 half-sent requests', 'every call 503 for as long as they were held (64 s)'],
  halfHeaders: ['1,000 half-sent headers'],
  headerBombs: ['200 header bombs of 1 MB'],
  unread: ['160 answers of 13 MB that nobody reads', '370 → 5,213 MB, visitors waited 10 s'],
  batches: ['50 batches of 1,000 costly calls'],
  endless: ['100 calls of a node that answers 100 MB'],
  endlessBatches: ['100 batches of five such calls'],
  dripping: ['100 calls of a node that sends a byte a second'],
  histories: ['10 unknown addresses a second asked for their history', 'the network’s index stood still (40 s)'],
  pictures: [
    'the history of an account with 500 NFTs',
    'every other picture waited for theirs (25 s); 2,048 of 2 MB: for 90 days',
  ],
  cursors: ['800 histories behind cursors that no page hands out', 'faults of the server'],
  payBatches: ['100 batches of 20 calls about payments', '24 units each'],
  slowCalls: [
    '5 `eth_getLogs` a second of a node that never answers them',
    'the node rested for all: 59 % of honest `eth_chainId` were refused',
  ],
  oddRows: [
    '5 accounts a second in whose history a row can’t be read',
    'nine of them, and the engine rested 28.6 s for all networks',
  ],
  events: ['400 events of 60 KB', 'all taken, 56 MB on disk, 20–30 ms of the event loop each'],
  guesses: ['2,000 guesses of project ids, each from another forged address'],
  dearBatches: ['1,500 batches of 1,000 calls that cost too much', 'an answer took 14.9 s'],
  wideBodies: ['300 bodies of 1 MB of empty lists', '39 ms of the event loop each, for one unit'],
  faults: ['1,500 bodies of 64 KB that are no request: too many calls, no JSON', 'one unit each'],
  readiness: ['400 at once ask whether it is ready, again and again', 'an answer took 619 ms'],
}

/** What others ask beside some of them, and of which network. @type {Record<string, [name: string, chain: number]>} */
const besideThem = {
  histories: ['newHistories', 8],
  pictures: ['newPictures', 11],
  slowCalls: ['cheapCalls', 9],
  oddRows: ['newHistories', 10],
}

await build([
  'packages/core',
  'packages/evm',
  'packages/solana',
  'packages/bitcoin',
  'packages/embedded',
  'stack',
  'apps/server',
])
const directory = await mkdtemp(join(tmpdir(), 'foyer-attacks-'))
const attacker = await startChild('http.mjs')
const honest = await startChild('honestVisitor.mjs')
try {
  const env = await environment(await attacker.ask('start'))
  // The first start makes the tables, which takes memory of its own.
  await (await startNode({ isPinned: false, env })).stop()
  const node = await startNode({ isPinned: false, env })
  try {
    await honest.ask('begin', { url: node.url })
    const port = Number(new URL(node.url).port)
    await attacker.ask('attack', { name: 'large', port, from: '127.0.0.66', seconds: 3 })
    const rows = []
    for (const [index, [name, [words, before]]] of Object.entries(attacks).entries()) {
      if (only !== undefined && !only.includes(name)) continue
      // All of 127.0.0.0/8 is this machine; each attack has an address whose budget is whole.
      const begin = () => attacker.ask('attack', { name, port, from: `127.0.2.${index + 1}`, seconds })
      let newcomers
      const [beside, chain] = besideThem[name] ?? []
      const attack = async () => {
        const asked = beside && honest.ask(beside, { url: node.url, chain, count: seconds })
        const outcome = await begin()
        newcomers = await asked
        return outcome
      }
      const measured = await measureAttack({ node, honest, attack })
      rows.push({ name: words, before, ...measured, newcomers })
      console.log(rows.at(-1))
    }
    const words = `All on one server, one after the other, ${seconds} s each; the visitor asks each 50 ms for networks, origins or a page of wallets.`
    await giveVerdict({ title: 'By HTTP', words, rows, isWhole: only === undefined })
  } finally {
    await node.kill()
  }
} finally {
  await Promise.all([attacker.stop(), honest.stop()])
  await rm(directory, { recursive: true, force: true })
}

/** Networks whose nodes, or whose engine of histories, are the attacker's. */
async function environment({ large, endless, dripping, mute, engine, oddEngine, gallery }) {
  const chain = (id, upstream) => ({
    id: `eip155:${id}`,
    name: `Network ${id}`,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    upstreams: [`${upstream}/${id}`],
  })
  const history = { kind: 'blockscout', url: engine }
  const chains = join(directory, 'chains.json')
  const oddHistory = { kind: 'blockscout', url: oddEngine }
  const all = [
    ...[chain(5, large), chain(6, endless), chain(7, dripping), { ...chain(8, large), history }],
    ...[chain(9, mute), { ...chain(10, large), history: oddHistory }],
    { ...chain(11, gallery), history: { kind: 'blockscout', url: gallery } },
  ]
  await writeFile(chains, JSON.stringify(all))
  const project = { id: 'demo', name: 'Demo', allowedOrigins: ['https://dapp.example'], analyticsEnabled: true }
  return {
    DATA_DIR: join(directory, 'data'),
    CHAINS: chains,
    PROJECTS: JSON.stringify([project]),
    LOG_LEVEL: 'warn',
  }
}
