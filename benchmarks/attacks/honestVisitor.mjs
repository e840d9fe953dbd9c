// A visitor who asks one thing after the other, as the pages of a dapp do, and notes how long each took.
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { answerParent } from './child.mjs'

const paths = [
  '/v1/supported-chains?projectId=demo',
  '/projects/v1/origins?projectId=demo',
  '/getWallets?projectId=demo&page=1&entries=40',
]
const origin = 'https://dapp.example'
let noted = { slowestMs: 0, refused: 0, lost: 0 }
let histories = { asked: 0, served: 0 }

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
  /** Asks for the history of so many accounts that nobody has asked for, each a second after the one before. */
  async newHistories({ url, count }) {
    histories = { asked: 0, served: 0 }
    const asked = []
    for (; histories.asked < count; histories.asked += 1) {
      asked.push(askHistory(url))
      await sleep(1_000)
    }
    await Promise.all(asked)
    return histories
  },
  /** What happened since the last time. */
  take() {
    const taken = noted
    noted = { slowestMs: 0, refused: 0, lost: 0 }
    return taken
  },
})

async function askHistory(url) {
  const account = `0x${randomBytes(20).toString('hex')}`
  const address = `${url}/v1/account/${account}/history?projectId=demo&chainId=eip155:8`
  const answer = await fetch(address, { headers: { origin }, signal: AbortSignal.timeout(20_000) }).catch(() => null)
  if (answer?.status === 200) histories.served += 1
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
