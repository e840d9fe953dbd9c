// npm run try:relay -- --url wss://… --project …: pairs two clients of ours over a relay, an application's and a wallet's, and prints what happened.
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { root } from './processes.mjs'

const usage = `npm run try:relay -- --url wss://relay.example --project <project id>

  --url      the relay's address: wss://…, or ws://… on this machine
  --project  the project id that the relay's operator gave
  --origin   the page that it is for, where the project has a list of origins: https://dapp.example
  --timeout  seconds that each step may take; 25 unless said`

const account = 'eip155:1:0x9858EfFD232B4033E47d90003D41EC34EcaEda94'
const metadata = { name: 'npm run try:relay', description: '', url: 'https://try-relay.example', icons: [] }
const granted = { eip155: { accounts: [account], methods: ['personal_sign'], events: [] } }
const asked = { eip155: { chains: ['eip155:1'], methods: ['personal_sign'], events: [] } }

/** What can be done where a relay refuses, by the reason that it gives. */
const remedies = {
  clock: 'The clock of this machine is wrong. Set it.',
  origin: 'The project has a list of origins. Name one of it: --origin https://dapp.example.',
  project: 'It takes project ids of its own operator: see docs/walletconnect.md.',
  noProject: 'It needs a project id: --project.',
  other: 'Ask its operator.',
}

/**
 * Connects, has a text "signed" and disconnects; each step is printed with its time, and what fails with its reason.
 *
 * @param {object} parameters
 * @param {string} parameters.relayUrl
 * @param {string} parameters.projectId
 * @param {typeof import('../packages/walletconnect/src/dapp/index.js').openDappClient} parameters.openDappClient
 * @param {typeof import('../packages/walletconnect/src/wallet/index.js').createWalletClient} parameters.createWalletClient
 * @param {(url: string) => any} parameters.openSocket
 * @param {{ now: () => number, setTimeout: (run: () => void, ms: number) => () => void }} parameters.clock
 * @param {(line: string) => void} parameters.print
 * @param {number} [parameters.stepMs] how long each step may take
 * @param {() => string | undefined} [parameters.said] what the last socket said of its failure
 * @returns {Promise<boolean>} whether all went well
 */
export async function tryRelay({
  relayUrl,
  projectId,
  openDappClient,
  createWalletClient,
  openSocket,
  clock,
  print,
  stepMs = 25_000,
  said = () => undefined,
}) {
  const common = { relayUrl, projectId, openSocket, clock, report: (error) => print(`     reported: ${error.message}`) }
  const dapp = openDappClient(common)
  const wallet = createWalletClient({ ...common, metadata })
  const gone = new AbortController()
  const step = async (what, work) => {
    const from = clock.now()
    const result = await within({ ms: stepMs, clock, work: work() })
    print(`  ok ${what.padEnd(58)} ${String(clock.now() - from).padStart(6)} ms`)
    return result
  }
  print(`${relayUrl}, project ${projectId || '(none)'}`)
  try {
    const heard = nextOf(wallet)
    let connecting
    const offered = () =>
      new Promise((resolve, reject) => {
        connecting = dapp.connect({ metadata, requested: asked, offer: resolve, signal: gone.signal })
        connecting.catch(reject)
      })
    const { uri } = await step('the relay takes the application, which offers a pairing', offered)
    await step('the relay takes the wallet, which scans it', () => wallet.pair({ uri }))
    const { proposal } = await step('the wallet is handed the proposal', () => heard('proposed'))
    await step('the wallet agrees', () => wallet.approve({ id: proposal.id, namespaces: granted }))
    const session = await step('the application has a session', () => connecting)
    const { topic } = session
    const answer = dapp.request({
      topic,
      chainId: 'eip155:1',
      method: 'personal_sign',
      params: ['0x48656c6c6f', account],
    })
    answer.catch(() => {}) // told by the step that waits for it
    const { request } = await step('a request reaches the wallet', () => heard('requested'))
    await wallet.respond({ id: request.id, result: 'signed' })
    await step('its answer reaches the application', () => answer)
    await dapp.disconnect(session)
    await step('the end reaches the wallet', () => heard('ended'))
    print('The relay carries all that a dapp and a wallet say to each other.')
    return true
  } catch (error) {
    print(`  no ${error.message}`)
    const remedy = remedies[error.reason]
    if (remedy) print(`     ${remedy}`)
    const words = said()
    if (words) print(`     The socket says: ${words}`)
    return false
  } finally {
    gone.abort()
    dapp.stop()
    wallet.stop()
  }
}

/** @returns the next event of a type, also where it has come already */
function nextOf(wallet) {
  const events = []
  let look = () => {}
  wallet.listen((event) => {
    events.push(event)
    look()
  })
  return (type) =>
    new Promise((resolve) => {
      look = () => {
        const found = events.find((event) => event.type === type)
        if (found) resolve(found)
      }
      look()
    })
}

/** Waits, but not for ever. */
function within({ ms, clock, work }) {
  return new Promise((resolve, reject) => {
    const cancel = clock.setTimeout(
      () =>
        reject(
          new Error(
            `Nothing came of it within ${ms / 1_000} s. The relay is silent, or the address is another service’s.`,
          ),
        ),
      ms,
    )
    work.then(resolve, reject).finally(cancel)
  })
}

async function main() {
  const { values } = parseArgs({
    options: {
      url: { type: 'string' },
      project: { type: 'string', default: '' },
      origin: { type: 'string' },
      timeout: { type: 'string', default: '25' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  const { url = '', project, origin, timeout, help } = values
  const seconds = Number(timeout)
  if (help || !/^wss?:\/\/./.test(url) || !(seconds > 0)) {
    console.log(usage)
    process.exitCode = help ? 0 : 2
    return
  }
  const { alone } = await import('./lock.mjs')
  const { install } = await import('./install.mjs')
  const { build } = await import('./build.mjs')
  await alone(async () => {
    await install()
    await build(['packages/core', 'packages/walletconnect'])
  })
  const entry = (name) => import(`${root}packages/walletconnect/dist/${name}/index.js`)
  const [{ openDappClient }, { createWalletClient }] = await Promise.all([entry('dapp'), entry('wallet')])
  const { WebSocket } = createRequire(`${root}packages/walletconnect/package.json`)('ws')
  let words
  const isFine = await tryRelay({
    ...{ relayUrl: url, projectId: project, openDappClient, createWalletClient },
    openSocket(address) {
      const socket = new WebSocket(address, { origin })
      // A page is only told that it failed; here is why: the status of an answer that isn't a socket, a name that isn't known.
      socket.addEventListener('error', ({ message }) => (words = message))
      return socket
    },
    clock: {
      now: Date.now,
      setTimeout(run, ms) {
        const timer = setTimeout(run, ms)
        return () => clearTimeout(timer)
      },
    },
    print: console.log,
    stepMs: seconds * 1_000,
    said: () => words,
  })
  process.exit(isFine ? 0 : 1)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main()
