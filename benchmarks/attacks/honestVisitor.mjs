// A visitor who asks one thing after the other, as the pages of a dapp do, and notes how long each took.
import { randomBytes } from 'node:crypto'
import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { answerParent } from './child.mjs'
import { takeNotes } from './notes.mjs'

const paths = [
  '/v1/supported-chains?projectId=demo',
  '/projects/v1/origins?projectId=demo',
  '/getWallets?projectId=demo&page=1&entries=40',
]
const origin = 'https://dapp.example'
const notes = takeNotes()

answerParent({
  /** Begins, and goes on until the process ends. */
  begin({ url }) {
    void (async () => {
      for (let turn = 0; ; turn += 1) {
        await ask(`${url}${paths[turn % paths.length]}`)
        await sleep(50)
      }
    })()
  },
  /**
   * So many newcomers, each with an address of his own and a second after the one before, ask for the history of an account that nobody has asked for.
   * @returns {Promise<readonly { status: number | null, ms: number }[]>}
   */
  newHistories: ({ url, chain, count }) =>
    oneByOne({ count, everyMs: 1_000, ask: (nth) => askHistory({ url, chain, from: `127.0.3.${nth}` }) }),
  /** The same, each for the picture of the one NFT of an account. */
  newPictures: ({ url, chain, count }) =>
    oneByOne({ count, everyMs: 1_000, ask: (nth) => askPicture({ url, chain, from: `127.0.3.${nth}` }) }),
  /** Five cheap calls a second of a network, from an address of their own. */
  cheapCalls: ({ url, chain, count }) =>
    oneByOne({ count: count * 5, everyMs: 200, ask: () => askChainId({ url, chain, from: '127.0.4.1' }) }),
  /** What happened since the last time. */
  take: notes.take,
})

async function oneByOne({ count, everyMs, ask }) {
  const asked = []
  for (let nth = 1; nth <= count; nth += 1) {
    asked.push(ask(nth))
    await sleep(everyMs)
  }
  return Promise.all(asked)
}

const newAccount = () => `0x${randomBytes(20).toString('hex')}`

const askHistory = ({ url, chain, from, account = newAccount() }) =>
  askFrom({ from, address: `${url}/v1/account/${account}/history?projectId=demo&chainId=eip155:${chain}` })

async function askPicture({ url, chain, from }) {
  const account = newAccount()
  await askHistory({ url, chain, from, account })
  const startedAt = performance.now()
  const since = () => performance.now() - startedAt
  const address = `${url}/v1/nfts/eip155:${chain}/${account}/0/image`
  while (since() < 20_000) {
    const { status } = await askFrom({ from, address })
    if (status === 200) return { status, ms: since() }
    await sleep(100)
  }
  return { status: null, ms: since() }
}

function askChainId({ url, chain, from }) {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: [] })
  return askFrom({ from, address: `${url}/v1/?chainId=eip155:${chain}&projectId=demo`, body })
}

/** @returns {Promise<{ status: number | null, ms: number }>} */
async function askFrom({ from, address, body }) {
  const startedAt = performance.now()
  const status = await new Promise((resolve) => {
    const method = body === undefined ? 'GET' : 'POST'
    const headers = { origin, 'content-type': 'text/plain' }
    const asked = { method, headers, localAddress: from, signal: AbortSignal.timeout(20_000) }
    const sent = request(address, asked, (answer) => answer.resume().once('close', () => resolve(answer.statusCode)))
    sent.once('error', () => resolve(null))
    sent.end(body)
  })
  return { status, ms: performance.now() - startedAt }
}

async function ask(address) {
  const startedAt = performance.now()
  try {
    const answer = await fetch(address, { headers: { origin }, signal: AbortSignal.timeout(20_000) })
    await answer.arrayBuffer()
    if (answer.status !== 200) notes.refused()
  } catch {
    notes.lost()
  }
  notes.took(performance.now() - startedAt)
}
