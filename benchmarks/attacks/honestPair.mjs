// A page and its wallet: a message each 100 ms, with the time until the wallet has it.
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { loadRelayClient } from '../relayClient.mjs'
import { answerParent } from './child.mjs'
import { takeNotes } from './notes.mjs'

const { connectClient } = await loadRelayClient()
/** By its message: when it was sent. */
let underWay = new Map()
const notes = takeNotes()

answerParent({
  /** Begins, and goes on until the process ends. */
  async begin({ url, audience }) {
    const about = { url, claims: { aud: audience }, headers: { 'x-forwarded-for': '203.0.113.5' } }
    const topic = randomBytes(32).toString('hex')
    const dapp = await connectClient(about)
    const wallet = await connectClient({ ...about, onPushed: had })
    await wallet.subscribe([topic])
    void (async () => {
      for (let count = 0; ; count += 1) {
        void say({ dapp, topic, message: `${count} ${'x'.repeat(1_000)}` })
        await sleep(100)
      }
    })()
  },
  /**
   * A page and a wallet that meet, at an address each that nobody has come from.
   * @returns {Promise<{ status: number | null, ms: number }>} 200 once each has what the other said
   */
  async meet({ url, audience, network }) {
    const startedAt = performance.now()
    const at = (host) => ({
      url,
      claims: { aud: audience },
      headers: { 'x-forwarded-for': `198.18.${network}.${host}` },
    })
    const topic = randomBytes(32).toString('hex')
    const meeting = async () => {
      const [dapp, wallet] = [await connectClient(at(1)), await connectClient(at(2))]
      await wallet.subscribe([topic])
      await dapp.subscribe([topic])
      const said = [await dapp.publish(topic, 'from the page'), await wallet.publish(topic, 'from the wallet')]
      while (dapp.pushed.length + wallet.pushed.length < 2) await sleep(5)
      for (const { socket } of [dapp, wallet]) socket.terminate()
      return said.every((answer) => answer === true) ? 200 : 429
    }
    const status = await Promise.race([meeting().catch(() => null), sleep(10_000, null)])
    return { status, ms: performance.now() - startedAt }
  },
  /** What happened since the last time; what has been under way for long is lost. */
  take() {
    const all = underWay.size
    underWay = new Map([...underWay].filter(([, sentAt]) => performance.now() - sentAt <= 5_000))
    notes.lost(all - underWay.size)
    return notes.take()
  },
})

function had(message) {
  const sentAt = underWay.get(message)
  if (sentAt === undefined) return
  underWay.delete(message)
  notes.took(performance.now() - sentAt)
}

async function say({ dapp, topic, message }) {
  underWay.set(message, performance.now())
  const answer = await dapp.publish(topic, message).catch(() => 'closed')
  if (answer === true) return
  underWay.delete(message)
  notes.refused()
}
