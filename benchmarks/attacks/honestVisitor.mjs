// A visitor who asks one thing after the other, as the pages of a dapp do, and notes how long each took.
import { randomBytes } from 'node:crypto'
import { get } from 'node:http'
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
  newHistories: ({ url, count }) => newcomers({ count, ask: (from) => askHistory({ url, from }) }),
  /** The same, each for the picture of the one NFT of an account. */
  newPictures: ({ url, count }) => newcomers({ count, ask: (from) => askPicture({ url, from }) }),
  /** What happened since the last time. */
  take() {
    const taken = noted
    noted = { slowestMs: 0, refused: 0, lost: 0 }
    return taken
  },
})

async function newcomers({ count, ask }) {
  const asked = []
  for (let newcomer = 1; newcomer <= count; newcomer += 1) {
    asked.push(ask(`127.0.3.${newcomer}`))
    await sleep(1_000)
  }
  return Promise.all(asked)
}

const newAccount = () => `0x${randomBytes(20).toString('hex')}`

async function askHistory({ url, from, account = newAccount(), chain = 8 }) {
  const address = `${url}/v1/account/${account}/history?projectId=demo&chainId=eip155:${chain}`
  const startedAt = performance.now()
  return { status: await statusOf({ address, from }), ms: performance.now() - startedAt }
}

async function askPicture({ url, from }) {
  const account = newAccount()
  await askHistory({ url, from, account, chain: 9 })
  const startedAt = performance.now()
  const since = () => performance.now() - startedAt
  const address = `${url}/v1/nfts/eip155:9/${account}/0/image`
  while (since() < 20_000) {
    if ((await statusOf({ address, from })) === 200) return { status: 200, ms: since() }
    await sleep(100)
  }
  return { status: null, ms: since() }
}

function statusOf({ address, from }) {
  return new Promise((resolve) => {
    const asked = { headers: { origin }, localAddress: from, signal: AbortSignal.timeout(20_000) }
    const request = get(address, asked, (answer) => answer.resume().once('close', () => resolve(answer.statusCode)))
    request.once('error', () => resolve(null))
  })
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
