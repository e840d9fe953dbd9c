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
