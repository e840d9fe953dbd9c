// npm start: installs, builds, starts the local stack and the demo, and stops all of it on Ctrl-C.
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { relative } from 'node:path'
import { prepare } from './prepare.mjs'
import { root } from './processes.mjs'
import { fail } from './requirements.mjs'

const began = Date.now()
await prepare()
const [{ startLocal, usualPorts }, { seconds }] = await Promise.all([import('./local.mjs'), import('./install.mjs')])

const directory = `${root}.foyer/data`
await mkdir(directory, { recursive: true })
// What the servers say, line by line, is for who looks for it: the table stays whole.
const log = createWriteStream(`${directory}/servers.log`)
await once(log, 'open')

const starting = startLocal({
  directory,
  logTo: log,
  ports: usualPorts,
  onMoved: ({ name, liked, port }) => console.log(`Port ${liked} is taken; ${name} uses ${port}.`),
  reset: process.argv.includes('--reset'),
})
const isStopping = stopOnSignal(starting)
const local = await starting.catch((error) => {
  if (process.env.DEBUG) console.error(error)
  fail(`The local stack did not start. ${error.message}`)
})

if (!isStopping()) {
  console.log(table(local))
  console.log(`Ready in ${seconds(began)} s. Ctrl-C stops all of it; npm start -- --reset forgets the data.`)
}

/** Ends all of it in order; what is still starting is ended once it has started. @returns whether that has begun */
function stopOnSignal(started) {
  let stopping = false
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, async () => {
      if (stopping) return // npm passes a Ctrl-C on that the terminal has already sent
      stopping = true
      console.log('\nStopping.')
      const { stop } = await started
      await stop()
      log.end(() => process.exit(0))
    })
  }
  return () => stopping
}

function table({ wallet, mailbox, socials, farcaster, ...local }) {
  const {
    demo,
    server,
    relay,
    adminToken,
    desk,
    exchange,
    sampleWallet,
    chains,
    solana,
    bitcoin,
    cosmos,
    near,
    polkadot,
    multiversx,
    algorand,
    cardano,
    tezos,
  } = local
  const rows = [
    ['Demo', demo, 'the dapp: open this'],
    ['Server', server, `blockchain API, described at ${server}/docs`],
    ['Mailbox', mailbox, 'every mail of the stack: log in with any address'],
    ['Accounts', `${socials}/google`, 'stand for Google and five others: log in as any of theirs'],
    ['Telephone', `${farcaster}/~/siwf`, 'stands for Farcaster’s application: what its code opens'],
    ['Wallet', wallet, 'the embedded wallet’s page'],
    ['Sample Wallet', sampleWallet, 'a WalletConnect wallet in a page, with coins'],
    ['Relay', relay, 'where the demo and wallets meet'],
    ['Projects', `${server}/admin`, `the token is ${adminToken}`],
    ['Card desk', desk, 'sells coins for test cards'],
    ['Exchange', exchange, 'pays from its account'],
    ...chains.map(({ id, name, url }) => [name, url, `eip155:${id}`]),
    [solana.name, solana.url, solana.caipNetworkId],
    [bitcoin.name, bitcoin.url, bitcoin.caipNetworkId],
    [cosmos.name, cosmos.url, cosmos.caipNetworkId],
    [near.name, near.url, near.caipNetworkId],
    [polkadot.name, polkadot.url, polkadot.caipNetworkId],
    ...(multiversx ? [[multiversx.name, multiversx.url, multiversx.caipNetworkId]] : []),
    [algorand.name, algorand.url, algorand.caipNetworkId],
    [cardano.name, cardano.url, cardano.caipNetworkId],
    [tezos.name, tezos.url, tezos.caipNetworkId],
    ['Log', relative(process.cwd(), String(log.path)), 'what the servers say'],
  ]
  const widths = [0, 1].map((column) => Math.max(...rows.map((row) => row[column].length)))
  const lines = rows.map(([what, where, why]) => `  ${what.padEnd(widths[0])}  ${where.padEnd(widths[1])}  ${why}`)
  return `\n${lines.join('\n')}\n`
}
