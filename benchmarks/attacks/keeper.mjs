// What one stranger does to the keeper, for some seconds.
import { setTimeout as sleep } from 'node:timers/promises'
import { answerParent, giveWay } from './child.mjs'
import { askNonce, askSigned, beginCeremony, ceremonyStateCall } from './keeperClient.mjs'

giveWay()

/** The stranger's networks, all of one /48. */
const household = (index) => `2001:db8:1:${(index % 300).toString(16)}::7`
/** Nonces are given to whoever asks: these are asked for from elsewhere, so that the /48 pays for its questions alone. */
const elsewhere = (index) => `10.${64 + ((index >> 16) & 63)}.${(index >> 8) & 255}.${index & 255}`

/** @typedef {{ url: string, count: number, seconds: number }} To */
/** @type {Record<string, (to: To) => Promise<Record<string, number>>>} */
const attacks = {
  /** So many questions after one ceremony at once, each asked again as soon as it is answered. */
  async questions({ url, count, seconds }) {
    const { keys, reply } = await beginCeremony({ url, from: household(0), email: 'stranger@mail.example' })
    const payload = { ceremony: reply.ceremony, known: 'waiting' }
    const nonces = await gatherNonces({ url, count })
    let isOver = false
    const end = sleep(seconds * 1_000, { status: 'still open', nonce: null }).finally(() => {
      isOver = true
    })
    const answers = {}
    let [open, most] = [0, 0]
    const question = async (index) => {
      let nonce = nonces[index] ?? null
      for (let turn = 1; !isOver; turn += 1) {
        nonce ??= await askNonce({ url, from: elsewhere(index + turn * count) }).catch(() => null)
        if (nonce === null) await sleep(1_000)
        if (nonce === null || isOver) continue
        open += 1
        most = Math.max(most, open)
        const asked = askSigned({ url, from: household(index), keys, call: ceremonyStateCall, nonce, payload })
        const answer = await Promise.race([asked.catch(() => ({ status: 'closed', nonce: null })), end])
        open -= 1
        answers[answer.status] = (answers[answer.status] ?? 0) + 1
        // One that is refused comes again a second later; its nonce may be used up.
        if (answer.status !== 200) await sleep(1_000)
        nonce = answer.nonce
      }
    }
    await Promise.all(Array.from({ length: count }, (_, index) => question(index)))
    return { ...answers, 'under way at once': most }
  },
}

/** @returns {Promise<readonly (string | null)[]>} so many, over some connections */
async function gatherNonces({ url, count }) {
  const nonces = []
  const gather = async () => {
    while (nonces.length < count) nonces.push(await askNonce({ url, from: elsewhere(nonces.length) }).catch(() => null))
  }
  await Promise.all(Array.from({ length: 50 }, gather))
  return nonces
}

answerParent({
  /** @returns {Promise<string>} what was answered, once the seconds are over */
  async attack({ name, url, seconds, count }) {
    const answers = await attacks[name]({ url, count, seconds })
    return Object.entries(answers)
      .map(([answer, times]) => `${times.toLocaleString('en')} × ${answer}`)
      .join(', ')
  },
})
