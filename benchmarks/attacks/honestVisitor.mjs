// A visitor who asks one thing after the other, as the pages of a dapp do, and notes how long each took.
import { randomBytes } from 'node:crypto'
import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { answerParent } from './child.mjs'

const paths = [
  '/v1/supported-chains?projectId=demo',
  '/projects/v1/origins?projectId=demo',
  '/getWallets?projectId=demo&page=1&entries=40',
]
const origin = 'https://dapp.example'
let noted = { slowestMs: 0, refused: 0, lost: 0 }

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
  async newHistories({ url, chain, count }) {
    const asked = []
    for (let newcomer = 1; newcomer <= count; newcomer += 1) {
      asked.push(askHistory({ url, chain, from: `127.0.3.${newcomer}` }))
      await sleep(1_000)
    }
    return Promise.all(asked)
  },
  /**
   * Five cheap calls a second of a network, from an address of their own.
   * @returns {Promise<readonly { status: number | null, ms: number }[]>}
   */
  async cheapCalls({ url, chain, count }) {
    const asked = []
    for (let nth = 0; nth < count * 5; nth += 1) {
      asked.push(askChainId({ url, chain, from: '127.0.4.1' }))
      await sleep(200)
    }
    return Promise.all(asked)
  },
  /** What happened since the last time. */
  take() {
    const taken = noted
    noted = { slowestMs: 0, refused: 0, lost: 0 }
    return taken
  },
})

function askHistory({ url, chain, from }) {
  const account = `0x${randomBytes(20).toString('hex')}`
  return askFrom({ from, address: `${url}/v1/account/${account}/history?projectId=demo&chainId=eip155:${chain}` })
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
    if (answer.status !== 200) noted.refused += 1
  } catch {
    noted.lost += 1
  }
  noted.slowestMs = Math.max(noted.slowestMs, performance.now() - startedAt)
}
