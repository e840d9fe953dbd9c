// npm run bench:attacks:keeper [-- --questions 4300 --seconds 20 --only questions --check]: what one stranger does to the keeper of the built server, each
// attack on a keeper of its own, with people beside it who log in; writes benchmarks/ATTACKS.md. With --check it ends with 1 where an attack misses
// what is said there.
import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from '../scripts/build.mjs'
import { root } from '../scripts/processes.mjs'
import { startChild } from './attacks/child.mjs'
import { measureAttack } from './attacks/measure.mjs'
import { giveVerdict } from './attacks/verdict.mjs'
import { startNode } from './serverProcess.mjs'

const option = (name, usual) => Number(process.argv[process.argv.indexOf(`--${name}`) + 1]) || usual
const only = process.argv.includes('--only') ? process.argv[process.argv.indexOf('--only') + 1]?.split(',') : undefined
/** As long as a question may wait. */
const seconds = option('seconds', 20)
const questions = option('questions', 4_300)

/** Their names, and what the keeper did before. */
const attacks = {
  questions: [
    `${questions.toLocaleString('en')} long questions of one /48 are open`,
    'an honest begin wasn’t answered within 20 s',
  ],
}

await build(['packages/core', 'stack', 'apps/keeper'])
const { startMailbox } = await import(`${root}stack/dist/index.js`)
const directory = await mkdtemp(join(tmpdir(), 'foyer-attacks-'))
const mailbox = await startMailbox()
try {
  const env = environment()
  // One start creates the database; what is measured are the next ones.
  await (await startNode({ isPinned: false, env, script: 'apps/keeper/dist/main.js' })).stop()
  const rows = []
  for (const [name, [words, before]] of Object.entries(attacks)) {
    if (only !== undefined && !only.includes(name)) continue
    rows.push({ name: words, before, ...(await measure(name, env)) })
    console.log(rows.at(-1))
  }
  const words = `Each on a keeper of its own, ${seconds} s; beside it one after the other begins a login, each at another network, whose time is that to the keeper’s answer.`
  await giveVerdict({ title: 'At the keeper', words, rows, isWhole: only === undefined })
} finally {
  await mailbox.stop()
  await rm(directory, { recursive: true, force: true })
}

async function measure(name, env) {
  const node = await startNode({ isPinned: false, env, script: 'apps/keeper/dist/main.js' })
  const honest = await startChild('honestOwners.mjs')
  try {
    const { url } = node
    await honest.ask('begin', { url })
    const attack = async () => {
      const attacker = await startChild('keeper.mjs')
      try {
        return await attacker.ask('attack', { name, url, seconds, count: questions })
      } finally {
        await attacker.stop()
      }
    }
    return await measureAttack({ node, honest, attack })
  } finally {
    await honest.stop()
    await node.kill()
  }
}

function environment() {
  const store = {
    KEEPER_DATA_DIR: join(directory, 'keeper'),
    KEEPER_KEYS: `one:${Buffer.alloc(32, 1).toString('base64')}`,
  }
  const main = `${root}apps/keeper/dist/main.js`
  const made = execFileSync(process.execPath, [main, 'keys'], {
    env: { PATH: process.env.PATH, ...store },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  return {
    ...store,
    KEEPER_SECRET: made.split('\n')[0] ?? '',
    WALLET_ORIGIN: 'https://wallet.example',
    KEEPER_SMTP_URL: mailbox.smtp,
    KEEPER_MAIL_FROM: 'keeper@wallet.example',
    KEEPER_TRUSTED_PROXIES: '127.0.0.1',
    KEEPER_LOG_LEVEL: 'error',
  }
}
