// npm run bench:attacks:relay [-- --sockets 10000 --seconds 8 --only batches,readers --check]: what one stranger does to the relay of the built
// server, each attack on a server of its own, with a page and its wallet beside it; writes benchmarks/ATTACKS.md. With --check it ends with 1 where
// an attack misses what is said there.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { build } from '../scripts/build.mjs'
import { startChild } from './attacks/child.mjs'
import { measureAttack } from './attacks/measure.mjs'
import { giveVerdict } from './attacks/verdict.mjs'
import { startNode } from './serverProcess.mjs'

const option = (name, usual) => Number(process.argv[process.argv.indexOf(`--${name}`) + 1]) || usual
const only = process.argv.includes('--only') ? process.argv[process.argv.indexOf('--only') + 1]?.split(',') : undefined
const seconds = option('seconds', 8)
const sockets = option('sockets', 10_000)
const audience = 'wss://relay.example'

/** Their names, and what the server did before. */
const attacks = {
  batches: ['137 frames of batch publish', 'within 3.9 s every publish of everybody was refused, for up to 30 days'],
  readers: ["60 sockets that don't read", '415 → 2,589 MB in 10 s'],
  topics: ['100,000 topics'],
  messages: ['messages of 50 KB on 20 sockets'],
  networks14: [
    'a week’s messages from 14 networks',
    'the project’s mailboxes were full, and its pairings refused, also afterwards',
  ],
  networks200: ['a week’s messages from 200 networks', 'the same'],
  handshakes: ['sockets opened and left, or without a token'],
  halves: ['190 frames of 250 KB that are never ended'],
  idle: [`${sockets.toLocaleString('en')} sockets that only are there, from many addresses`],
}

await build([
  'packages/core',
  'packages/evm',
  'packages/solana',
  'packages/bitcoin',
  'packages/embedded',
  'apps/server',
])
const directory = await mkdtemp(join(tmpdir(), 'foyer-attacks-'))
try {
  // One start creates the database; what is measured are the next ones.
  await (await start()).stop()
  const rows = []
  for (const [name, [words, before]] of Object.entries(attacks)) {
    if (only !== undefined && !only.includes(name)) continue
    rows.push({ name: words, before, ...(await measure(name)) })
    console.log(rows.at(-1))
  }
  const words = `Each on a server of its own, ${seconds} s; the page sends its wallet a message each 100 ms, whose time is that from sending to having.`
  await giveVerdict({ title: 'At the relay', words, rows, isWhole: only === undefined })
} finally {
  await rm(directory, { recursive: true, force: true })
}

async function measure(name) {
  // So that they are full within the seconds.
  const fills = name.startsWith('networks')
  const node = await start(fills ? { RELAY_MAILBOX_MEGABYTES: '48' } : {})
  const honest = await startChild('honestPair.mjs')
  try {
    const { url } = node
    await honest.ask('begin', { url, audience })
    const newcomers = []
    const meet = async () => {
      newcomers.push(await honest.ask('meet', { url, audience, network: newcomers.length }))
    }
    const attack = async () => {
      const attacker = await startChild('relay.mjs')
      try {
        const attacking = attacker.ask('attack', { name, url, audience, seconds, sockets })
        for (let time = 0; fills && time < 3; time += 1) {
          await sleep((seconds * 1_000) / 4)
          await meet()
        }
        return await attacking
      } finally {
        await attacker.stop()
      }
    }
    const measured = await measureAttack({ node, honest, attack })
    if (fills) await meet()
    return fills ? { ...measured, newcomers } : measured
  } finally {
    await honest.stop()
    await node.stop()
  }
}

/** @param {Record<string, string>} more */
function start(more = {}) {
  return startNode({
    isPinned: false,
    env: {
      DATA_DIR: join(directory, 'data'),
      PROJECTS: JSON.stringify([{ id: 'demo', name: 'Demo' }]),
      RELAY_URLS: audience,
      TRUSTED_PROXIES: '127.0.0.1',
      DRAIN_SECONDS: '0',
      RATE_LIMIT_PER_SECOND: '100000',
      RATE_LIMIT_BURST: '1000000',
      LOG_LEVEL: 'error',
      ...more,
    },
  })
}
